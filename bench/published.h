// Speed-ups that others have published, to stand beside ours: results/published.json, every one with its hardware and source.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace ringside {

struct PublishedSpeedUp {
  std::string network, strategy;  // ours that come nearest; strategy is empty where none does
  int devices = 0;
  double speed_up = 0;
  std::string what, hardware, source;  // what was trained how, on which machine, read where
  std::string table;                   // whose numbers they are: "thesis", "caffe_tree", "theano_mpi", ...
  bool asked_for = false;              // stands beside every network
};

std::vector<PublishedSpeedUp> load_published(const std::filesystem::path& file);

// Those of one table, to stand beside any network of ours; each says whose network it was. Throws bad_input with the nearest
// name.
std::vector<PublishedSpeedUp> published_table(const std::vector<PublishedSpeedUp>& all, const std::string& table);

}  // namespace ringside
