#include "reading/blocks/routing.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"
#include "reading/json/settle.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr std::array<Name, 13> kAgent = {
    "agent",     "nextagent", "agentid",     "selectedagent", "nextspeaker", "speaker", "next",
    "agentname", "recipient", "targetagent", "target",        "to",          "agents"};
constexpr std::array<Name, 5> kSignal = {"signal", "decision", "action", "status", "result"};
constexpr std::array<Name, 6> kAgentLabels = {"agent",          "nextagent",   "nextspeaker",
                                              "thenextagentis", "nextagentis", "selectedagent"};
constexpr std::array<Name, 2> kModel = {"model", "modelname"};
constexpr std::array<Name, 5> kReasoning = {"reasoning", "reason", "rationale", "why",
                                            "explanation"};
constexpr int kMaxNesting = 3;
constexpr std::size_t kMaxLines = 200;     // signals and labels; nobody decides that often
constexpr std::size_t kLongestLabel = 60;  // bytes

// A quick test first: a line that is only a signal begins and ends like one. A line that is not all
// ASCII is always looked at closely.
bool may_be_signal(std::string_view line) {
  constexpr std::size_t kLongest = 60;
  if (line.size() > kLongest) return false;
  for (const char character : line) {
    if (static_cast<unsigned char>(character) >= 0x80) return true;
    if (!is_ascii_letter(character)) continue;
    const char first = ascii_lower(character);
    return first == 'w' || first == 'c';
  }
  return false;
}

std::optional<Route> signal_of(std::string_view said) {
  const std::string key = name_key(said.substr(0, 200));
  if (key == "waitforuser") return Route::kWaitForUser;
  if (key == "consensusreached") return Route::kConsensus;
  return std::nullopt;
}

std::optional<Route> signal_of(const Json* value) {
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return signal_of(std::string_view(value->get_string().data(), value->get_string().size()));
}

bool same(const Routing& one, const Routing& other) {
  return one.route == other.route && (one.route != Route::kAgent || one.agent == other.agent);
}

class Reader {
 public:
  Reader(std::string_view text, const Roster& roster) : text_(text), roster_(roster) {}

  Read<Routing> run(Steps* steps) {
    const Found found = find_json(text_, steps);
    std::vector<Reading<Routing>> readings;
    for (const Candidate& candidate : found.candidates) {
      if (candidate.after_broken) continue;
      auto reading = in_value(candidate.parsed.value, 0);
      if (!reading) continue;
      if (!candidate.parsed.conflicts.empty()) {
        reading = fault(
            FaultCode::kDuplicateKeyConflict,
            "The key \"" + candidate.parsed.conflict_key + "\" comes twice with different values.",
            candidate.parsed.conflicts.front().offset);
      } else if (*reading) {
        (*reading)->repairs = notes_of_repairs(candidate.parsed);
      } else if ((*reading).error().code == FaultCode::kMissingField &&
                 candidate.parsed.cut == Cut::kInside) {
        reading = fault(FaultCode::kTruncated, "The answer breaks off before the agent is named.");
      }
      readings.push_back({std::move(*reading), candidate.begin, candidate.end});
    }
    add_lines(readings, found, steps);
    if (!readings.empty()) return settle<Routing>(text_, std::move(readings), same);
    if (found.candidates.empty()) return std::unexpected(fault_of_search(found, text_));
    if (found.candidates.back().parsed.cut == Cut::kInside) {
      return fault(FaultCode::kTruncated, "The answer breaks off before the agent is named.",
                   text_.size());
    }
    return fault(FaultCode::kMissingField, "The JSON does not say which agent is next.",
                 found.candidates.front().begin);
  }

 private:
  // Nothing when the value is about something else.
  std::optional<Read<Routing>> in_value(const Json& value, int depth) const {
    if (depth > kMaxNesting) return std::nullopt;
    if (value.is_array()) return in_list(value.get_array(), depth);
    if (!value.is_object()) return std::nullopt;
    const JsonObject& object = value.get_object();
    Routing out;
    if (const Json* model = find_field(object, kModel)) out.model = plain_text(*model).value_or("");
    if (const Json* words = find_field(object, kReasoning)) {
      out.reasoning = plain_text(*words).value_or("");
    }
    const Json* agent = find_field(object, kAgent);
    for (const Json* place : {agent, find_field(object, kSignal)}) {
      if (const auto signal = signal_of(place)) {
        out.route = *signal;
        return Read<Routing>(std::move(out));
      }
    }
    if (agent != nullptr) {
      auto index = roster_.agent_of(agent);
      if (!index) return Read<Routing>(std::unexpected(std::move(index.error())));
      out.agent = *index;
      return Read<Routing>(std::move(out));
    }
    // {"routing": {"agent": ...}}
    std::optional<Read<Routing>> inner;
    for (const auto& member : object) {
      if (!member.value().is_object()) continue;
      auto reading = in_value(member.value(), depth + 1);
      if (!reading) continue;
      if (inner) return std::nullopt;
      inner = std::move(reading);
    }
    return inner;
  }

