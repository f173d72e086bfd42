// Starting and stopping Python's http.server.
#include "tests/bench/local_server.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace ringside::testing {

LocalServer::LocalServer(const std::filesystem::path& directory) {
  setenv("no_proxy", "127.0.0.1", 1);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const std::string folder = directory.string();
  child_ = fork();
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that is killed takes its server along
    dup2(ends[1], STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    execlp("python3", "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.c_str(),
           static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  output_ = fdopen(ends[0], "r");
  int port = 0;
  if (fscanf(output_, "Serving HTTP on 127.0.0.1 port %d", &port) == 1)
    url_ = "http://127.0.0.1:" + std::to_string(port);
}

LocalServer::~LocalServer() {
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
  fclose(output_);
}

}  // namespace ringside::testing
