// Wrong network files: every message names file, place, value and what was expected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/bench/network_text.h"

namespace ringside {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

template <class Load>
std::string error_of(Load load) {
  try {
    load();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    return error.what();
  }
  return "nothing thrown";
}

// The message for a file with this text, less the file's folder.
std::string text_error(const std::string& text) {
  std::string message = error_of([&] { load_text(text); });
  const auto file = message.find("tried.json");
  return file == std::string::npos ? message : message.substr(file);
}

std::string parts_error(const NetworkParts& parts) {
  return text_error(network_text(parts));
}

std::string layer_error(const std::string& layer) {
  return parts_error(
      {.layers = R"([{"name": "r", "kind": "relu"}, )" + layer + R"(, {"name": "loss", "kind": "softmax_loss"}])"});
}

TEST(NetworkFileErrors, NoSuchFile) {
  EXPECT_THAT(error_of([] { load_network("/nowhere/lenet.json"); }),
              AllOf(StartsWith("/nowhere/lenet.json: "), HasSubstr("no such file")));
}

TEST(NetworkFileErrors, NoSuchFolder) {
  EXPECT_EQ(error_of([] { find_network("lenet", "/nowhere"); }), "/nowhere: no such folder");
}

TEST(NetworkFileErrors, UnknownName) {
  const std::filesystem::path folder = fresh_folder();
  for (const char* name : {"lenet.json", "vgg16.json"}) write_file(folder / name, network_text());
  EXPECT_EQ(error_of([&] { find_network("lennet", folder); }),
            "unknown network \"lennet\"; did you mean \"lenet\"? There are: lenet, vgg16");
}

TEST(NetworkFileErrors, Empty) {
  EXPECT_THAT(text_error(""), AllOf(StartsWith("tried.json: not JSON: "), HasSubstr("line 1, column 1")));
}

TEST(NetworkFileErrors, SyntaxWithLineAndColumn) {
  EXPECT_THAT(text_error("{\n  \"dataset\": mnist\n}"),
              AllOf(StartsWith("tried.json: not JSON: "), HasSubstr("line 2, column 14")));
}

TEST(NetworkFileErrors, CommentsAreNotJson) {
  EXPECT_THAT(text_error("// LeNet\n" + network_text()),
              AllOf(StartsWith("tried.json: not JSON: "), HasSubstr("line 1, column 1")));
}

TEST(NetworkFileErrors, Truncated) {
  const std::string text = network_text();
  EXPECT_THAT(text_error(text.substr(0, text.size() / 2)), StartsWith("tried.json: not JSON: "));
}

TEST(NetworkFileErrors, NotAnObject) {
  EXPECT_EQ(text_error("[1]"), "tried.json: expected an object {...}, found a list");
}

TEST(NetworkFileErrors, FieldGivenTwice) {
  EXPECT_EQ(parts_error({.more = R"(, "dataset": "cifar10")"}), "tried.json: field \"dataset\" is given twice");
}

TEST(NetworkFileErrors, MissingFieldOfTheHead) {
  EXPECT_EQ(text_error(R"({"description": ""})"), "tried.json: needs \"dataset\"");
  EXPECT_EQ(parts_error({.input = R"({"channels": 1, "width": 6})"}), "tried.json: input: needs \"height\"");
  EXPECT_EQ(parts_error({.transform = R"({"mean": "none"})"}), "tried.json: transform: needs \"scale\"");
  EXPECT_EQ(parts_error({.solver = R"("momentum": 0, "weight_decay": 0, "batch": 32)"}),
            "tried.json: solver: needs \"steps\"");
}

TEST(NetworkFileErrors, UnknownFieldOfTheHead) {
  EXPECT_EQ(parts_error({.more = R"(, "inputs": 3)"}),
            "tried.json: unknown field \"inputs\"; did you mean \"input\"? There are: description, dataset, input, "
            "transform, solver, layers");
  EXPECT_THAT(parts_error({.solver = R"("momentun": 0, "weight_decay": 0, "batch": 32, "steps": 1, "momentum": 0)"}),
              StartsWith("tried.json: solver: unknown field \"momentun\"; did you mean \"momentum\"?"));
}

TEST(NetworkFileErrors, WrongTypes) {
  EXPECT_EQ(parts_error({.dataset = "7"}), "tried.json: \"dataset\": expected text, found number 7");
  EXPECT_EQ(parts_error({.input = R"({"channels": 1.5, "height": 8, "width": 6})"}),
            "tried.json: input: \"channels\": expected a whole number, found number 1.5");
  EXPECT_EQ(parts_error({.input = "[1, 8, 6]"}), "tried.json: input: expected an object {...}, found a list");
  EXPECT_EQ(parts_error({.transform = R"({"mean": "none", "scale": "1"})"}),
            "tried.json: transform: \"scale\": expected a number, found text \"1\"");
  EXPECT_EQ(parts_error({.layers = "{}"}), "tried.json: \"layers\": expected a list, found an object");
  EXPECT_EQ(layer_error("\"relu\""), "tried.json: layer 2: expected an object {...}, found text \"relu\"");
}

TEST(NetworkFileErrors, NumbersThatDoNotFit) {
  EXPECT_EQ(parts_error({.input = R"({"channels": 3000000000, "height": 8, "width": 6})"}),
            "tried.json: input: \"channels\": expected a whole number, found number 3000000000");
  EXPECT_EQ(parts_error({.transform = R"({"mean": "none", "scale": 1e300})"}),
            "tried.json: transform: \"scale\": 1e+300 is more than a float can hold");
}

TEST(NetworkFileErrors, UnknownWords) {
  EXPECT_EQ(
      parts_error({.transform = R"({"mean": "images", "scale": 1})"}),
      "tried.json: transform: \"mean\": unknown value \"images\"; did you mean \"image\"? There are: none, image, "
      "channel");
  EXPECT_EQ(
      parts_error({.rate = R"({"policy": "ivn", "base": 1})"}),
      "tried.json: solver: rate: \"policy\": unknown value \"ivn\"; did you mean \"inv\"? There are: fixed, step, "
      "multistep, inv");
  EXPECT_EQ(parts_error({.weights = R"({"filler": "xaver"})"}),
            "tried.json: layer 1 \"ip1\": weights: \"filler\": unknown value \"xaver\"; did you mean \"xavier\"? There "
            "are: constant, xavier, gaussian, msra");
  EXPECT_EQ(
      layer_error(R"({"name": "p", "kind": "pool", "method": "mean", "kernel": 2})"),
      "tried.json: layer 2 \"p\": \"method\": unknown value \"mean\"; did you mean \"max\"? There are: max, average");
}

TEST(NetworkFileErrors, UnknownKind) {
  EXPECT_EQ(
      layer_error(R"({"name": "c", "kind": "cnov"})"),
      "tried.json: layer 2 \"c\": \"kind\": unknown value \"cnov\"; did you mean \"conv\"? There are: conv, dense, "
      "pool, subsample, relu, tanh, lrn, dropout, softmax_loss");
}

TEST(NetworkFileErrors, AFieldOfAnotherPolicy) {
  EXPECT_EQ(parts_error({.rate = R"({"policy": "fixed", "base": 1, "gamma": 0.1})"}),
            "tried.json: solver: rate: unknown field \"gamma\"; did you mean \"base\"? There are: policy, base");
  EXPECT_EQ(parts_error({.rate = R"({"policy": "multistep", "base": 1, "gamma": 0.1})"}),
            "tried.json: solver: rate: needs \"at\"");
}

TEST(NetworkFileErrors, AFieldOfAnotherFiller) {
  EXPECT_EQ(parts_error({.weights = R"({"filler": "xavier", "deviation": 0.1})"}),
            "tried.json: layer 1 \"ip1\": weights: unknown field \"deviation\"; did you mean \"filler\"? There are: "
            "filler, rate_multiplier, decay_multiplier");
  EXPECT_EQ(parts_error({.weights = R"({"filler": "gaussian"})"}),
            "tried.json: layer 1 \"ip1\": weights: needs \"deviation\"");
}

TEST(NetworkFileErrors, MissingFieldOfALayer) {
  EXPECT_EQ(layer_error(R"({"kind": "relu"})"), "tried.json: layer 2: needs \"name\"");
  EXPECT_EQ(layer_error(R"({"name": "r2"})"), "tried.json: layer 2 \"r2\": needs \"kind\"");
  EXPECT_EQ(layer_error(R"({"name": "ip1", "kind": "dense", "weights": {"filler": "xavier"}})"),
            "tried.json: layer 2 \"ip1\": needs \"outputs\"");
  EXPECT_EQ(layer_error(R"({"name": "ip1", "kind": "dense", "outputs": 3})"),
            "tried.json: layer 2 \"ip1\": needs \"weights\"");
  EXPECT_EQ(layer_error(R"({"name": "c", "kind": "conv", "outputs": 3, "weights": {"filler": "xavier"}})"),
            "tried.json: layer 2 \"c\": needs \"kernel\"");
  EXPECT_EQ(layer_error(R"({"name": "p", "kind": "pool", "kernel": 2})"),
            "tried.json: layer 2 \"p\": needs \"method\"");
  EXPECT_EQ(layer_error(R"({"name": "s", "kind": "subsample", "kernel": 2})"),
            "tried.json: layer 2 \"s\": needs \"weights\"");
  EXPECT_EQ(layer_error(R"({"name": "n", "kind": "lrn", "size": 3, "alpha": 1, "beta": 1})"),
            "tried.json: layer 2 \"n\": needs \"k\"");
  EXPECT_EQ(layer_error(R"({"name": "d", "kind": "dropout"})"), "tried.json: layer 2 \"d\": needs \"ratio\"");
  EXPECT_EQ(parts_error({.weights = "{}"}), "tried.json: layer 1 \"ip1\": weights: needs \"filler\"");
}

TEST(NetworkFileErrors, UnknownFieldOfALayer) {
  EXPECT_EQ(layer_error(R"({"name": "r2", "kind": "relu", "slope": 0.1})"),
            "tried.json: layer 2 \"r2\": unknown field \"slope\"; did you mean \"name\"? There are: name, kind");
  EXPECT_THAT(layer_error(R"({"name": "p", "kind": "pool", "method": "max", "kernal": 2, "kernel": 2})"),
              StartsWith("tried.json: layer 2 \"p\": unknown field \"kernal\"; did you mean \"kernel\"?"));
}

// What make_network turns down comes with the file's name.
TEST(NetworkFileErrors, ValuesOutOfRange) {
  EXPECT_EQ(layer_error(R"({"name": "p", "kind": "pool", "method": "max", "kernel": 9})"),
            "tried.json: layer 2 \"p\": kernel 9: larger than its input, 1x8x6 with 0 of padding around");
  EXPECT_EQ(layer_error(R"({"name": "r", "kind": "tanh"})"), "tried.json: layer 2 \"r\": layer 1 has the same name");
  EXPECT_EQ(layer_error(R"({"name": "d", "kind": "dropout", "ratio": 1})"),
            "tried.json: layer 2 \"d\": ratio 1: expected 0 or more, less than 1");
  EXPECT_EQ(parts_error({.solver = R"("momentum": 1, "weight_decay": 0, "batch": 32, "steps": 1)"}),
            "tried.json: solver: momentum 1: expected 0 or more, less than 1");
  EXPECT_EQ(parts_error({.layers = "[]"}), "tried.json: the last layer must be a softmax_loss; there is none");
}

}  // namespace
}  // namespace ringside
