// Units: converted within a dimension, refused between two.
#include "bench/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "bench/metric.h"
#include "tests/core/data/scratch.h"

namespace ringside {
namespace {

using ::testing::HasSubstr;

TEST(Units, ConvertWithinADimension) {
  EXPECT_DOUBLE_EQ(convert(1000, find_unit("ms"), find_unit("s")), 1);
  EXPECT_DOUBLE_EQ(convert(1'000'000, find_unit("us"), find_unit("ms")), 1000);
  EXPECT_DOUBLE_EQ(convert(2.5, find_unit("MB"), find_unit("bytes")), 2.5e6);
  EXPECT_DOUBLE_EQ(convert(0.25, find_unit("1"), find_unit("%")), 25);
}

TEST(Units, NeverConvertIntoAnotherDimension) {
  EXPECT_THAT(testing::error_of([] { convert(1, find_unit("images/s"), find_unit("s")); }),
              HasSubstr("images/s cannot be given in s"));
  EXPECT_THAT(testing::error_of([] { convert(1, find_unit("messages"), find_unit("parameters")); }),
              HasSubstr("cannot be given in"));
  EXPECT_THAT(testing::error_of([] { find_unit("img/s"); }), HasSubstr("unknown unit \"img/s\""));
}

TEST(Units, AreWrittenAsIsHandy) {
  EXPECT_EQ(quantity_words(0.0121, find_unit("s")), "12.10 ms");
  EXPECT_EQ(quantity_words(1.8e-9, find_unit("s")), "1.80 ns");
  EXPECT_EQ(quantity_words(2e-11, find_unit("s")), "0.0200 ns");
  EXPECT_EQ(quantity_words(0, find_unit("s")), "0 s");
  EXPECT_EQ(quantity_words(3448640, find_unit("bytes")), "3.45 MB");
  EXPECT_EQ(quantity_words(431080, find_unit("parameters")), "431,080 parameters");
  EXPECT_EQ(quantity_words(0.9712, find_unit("1")), "0.9712");
  EXPECT_EQ(quantity_words(1.5, find_unit("s"), find_unit("ms")), "1,500 ms");
}

TEST(Metrics, HaveEachAUnitAndANameOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Metric& metric : metrics()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    const Unit& unit = find_unit(metric.unit);
    EXPECT_TRUE(unit.better == Better::neither || unit.better == metric.better) << metric.name;
    EXPECT_EQ(metric.default_threshold() == 0, metric.variation == Variation::exact) << metric.name;
  }
}

}  // namespace
}  // namespace ringside
