// The fake model server in a process of its own, and what it was asked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "bench/promises/measure.h"

namespace fm::bench {

// Answers of about 3 KB that make an ideation of three rounds go straight on: each round has ideas
// of its own, and all are scored. `first` is the text of rules that stand before these.
enum class Bodies { kKept, kDropped };
std::string answers(Bodies bodies, std::string_view first = {});

class FakeServer {
 public:
  FakeServer(const Scratch& scratch, std::string_view script);
  ~FakeServer() { stop(); }
  FakeServer(const FakeServer&) = delete;

  const std::string& base_url() const { return base_url_; }
  int port() const { return port_; }
  void stop() { kill_and_wait(process_); }

  std::vector<std::string> bodies() const;  // of the requests so far, in order
  void wait_until_held(int count) const;    // that many requests wait for their answer

 private:
  Json ledger() const;

  Process process_;
  int port_ = 0;
  std::string base_url_;
};

// Keeps bodies as a file that children read, one a line.
void write_bodies(const std::string& path, const std::vector<std::string>& bodies);
std::vector<std::string> read_bodies(const std::string& path);

}  // namespace fm::bench
