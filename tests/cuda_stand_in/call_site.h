// Where in the program under test a call comes from.
#pragma once
#include <string>

namespace stand_in {

// The way through the library or program that called: its return addresses from the innermost out, up to the first that is not
// its own, as hexadecimal places in its file joined by dots. The same in every process, wherever the file is loaded.
struct CallSite {
  std::string file;  // of that library or program
  std::string way;
};

// Of the call of a stand-in's function that is under way.
CallSite call_site();

}  // namespace stand_in
