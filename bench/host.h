// What decides whether a machine's times can be trusted, as its system tells it.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ringside {

// Empty and none: the system does not say.
struct Host {
  int online_cores = 0;
  bool virtual_machine = false;
  std::string governor;         // that sets the cores' frequency
  std::optional<bool> turbo;    // a core alone may run faster than all together
  std::optional<bool> smt;      // two of the cores are threads of one
  std::optional<double> quota;  // cores that the container may use
  std::string clock_source;
  std::optional<double> load;  // processes that wanted a core in the last minute
  std::optional<double> swap_used_bytes;
  int nvidia_cards = 0;                       // on the bus, driver or not
  std::string nvidia_driver;                  // version
  std::vector<std::string> library_settings;  // variables that are set and change what libraries do; their names alone
};

// `root` is where /proc and /sys are.
Host read_host(const std::filesystem::path& root = "/");

}  // namespace ringside
