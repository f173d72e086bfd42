// Integers modulo 2^64 in place of floats. Their sums are the same in whatever order they are taken, so that a strategy
// is right if it gives the very same bits as a textbook loop: no tolerance hides a small mistake.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/net/network.h"

namespace ringside {

using Word = std::uint64_t;
using Words = std::vector<Word>;

// A pseudo-random word: a function of what it is for.
Word mixed(std::initializer_list<Word> what);

// What a step trains on. A label is a class.
struct WordBatch {
  Words images, labels;
};
WordBatch word_batch(const Network& network, int batch, int step);

// network.params() words.
Words first_words(const Network& network);

// The solver in integers. Every step has another rate; the multipliers of a blob are used as they stand.
struct WordSolver {
  Word momentum, decay;
  explicit WordSolver(const Solver& solver);
  static Word rate(int step);
};

}  // namespace ringside
