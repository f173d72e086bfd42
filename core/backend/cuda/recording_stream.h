// A CUDA stream that records what comes again and again, and repeats the recordings: LeNet's kernels are shorter than their launches.
#pragma once
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/backend/cuda/cuda_stream.h"
#include "core/backend/cuda/recording.h"

namespace ringside::cuda {

// Commands are put by until the stream must wait for somebody, or somebody for it: what lies between two such places is the
// longest that can be launched at once while the waits between lanes and devices stay as they are. The first time it is
// executed, the second time recorded, from then on repeated.
class RecordingStream final : public CudaStream {
 public:
  using CudaStream::CudaStream;
  ~RecordingStream() override { finish(); }  // before the recordings go
  RecordingStream(const RecordingStream&) = delete;
  RecordingStream& operator=(const RecordingStream&) = delete;

  void run(const Command& command, std::int64_t step, Interval& when) override;
  void begin_run(Interval& when) override;
  void record(Event& event) override;
  void wait(Event& event) override;
  void drain() override;
  Repeats repeats() const override { return repeats_; }

 private:
  // What began with some command the last time, and its recording.
  struct Section {
    std::vector<const Command*> commands;
    std::unique_ptr<Recording> recording;
  };

  void issue();
  void repeat(Section& section);

  std::vector<const Command*> commands_;  // put by, all of one step
  std::vector<Interval*> whens_;
  std::int64_t step_ = 0;
  std::map<std::pair<const Command*, std::int64_t>, Section>
      sections_;  // by the first command and the step of the rhythm
  Repeats repeats_;
};

}  // namespace ringside::cuda
