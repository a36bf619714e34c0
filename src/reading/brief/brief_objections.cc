#include "reading/brief/brief_objections.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/names.h"

namespace fm {
namespace {

using Name = std::string_view;
using Outcome = BriefObjection::Outcome;

struct OutcomeWords {
  Outcome outcome;
  Name name;   // in JSON
  Name label;  // on a line
};
constexpr std::array<OutcomeWords, 4> kOutcomes = {{
    {Outcome::kOpen, "open", "Open"},
    {Outcome::kTakenUp, "taken_up", "Taken up"},
    {Outcome::kAnswered, "answered", "Answered"},
    {Outcome::kOverruled, "overruled", "Overruled by you"},
}};

// By name_key().
constexpr auto kTakenUp = std::to_array<Name>(
    {"takenup", "accepted", "adopted", "incorporated", "included", "resolved", "fixed", "addressed",
     "changed", "agreed", "done", "met", "solved", "taken"});
constexpr auto kAnswered =
    std::to_array<Name>({"answered", "explained", "rejected", "declined", "refuted", "dismissed",
                         "clarified", "notadopted", "notaccepted", "nottakenup"});
constexpr auto kOverruled =
    std::to_array<Name>({"overruled", "overruledbyyou", "overruledbytheperson", "overruledbyuser",
                         "overruledbytheuser"});

constexpr auto kAgent = std::to_array<Name>(
    {"agent", "agentid", "by", "from", "who", "raisedby", "author", "objector"});
constexpr auto kText = std::to_array<Name>({"text", "objection", "concern", "issue", "what",
                                            "description", "point", "statement", "problem"});
constexpr auto kOutcome = std::to_array<Name>(
    {"outcome", "status", "state", "resolution", "became", "result", "fate", "resolved"});
constexpr auto kWhy = std::to_array<Name>(
    {"why", "reason", "answer", "change", "how", "explanation", "response", "reply", "note"});

constexpr auto kTopic = std::to_array<Name>({"topic", "title", "subject", "about", "area", "name"});
constexpr auto kDecision =
    std::to_array<Name>({"decision", "decided", "text", "what", "choice", "chosen", "point",
                         "statement", "item", "description", "value"});
constexpr auto kReason =
    std::to_array<Name>({"reason", "why", "rationale", "because", "justification", "reasoning"});

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

bool ends_sentence(std::string_view text) {
  return !text.empty() && (Name(".!?").contains(text.back()) || text.ends_with("…"));
}

// What would read as an outcome in a text gets a backslash before the mark behind it.
std::string without_outcomes(std::string_view text) {
  std::string out(text);
  for (const OutcomeWords& words : kOutcomes) {
    const std::string label = ascii_lower(words.label);
    std::string lower = ascii_lower(out);
    for (std::size_t at = 0; (at = lower.find(label, at)) != std::string::npos;) {
      at += label.size();
      if (at == out.size() || !Name(":.)").contains(out[at])) continue;
      out.insert(at, 1, '\\');
      lower.insert(at, 1, '\\');
    }
  }
  return out;
}

const OutcomeWords& words_of(Outcome outcome) {
  return *std::ranges::find(kOutcomes, outcome, &OutcomeWords::outcome);
}

std::string joined(std::string one, const std::string& other) {
  if (one.empty() || other.empty() || one == other) return one.empty() ? other : one;
  return std::move(one) + ": " + other;
}

class ObjectionReader {
 public:
  explicit ObjectionReader(const Roster& roster) : roster_(roster) {}

  void read(const Json& value, const std::string& agent, int depth = 0) {
    constexpr int kMaxNesting = 3;
    if (depth > kMaxNesting || all_.size() > kMaxBriefItems) return;
    if (value.is_array()) {
      for (const Json& item : value.get_array()) read(item, agent, depth + 1);
    } else if (value.is_object()) {
      object(value.get_object(), agent, depth);
    } else {
      for (const std::string& line : brief_items(value)) written(line, agent);
    }
  }

  std::vector<BriefObjection> take() { return std::move(all_); }

 private:
  void object(const JsonObject& object, const std::string& agent, int depth) {
    if (object.size() > kMaxBriefItems) return;
    if (const Json* text = find_field(object, kText)) {
      const Json* who = find_field(object, kAgent);
      const Json* outcome = find_field(object, kOutcome);
      const Json* why = find_field(object, kWhy);
      BriefObjection one{.agent = {}, .text = brief_text(*text)};
      one.outcome = outcome == nullptr ? Outcome::kOpen : objection_outcome(brief_text(*outcome));
      one.why = why == nullptr ? "" : brief_text(*why);
      return add(std::move(one), who != nullptr ? brief_text(*who) : agent);
    }
    // {"adversary": "..."}, with several for each.
    for (const auto& member : object)
      read(member.value(), clean(view(member.key())).text, depth + 1);
  }

