#include "bench/promises/fake_server.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "bench/promises/floor.h"
#include "test/fakes/fake_provider.h"

namespace fm::bench {
namespace {

constexpr int kRounds = 3;
constexpr int kIdeasOfARound = 5;

std::string ideas_of(int round) {
  static constexpr const char* kSeasons[] = {"Spring", "Summer", "Autumn"};
  constexpr std::string_view kTitle = "{\"title\": \"";
  std::string text = everything_text();
  for (auto at = text.find(kTitle); at != text.npos; at = text.find(kTitle, at))
    text.insert(at += kTitle.size(), std::string(kSeasons[round - 1]) + " ");
  return text;
}

std::string scores() {
  std::string text = "Weighed by what can be shown in a month.\n\n```json\n{\"evaluations\": [";
  for (int i = 1; i <= kRounds * kIdeasOfARound; ++i)
    text += fmt::format(
        R"({}{{"idea_id": "idea-{}", "feasibility": 7, "innovation": 6, "impact": {}.5, )"
        R"("clarity": 8, "completeness": 7, "score": 7.{}, "pros": ["small to try"], )"
        R"("cons": ["needs data"], "feedback": "Name the one next step."}})",
        i == 1 ? "" : ",\n  ", i, i % 4 + 5, i % 10);
  return text + "]}\n```\n";
}

JsonObject rule(JsonArray last_has, const std::string& text) {
  return {{"last_has", std::move(last_has)}, {"text", text}, {"chunk_bytes", 256}};
}

}  // namespace

std::string answers(Bodies bodies, std::string_view first) {
  std::string rules;
  for (int round = 1; round <= kRounds; ++round)
    rules +=
        canonical(rule({fmt::format("Round {} of {}.", round, kRounds), "=== you are ideation ==="},
                       ideas_of(round))) +
        ",";
  rules += canonical(rule({"=== you are moderator ==="}, scores())) + ",";
  rules += canonical(rule({}, everything_text()));
  return fmt::format(R"({{"keep_bodies": {}, "rules": [{}{}{}]}})", bodies == Bodies::kKept, first,
                     first.empty() ? "" : ",", rules);
}

FakeServer::FakeServer(const Scratch& scratch, std::string_view script) {
  const std::string path = scratch.path("script.json");
  std::ofstream(path) << script;
  process_ = start({programs() + "/test/fake_provider", path}, {}, Pipes::kYes);
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
