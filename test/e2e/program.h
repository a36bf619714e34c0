// Program: the real binary, run as a person would run it.
//
// A Place is a temporary world of its own: a home, a folder to work in, an environment that
// holds nothing of whoever runs the tests. A Program runs in it; its output can be read line by
// line while it lives, so that it can be killed at a certain line. Every wait is a poll on pipes
// with a limit; beyond it the program is killed and the test fails.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fm::e2e {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Place {
 public:
  Place();
  ~Place();
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  fs::path root, home, folder;
  std::map<std::string, std::string> environment;

  fs::path store() const { return home / ".local/state/folkmoot"; }
  fs::path database() const { return store() / "store.db"; }
  void write(const fs::path& below_folder, std::string_view bytes) const;
};

struct Ran {
  int status = -1;  // exit status; -1 when a signal ended it
  int signal = 0;
  std::string out, err;

  Words lines() const;  // of out
};

struct RunOptions {
  std::string program = {};  // instead of ours
  Words before = {};         // a program that runs ours: {"setpriv", ...}
  std::string input = {};    // standard input; it ends after this
  fs::path output = {};      // a file instead of the pipe
  fs::path folder = {};      // instead of the place's
};

class Program {
 public:
  Program(const Place& place, const Words& arguments, const RunOptions& options = {});
  ~Program();  // kills what still runs
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // The next line of standard output; nothing when it has ended.
  std::optional<std::string> line();
  void close_output();  // nobody reads any more
  void send(int signal) const;
  Ran wait();

  pid_t pid() const { return pid_; }

 private:
  bool pump();  // waits for something and takes it; false when nothing can come
  void take(int& fd, std::string& into);
  void give();
  void reap();

  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, err_ = -1, ended_ = -1;
  std::string input_;
  std::size_t line_from_ = 0;
  Ran ran_;
};

Ran run(const Place& place, const Words& arguments, const RunOptions& options = {});

// Splits at line ends; a last piece without one counts.
Words lines_of(std::string_view text);
Words words_of(std::string_view line);  // at single spaces
std::string read_file(const fs::path& path);

}  // namespace fm::e2e
