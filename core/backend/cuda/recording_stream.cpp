// Puts by, recognises, records, repeats.
#include "core/backend/cuda/recording_stream.h"

#include "core/backend/cuda/call.h"

namespace ringside::cuda {

void RecordingStream::run(const Command& command, std::int64_t step, Interval& when) {
  if (command.repeats_after(step) == 0) {
    issue();
    CudaStream::run(command, step, when);
    ++repeats_.early;
    return;
  }
  if (step != step_) issue();
  step_ = step;
  commands_.push_back(&command);
  whens_.push_back(&when);
}

void RecordingStream::begin_run(Interval& when) {
  issue();
  CudaStream::begin_run(when);
  ++repeats_.alone;
}

void RecordingStream::record(Event& event) {
  issue();
  CudaStream::record(event);
}

void RecordingStream::wait(Event& event) {
  issue();
  CudaStream::wait(event);
}

void RecordingStream::drain() {
  issue();
  CudaStream::drain();
}

void RecordingStream::issue() {
  if (commands_.empty()) return;
  const std::int64_t turn = step_ % commands_.front()->repeats_after(step_);
  Section& section = sections_[{commands_.front(), turn}];
  const bool came_before = section.commands == commands_;
  if (commands_.size() > 1 && came_before) {
    repeat(section);
  } else {
    for (std::size_t i = 0; i < commands_.size(); ++i) CudaStream::run(*commands_[i], step_, *whens_[i]);
    (commands_.size() > 1 ? repeats_.early : repeats_.alone) += std::ssize(commands_);
    // At a run's beginning some waits are left out, and sections are longer: these do not displace what is recorded.
    if (!section.recording) section.commands = commands_;
  }
  commands_.clear();
  whens_.clear();
}

void RecordingStream::repeat(Section& section) {
  select_device();
  if (!section.recording) section.recording = std::make_unique<Recording>(get(), kernels_, section.commands, step_);
  Recording& recording = *section.recording;
  if (recording.runs > timings_.collected()) CudaStream::drain();  // its marks are about to be recorded anew
  for (std::size_t i = 0; i < commands_.size(); ++i) {
    timings_.add(*whens_[i], {recording.mark(i), recording.mark(i + 1)});
  }
  recording.launch(step_);
  recording.runs = timings_.issued();
  repeats_.repeated += std::ssize(commands_);
}

}  // namespace ringside::cuda
