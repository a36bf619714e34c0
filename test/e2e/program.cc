#include "test/e2e/program.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace fm::e2e {
namespace {

constexpr int kLongestSilenceMs = 60'000;

std::string setting(const char* name, std::string otherwise = {}) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::move(otherwise) : value;
}

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    read = ends[0];
    write = ends[1];
  }
};

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

std::vector<char*> pointers(const Words& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

// A program that does not read its input must end itself, not the tests: they ignore the signal,
// and what they start does not.
int start(pid_t& pid, const Words& words, const Words& settings,
          const posix_spawn_file_actions_t& actions) {
  ::signal(SIGPIPE, SIG_IGN);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int failed = posix_spawnp(&pid, words.front().c_str(), &actions, &attributes,
                                  pointers(words).data(), pointers(settings).data());
  posix_spawnattr_destroy(&attributes);
  return failed;
}

}  // namespace

Place::Place() {
  std::string name = (fs::temp_directory_path() / "folkmoot-e2e-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  root = name;
  home = root / "home";
  folder = root / "work";
  fs::create_directories(home);
  fs::create_directories(folder);
  environment = {{"HOME", home.string()},
                 {"PATH", setting("PATH", "/usr/bin:/bin")},
                 {"LANG", "C.UTF-8"},
                 {"FOLKMOOT_MODEL", "rehearsal"},  // whatever else answers on this machine
                 {"TMPDIR", fs::temp_directory_path().string()}};
  for (const char* name_of : {"ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"})
    if (std::string value = setting(name_of); !value.empty()) environment[name_of] = value;
}

Place::~Place() {
  std::error_code error;
  fs::remove_all(root, error);
}

void Place::write(const fs::path& below_folder, std::string_view bytes) const {
  const fs::path path = folder / below_folder;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

Words Ran::lines() const { return lines_of(out); }

Program::Program(const Place& place, const Words& arguments, const RunOptions& options)
    : input_(options.input) {
  Words words = options.before;
  words.push_back(options.program.empty() ? setting("FOLKMOOT_BINARY") : options.program);
  words.insert(words.end(), arguments.begin(), arguments.end());
  Words settings;
  for (const auto& [name, value] : place.environment) settings.push_back(name + "=" + value);

  const Pipe in, out, err;
  int file = -1;
  if (!options.output.empty()) {
    file = ::open(options.output.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    REQUIRE(file >= 0);
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, file >= 0 ? file : out.write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write, STDERR_FILENO);
  const fs::path& folder = options.folder.empty() ? place.folder : options.folder;
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  const int failed = start(pid_, words, settings, actions);
  posix_spawn_file_actions_destroy(&actions);
  for (int fd : {in.read, out.write, err.write, file})
    if (fd >= 0) ::close(fd);
  in_ = in.write;
  out_ = out.read;
  err_ = err.read;
  if (failed != 0) pid_ = -1;
  REQUIRE_MESSAGE(failed == 0, words.front(), " cannot be started");
  ended_ = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  REQUIRE(ended_ >= 0);
  ::fcntl(in_, F_SETFL, O_NONBLOCK);
  give();
}

Program::~Program() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    reap();
  }
  for (int* fd : {&in_, &out_, &err_, &ended_}) close_fd(*fd);
}

std::optional<std::string> Program::line() {
  for (;;) {
    const std::size_t end = ran_.out.find('\n', line_from_);
    if (end != std::string::npos) {
      std::string line = ran_.out.substr(line_from_, end - line_from_);
      line_from_ = end + 1;
      return line;
    }
    if (out_ < 0 || !pump()) return std::nullopt;
  }
}

void Program::close_output() { close_fd(out_); }

void Program::send(int signal) const {
  if (pid_ > 0) ::kill(pid_, signal);
}

Ran Program::wait() {
  while (pump()) {
  }
  if (pid_ > 0) reap();
  return ran_;
}

bool Program::pump() {
  if (in_ < 0 && out_ < 0 && err_ < 0 && ended_ < 0) return false;
  std::array<pollfd, 4> ready{pollfd{out_, POLLIN, 0}, pollfd{err_, POLLIN, 0},
                              pollfd{in_, POLLOUT, 0}, pollfd{ended_, POLLIN, 0}};
  int count = 0;
  do count = ::poll(ready.data(), ready.size(), kLongestSilenceMs);
  while (count < 0 && errno == EINTR);
  if (count == 0) {
    ::kill(pid_, SIGKILL);
    FAIL("the program was silent for a minute; it had said: ", ran_.out, ran_.err);
  }
  if (ready[0].revents != 0) take(out_, ran_.out);
  if (ready[1].revents != 0) take(err_, ran_.err);
  if (ready[2].revents != 0) give();
  // The end of the process counts only when its words were taken.
  if (ready[3].revents != 0) close_fd(in_);
  if (ready[3].revents != 0 && out_ < 0 && err_ < 0) close_fd(ended_);
  return true;
}

void Program::take(int& fd, std::string& into) {
  std::array<char, 16 * 1024> part{};
  const ssize_t got = ::read(fd, part.data(), part.size());
  if (got > 0) into.append(part.data(), static_cast<std::size_t>(got));
  if (got == 0 || (got < 0 && errno != EINTR)) close_fd(fd);
}

void Program::give() {
  if (!input_.empty()) {
    const ssize_t gave = ::write(in_, input_.data(), input_.size());
    if (gave > 0) input_.erase(0, static_cast<std::size_t>(gave));
    if (gave < 0 && errno != EINTR && errno != EAGAIN) input_.clear();
  }
  if (input_.empty()) close_fd(in_);
}

void Program::reap() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (WIFEXITED(status)) ran_.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ran_.signal = WTERMSIG(status);
}

Ran run(const Place& place, const Words& arguments, const RunOptions& options) {
  return Program(place, arguments, options).wait();
}

Words lines_of(std::string_view text) {
  Words lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

Words words_of(std::string_view line) {
  Words words;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    words.emplace_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace fm::e2e
