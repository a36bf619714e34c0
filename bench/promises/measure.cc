#include "bench/promises/measure.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fm::bench {

double now_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(now).count();
}

namespace {
double cpu_of(const rusage& usage) {
  const auto us = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_usec);
  };
  return us(usage.ru_utime) + us(usage.ru_stime);
}
}  // namespace

double cpu_us() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return cpu_of(usage);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[values.size() / 2];
}

namespace {
std::int64_t status_bytes(const std::string& process, std::string_view name) {
  std::ifstream file("/proc/" + process + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name)) return std::atoll(line.c_str() + name.size()) * 1024;
  return 0;
}
}  // namespace

std::int64_t peak_bytes(int pid) { return status_bytes(std::to_string(pid), "VmHWM:"); }

std::int64_t resident_bytes() { return status_bytes("self", "VmRSS:"); }

std::int64_t heap_bytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

void give_up(const std::string& why) { throw GaveUp(why); }

std::string programs() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path().string();
}

// Beside the programs: a temporary folder may be in memory, where a commit costs nothing.
Scratch::Scratch() : folder_(programs() + "/bench-scratch-" + std::to_string(::getpid())) {
  std::filesystem::create_directories(folder_);
}

Scratch::~Scratch() {
  std::error_code error;
  std::filesystem::remove_all(folder_, error);
}

std::string Scratch::fresh() {
  std::string folder = path(std::to_string(++count_));
  std::filesystem::create_directories(folder);
  return folder;
}

Process start(const Arguments& command, const std::vector<std::string>& variables, Pipes pipes,
              const std::string& folder) {
  Process process;
  int in[2] = {-1, -1};
  int out[2] = {-1, -1};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (pipes == Pipes::kYes) {
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) give_up("no pipes");
    ::posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  } else {
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  if (!folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::vector<char*> argv;
  for (const std::string& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<char*> env;
  for (const std::string& entry : variables) env.push_back(const_cast<char*>(entry.c_str()));
  for (char** entry = environ; *entry; ++entry) env.push_back(*entry);
  env.push_back(nullptr);
  if (::posix_spawn(&process.pid, argv[0], &actions, nullptr, argv.data(), env.data()) != 0)
    give_up("cannot start " + command.front());
  ::posix_spawn_file_actions_destroy(&actions);
  if (pipes == Pipes::kYes) {
    ::close(in[0]);
    ::close(out[1]);
    process.in = in[1];
    process.out = out[0];
  }
  return process;
}

double kill_and_wait(Process& process) {
  rusage usage{};
  if (process.pid > 0) {
    ::kill(process.pid, SIGKILL);
    ::wait4(process.pid, nullptr, 0, &usage);
  }
  if (process.in >= 0) ::close(process.in);
  if (process.out >= 0) ::close(process.out);
  process = {};
  return cpu_of(usage);
}

Ended wait_for_end(Process& process) {
  Ended ended;
  const double began = now_us();
  rusage usage{};
  // What the system says of the peak at the end counts the time before exec, too, which is ours.
  while (::wait4(process.pid, &ended.status, WNOHANG, &usage) == 0) {
    ended.peak = std::max(ended.peak, peak_bytes(process.pid));
    ::usleep(1000);
  }
  ended.wall = now_us() - began;
  ended.cpu = cpu_of(usage);
  process.pid = -1;
  kill_and_wait(process);
  return ended;
}

std::string read_line(int fd) {
  std::string line;
  for (char byte = 0; ::read(fd, &byte, 1) == 1 && byte != '\n';) line += byte;
  return line;
}

Process start_child(std::string_view name, const Arguments& arguments) {
  Arguments command{std::filesystem::read_symlink("/proc/self/exe").string(), "--child",
                    std::string(name)};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return start(command, {}, Pipes::kYes);
}

Figures run_child(std::string_view name, const Arguments& arguments) {
  Process child = start_child(name, arguments);
  const std::string line = read_line(child.out);
  int status = 0;
  ::waitpid(child.pid, &status, 0);
  child.pid = -1;
  kill_and_wait(child);
  if (status != 0) give_up(fmt::format("the child {} failed", name));
  Figures figures;
  std::istringstream words(line);
  std::string key;
  for (double value = 0; words >> key >> value;) figures[key] = value;
  return figures;
}

int be_child(const ChildMain& main, const Arguments& arguments) try {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const auto& [key, value] : main(arguments)) fmt::print("{} {:.17g} ", key, value);
  fmt::print("\n");
  std::fflush(stdout);
  std::_Exit(0);  // what it held needs no tidying
} catch (const GaveUp& why) {
  fmt::print(stderr, "bench: {}\n", why.what());
  std::_Exit(1);
}

void Table::heading(std::string_view title) {
  fmt::print("\n{:<50} {:>11} {:>11} {:>6}  aim\n", title, "measured", "floor", "ratio");
}

void Table::row(std::string_view promise, std::string measured, std::string floor,
                std::optional<double> ratio, Aim aim, double limit, double judged,
                std::string_view unit) {
  std::string verdict;
  if (aim != Aim::kNone) {
    const bool met = aim == Aim::kAtMost ? judged <= limit : judged >= limit;
    verdict = fmt::format("{} {:g}{}  {}", aim == Aim::kAtMost ? "<=" : ">=", limit, unit,
                          met ? "met" : "MISSED");
  }
  fmt::print("  {:<48} {:>11} {:>11} {:>6}  {}\n", promise, measured, floor,
             ratio ? fmt::format("{:.2f}", *ratio) : "", verdict);
  std::fflush(stdout);
}

void Table::ratio_row(std::string_view promise, std::string measured, std::string floor,
                      double ratio, double at_most) {
  row(promise, std::move(measured), std::move(floor), ratio, Aim::kAtMost, at_most, ratio);
}

void Table::plain_row(std::string_view promise, std::string measured, std::string floor,
                      std::optional<double> ratio) {
  row(promise, std::move(measured), std::move(floor), ratio);
}

std::string micros(double us) {
  if (us < 1e3) return fmt::format("{:.0f} us", us);
  if (us < 1e6) return fmt::format("{:.2f} ms", us / 1e3);
  return fmt::format("{:.2f} s", us / 1e6);
}

std::string size(double bytes) {
  if (bytes < 1e4) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e6) return fmt::format("{:.1f} KB", bytes / 1e3);
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

}  // namespace fm::bench
