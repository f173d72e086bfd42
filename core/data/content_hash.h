// A fingerprint of a data set, for the record.
#pragma once
#include <string>

#include "core/data/dataset.h"

namespace ringside {

// 16 hexadecimal digits of shapes, pixels and labels, not of names: FNV-1a over 64-bit little-endian words instead of
// bytes, for speed, with the high half folded into the low one after each word, since a multiplication carries only
// upwards. It tells sets apart that differ by chance; against intent it is no proof.
std::string content_hash(const Dataset& data);

}  // namespace ringside
