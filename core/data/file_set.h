// The files that a data set on disk is made of, and where they are looked for.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ringside {

struct FileSet {
  std::string_view title;                           // for messages: "MNIST"
  std::vector<std::filesystem::path> folders;       // below the directory that was given, in order; "" is itself
  std::vector<std::vector<std::string>> spellings;  // of each file, in order of preference
};

const FileSet& mnist_files();    // training images and labels, test images and labels
const FileSet& cifar10_files();  // five training batches, the test batch

// The first folder that holds any of the files.
std::optional<std::filesystem::path> find_folder(const FileSet& set, const std::filesystem::path& directory);

// One path a file, all of one folder. Throws bad_input saying what is missing and what was looked for where.
std::vector<std::filesystem::path> find_files(const FileSet& set, const std::filesystem::path& directory);

}  // namespace ringside
