// Measuring: clocks, medians, memory, children of their own, and the table that comes of it.
//
// Whatever must not disturb another figure (peak memory, CPU time) runs in a child: this very
// program, started anew with `--child NAME ARGUMENTS`, which prints its figures on one line. Such
// children are registered in promises_main.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fm::bench {

double now_us();  // of the steady clock
double cpu_us();  // user and system, of this process
double median(std::vector<double> values);
std::int64_t peak_bytes(int pid);  // VmHWM
std::int64_t resident_bytes();     // VmRSS, of this process
std::int64_t heap_bytes();         // in use, of this process

// What cannot be measured is said, and the next part begins.
struct GaveUp : std::runtime_error {
  using std::runtime_error::runtime_error;
};
[[noreturn]] void give_up(const std::string& why);

// The folder that the programs are in (build/release), and a scratch folder, removed at the end.
std::string programs();
class Scratch {
 public:
  Scratch();
  ~Scratch();
  std::string path(std::string_view name) const { return folder_ + "/" + std::string(name); }
  std::string fresh();  // a new empty folder

 private:
  std::string folder_;
  int count_ = 0;
};

using Arguments = std::vector<std::string>;
using Figures = std::map<std::string, double, std::less<>>;
using ChildMain = std::function<Figures(const Arguments&)>;

// Runs a child to its end and gives back its figures.
Figures run_child(std::string_view name, const Arguments& arguments);
// What a child does: prints the figures of `main`, and ends.
int be_child(const ChildMain& main, const Arguments& arguments);

// The same for one that does not end: started, and killed by whoever looks at it.
struct Process;
Process start_child(std::string_view name, const Arguments& arguments);

// A program that was started.
struct Process {
  int pid = -1;
  int in = -1;   // its standard input; -1: /dev/null
  int out = -1;  // its standard output
};
enum class Pipes { kNo, kYes };
// `folder`: where it runs; empty: here.
Process start(const Arguments& command, const std::vector<std::string>& variables, Pipes pipes,
              const std::string& folder = {});
double kill_and_wait(Process& process);  // gives the CPU time that it had taken
std::string read_line(int fd);

// How a program ended by itself, and what it had taken: wall from this call on.
struct Ended {
  int status = 0;
  double wall = 0;
  double cpu = 0;
  std::int64_t peak = 0;  // VmHWM, looked at each millisecond
};
Ended wait_for_end(Process& process);

enum class Aim { kNone, kAtMost, kAtLeast };

class Table {
 public:
  void heading(std::string_view title);
  // `ratio` empty: there is no floor. `judged` is what the aim is about.
  void row(std::string_view promise, std::string measured, std::string floor = {},
           std::optional<double> ratio = {}, Aim aim = Aim::kNone, double limit = 0,
           double judged = 0, std::string_view unit = {});
  void ratio_row(std::string_view promise, std::string measured, std::string floor, double ratio,
                 double at_most);
  void plain_row(std::string_view promise, std::string measured, std::string floor = {},
                 std::optional<double> ratio = {});
};

std::string micros(double us);   // 870 us, 12.3 ms, 4.1 s
std::string size(double bytes);  // 1.9 KB, 31.4 MB

}  // namespace fm::bench
