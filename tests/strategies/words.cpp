// Random words, batches of them, and the solver's constants.
#include "tests/strategies/words.h"

#include <cmath>

namespace ringside {

Word mixed(std::initializer_list<Word> what) {
  Word hash = 0;
  for (const Word part : what) {
    hash += part + 0x9E3779B97F4A7C15;  // SplitMix64's finalizer (Steele, Lea & Flood 2014)
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9;
    hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EB;
    hash ^= hash >> 31;
  }
  return hash;
}

WordBatch word_batch(const Network& network, int batch, int step) {
  const auto at = static_cast<Word>(step);
  WordBatch words;
  for (Word i = 0; i < static_cast<Word>(batch * network.input.count()); ++i) {
    words.images.push_back(mixed({1, at, i}));
  }
  for (Word i = 0; i < static_cast<Word>(batch); ++i) {
    words.labels.push_back(mixed({2, at, i}) % static_cast<Word>(network.classes()));
  }
  return words;
}

Words first_words(const Network& network) {
  Words words;
  for (Word i = 0; i < static_cast<Word>(network.params()); ++i) words.push_back(mixed({3, i}));
  return words;
}

WordSolver::WordSolver(const Solver& solver)
    : momentum(static_cast<Word>(std::lround(10 * solver.momentum))),
      decay(static_cast<Word>(std::lround(10000 * solver.weight_decay))) {}

Word WordSolver::rate(int step) {
  return 2 * static_cast<Word>(step) + 3;
}

}  // namespace ringside
