#include "bench/promises/fake_server.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "bench/promises/floor.h"

namespace fm::bench {

FakeServer::FakeServer(const Scratch& scratch, std::string_view script) {
  const std::string path = scratch.path("script.json");
  std::ofstream(path) << script;
  process_ = start({programs() + "/test/fake_openai", path}, {}, Pipes::kYes);
  port_ = std::atoi(read_line(process_.out).c_str());
  if (port_ == 0) give_up("the fake server does not start");
  base_url_ = "http://127.0.0.1:" + std::to_string(port_) + "/v1";
}

Json FakeServer::ledger() const {
  const std::string text = get("http://127.0.0.1:" + std::to_string(port_) + "/ledger");
  auto json = parse_json(text);
  if (!json) give_up("the fake server's ledger cannot be read");
  return std::move(*json);
}

std::vector<std::string> FakeServer::bodies() const {
  const Json json = ledger();
  std::vector<std::string> bodies;
  for (const Json& request : find_at(json, "requests")->get_array())
    bodies.push_back(canonical(request));
  return bodies;
}

void FakeServer::wait_until_held(int count) const {
  const double until = now_us() + 90e6;
  while (int_at(ledger(), "held") < count) {
    if (now_us() > until) give_up("the requests to be held do not come");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

void write_bodies(const std::string& path, const std::vector<std::string>& bodies) {
  std::ofstream file(path);
  for (const std::string& body : bodies) file << body << '\n';
}

std::vector<std::string> read_bodies(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> bodies;
  for (std::string line; std::getline(file, line);) bodies.push_back(line);
  return bodies;
}

}  // namespace fm::bench
