// ringside doctor
#include <fmt/format.h>

#include "bench/cli.h"
#include "bench/doctor.h"

namespace ringside {
namespace {

class DoctorCommand : public CliCommand {
 public:
  explicit DoctorCommand(CLI::App& parent)
      : CliCommand(parent, "doctor",
                   "Whether times measured here can be trusted, and what to do about it: takes two seconds") {
    app().add_flag("--json", json_, "As JSON");
  }

  int act() override {
    const Checkup checkup = check_up();
    if (json_)
      fmt::print("{}\n", doctor_json(checkup).dump(2));
    else
      fmt::print("{}", doctor_text(checkup));
    return 0;
  }

 private:
  bool json_ = false;
};

}  // namespace

std::unique_ptr<CliCommand> doctor_command(CLI::App& parent) {
  return std::make_unique<DoctorCommand>(parent);
}

}  // namespace ringside
