#include "test/support/outside.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/json.h"

namespace fm::testing {
namespace {

// Shorter lines may stand in a prompt for other reasons.
constexpr std::size_t kTelling = 24;

// The longest line, as JSON has it: that is how it stands in the log.
std::string telling_line(std::string_view text) {
  std::string longest;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    if (line.size() > longest.size()) longest = line;
  return longest.size() < kTelling ? std::string() : longest;
}

std::string in_json(std::string_view text) {
  const std::string quoted = canonical(Json(boost::json::string(text)));
  return quoted.substr(1, quoted.size() - 2);
}

bool has(const StoredLog& log, std::string_view words) {
  const std::string wanted = in_json(words);
  for (const auto& [room, lines] : log)
    for (const std::string& line : lines)
      if (line.find(wanted) != std::string::npos) return true;
  return false;
}

std::vector<std::string> titles_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) return {};
  std::ostringstream text;
  text << file.rdbuf();
  const auto json = parse_json(text.str());
  if (!json) return {"(not JSON)"};  // half a file
  std::vector<std::string> titles;
  if (const Json* ideas = find_at(*json, "ideas"))
    for (const Json& idea : ideas->as_array()) titles.emplace_back(text_at(idea, "title"));
  return titles;
}

}  // namespace

void Outside::event(const EventPtr& event) {
  told_[{event->room, event->room_seq}] = encode(*event);
}

void Outside::acknowledged(const Event& event) {
  told_[{event.room, event.room_seq}] = encode(event);
}

void Outside::said(std::string_view words) {
  if (std::string line = telling_line(words); !line.empty()) heard_.insert(std::move(line));
}

void Outside::answered(std::string_view text) { said(text); }

void Outside::asked(std::string_view prompt) {
  for (const std::string& line : heard_)
    if (!quoted_.contains(line) && prompt.find(line) != std::string_view::npos)
      quoted_.insert(line);
}

void Outside::wants_file(std::string path) { files_.insert(std::move(path)); }

std::size_t Outside::files() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      files_, [](const std::string& path) { return !titles_of(path).empty(); }));
}

std::vector<std::string> Outside::faults(const StoredLog& log) const {
  std::vector<std::string> faults;
  for (const auto& [where, line] : told_) {
    const auto room = log.find(where.first);
    const auto at = static_cast<std::size_t>(where.second.value);
    if (room == log.end() || at > room->second.size())
      faults.push_back("an event that was told is lost: " + line.substr(0, 300));
    else if (room->second[at - 1] != line)
      faults.push_back("an event that was told is another now: " + line.substr(0, 300));
  }
  for (const std::string& line : quoted_)
    if (!has(log, line)) faults.push_back("a model was sent what is not in the log: " + line);
  for (const std::string& path : files_)
    for (const std::string& title : titles_of(path))
      if (!has(log, title)) faults.push_back("a file holds what is not in the log: " + title);
  return faults;
}

}  // namespace fm::testing