  void written(std::string_view line, const std::string& agent) {
    if (!agent.empty()) return add(split_objection(line), agent);
    const Labelled parts = split_label(line);
    if (!parts.label.empty() && roster_.find(parts.label))
      return add(split_objection(parts.text), parts.label);
    add(split_objection(line), {});
  }

  void add(BriefObjection one, const std::string& who) {
    const std::string_view text = trim(one.text);
    if (says_nothing(text) || is_placeholder(text) || all_.size() > kMaxBriefItems) return;
    const auto agent = roster_.find(who);
    one.text = agent || who.empty() ? std::string(text) : who + ": " + std::string(text);
    if (agent) one.agent = roster_.agents()[agent->index].id;
    if (one.outcome == Outcome::kOpen) one.why.clear();
    if (std::ranges::find(all_, one) == all_.end()) all_.push_back(std::move(one));
  }

  const Roster& roster_;
  std::vector<BriefObjection> all_;
};

}  // namespace

std::string_view to_string(Outcome outcome) { return words_of(outcome).name; }

std::optional<Outcome> outcome_from(std::string_view name) {
  const auto found = std::ranges::find(kOutcomes, name, &OutcomeWords::name);
  if (found == kOutcomes.end()) return std::nullopt;
  return found->outcome;
}

Outcome objection_outcome(std::string_view said) {
  constexpr std::size_t kLongest = 60;
  if (said.size() > kLongest) return Outcome::kOpen;
  const std::string key = name_key(said);
  if (among(key, kOverruled)) return Outcome::kOverruled;
  if (among(key, kTakenUp) || key == "yes" || key == "true") return Outcome::kTakenUp;
  return among(key, kAnswered) ? Outcome::kAnswered : Outcome::kOpen;
}

std::string objection_line(std::string_view text, Outcome outcome, std::string_view why) {
  const std::string_view label = words_of(outcome).label;
  std::string out = without_outcomes(trim(text));
  const bool ends = ends_sentence(out);
  out += ends ? " " : " (";
  out += ends ? std::string(label) : ascii_lower(label);
  if (!trim(why).empty()) out += ": " + without_outcomes(trim(why));
  if (!ends) return out + ")";
  return trim(why).empty() ? out + "." : out;
}

BriefObjection split_objection(std::string_view line) {
  line = trim(line);
  const std::string lower = ascii_lower(line);
  const auto split = [&](std::size_t at, const OutcomeWords& words, std::string_view why) {
    return BriefObjection{.agent = {},
                          .text = std::string(trim(line.substr(0, at))),
                          .outcome = words.outcome,
                          .why = std::string(trim(why))};
  };
  for (const OutcomeWords& words : kOutcomes) {
    const std::string label = ascii_lower(words.label);
    const std::string open = " " + label + ": ", bracket = " (" + label + ": ";
    const std::size_t at = lower.find(open);
    if (at != std::string::npos && ends_sentence(line.substr(0, at)))
      return split(at, words, line.substr(at + open.size()));
    const std::size_t in = lower.find(bracket);
    if (in != std::string::npos && line.ends_with(')')) {
      const std::size_t begin = in + bracket.size();
      return split(in, words, line.substr(begin, line.size() - 1 - begin));
    }
  }
  for (const OutcomeWords& words : kOutcomes) {
    const std::string label = ascii_lower(words.label);
    for (const std::string& end : {" " + label + ".", " " + label, " (" + label + ")"}) {
      if (!lower.ends_with(end)) continue;
      const std::size_t at = lower.size() - end.size();
      if (end[1] == '(' || ends_sentence(line.substr(0, at))) return split(at, words, {});
    }
  }
  return {.agent = {}, .text = std::string(line)};
}

std::vector<BriefObjection> read_objections(const Json& value, const Roster& roster) {
  ObjectionReader reader(roster);
  reader.read(value, {});
  return reader.take();
}

std::vector<std::string> read_decisions(const Json& value) {
  if (!value.is_array()) return brief_items(value);
  JsonArray texts;
  for (const Json& item : value.get_array()) {
    const JsonObject* object = item.if_object();
    const Json* text = object != nullptr ? find_field(*object, kDecision) : nullptr;
    if (text == nullptr) {
      texts.push_back(item);
      continue;
    }
    const Json* topic = find_field(*object, kTopic);
    const Json* reason = find_field(*object, kReason);
    std::string one = joined(topic != nullptr ? brief_text(*topic) : "", brief_text(*text));
    texts.emplace_back(joined(std::move(one), reason != nullptr ? brief_text(*reason) : ""));
  }
  return brief_items(texts);
}

}  // namespace fm