  // A list of one decision, or of the same one again.
  std::optional<Read<Routing>> in_list(const JsonArray& list, int depth) const {
    constexpr std::size_t kMost = 20;
    std::optional<Read<Routing>> out;
    for (std::size_t i = 0; i < std::min(list.size(), kMost); ++i) {
      auto next = in_value(list[i], depth + 1);
      if (!next) continue;
      if (out && (!*out || !*next || !same(**out, **next))) {
        return fault(FaultCode::kAmbiguous, "The answer is a list of several decisions.");
      }
      out = std::move(next);
    }
    return out;
  }

  Read<Routing> named(std::string_view said) const {
    Routing out;
    if (const auto signal = signal_of(said)) {
      out.route = *signal;
      return out;
    }
    auto index = roster_.agent_of(said);
    if (!index) return std::unexpected(std::move(index.error()));
    out.agent = *index;
    return out;
  }

  // A signal on a line of its own counts beside JSON; labels, tags and bare names only without it.
  void add_lines(std::vector<Reading<Routing>>& readings, const Found& found, Steps* steps) const {
    if (steps != nullptr) steps->add(4 * text_.size());
    std::vector<Reading<Routing>> signals, labels;
    std::size_t lines = 0;
    std::string_view only;
    for (const Region& region : find_regions(text_, steps)) {
      if (region.container != Container::kProse && region.container != Container::kFence) continue;
      for (const std::string_view raw :
           split_lines(text_.substr(region.begin, region.end - region.begin))) {
        const std::string_view line = trim_wide(raw);
        if (line.empty() || line.size() > 300) continue;
        ++lines;
        only = line;
        const auto begin = static_cast<std::size_t>(line.data() - text_.data());
        if (signals.size() < kMaxLines && may_be_signal(line) && signal_of(line)) {
          signals.push_back({named(line), begin, begin + line.size()});
        }
        if (labels.size() >= kMaxLines) continue;
        if (const auto value = labelled(line); !value.empty()) {
          labels.push_back({named(value), begin, begin + line.size()});
        }
      }
    }
    std::vector<Reading<Routing>>& more = !signals.empty() ? signals : labels;
    if (signals.empty() && !(readings.empty() && found.candidates.empty())) return;
    if (more.empty() && lines == 1 && roster_.find_exact(only)) {
      more.push_back({named(only), 0, text_.size()});
    }
    for (auto& reading : more) readings.push_back(std::move(reading));
    std::ranges::sort(readings, {}, &Reading<Routing>::begin);
  }

  // "Agent: architect", "**Next agent:** architect", <agent>architect</agent>
  static std::string_view labelled(std::string_view line) {
    if (line.starts_with('<')) {
      const std::string lower = ascii_lower(line);
      if (!lower.starts_with("<agent>")) return {};
      const std::size_t end = lower.find("</agent>");
      return end == std::string::npos ? std::string_view() : line.substr(7, end - 7);
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon > kLongestLabel) return {};
    if (line.find_first_of("{[\"'") < colon) return {};  // JSON that could not be read
    const std::string_view before = line.substr(0, colon);
    const std::string_view after = line.substr(colon + 1);
    if (signal_of(before)) return before;  // "WAIT_FOR_USER: the budget is open"
    const std::string label = squash(before);
    if (is_one_of(label, kAgentLabels)) return after;
    return is_one_of(label, kSignal) && signal_of(after) ? after : std::string_view();
  }

  std::string_view text_;
  const Roster& roster_;
};

}  // namespace

Read<Routing> read_routing(std::string_view text, const Roster& roster, Steps* steps) {
  return Reader(text, roster).run(steps);
}

}  // namespace fm
