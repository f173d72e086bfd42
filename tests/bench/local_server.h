// A web server on this machine, for tests of downloads.
#pragma once
#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <string>

namespace ringside::testing {

// Python's http.server on a free port, serving a directory as long as it lives. Requests go past any proxy.
class LocalServer {
 public:
  explicit LocalServer(const std::filesystem::path& directory);
  ~LocalServer();
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  // "http://127.0.0.1:PORT"; empty: there is no Python.
  const std::string& url() const { return url_; }

 private:
  pid_t child_ = 0;
  FILE* output_ = nullptr;  // kept open: a server that cannot say what it does ends
  std::string url_;
};

}  // namespace ringside::testing
