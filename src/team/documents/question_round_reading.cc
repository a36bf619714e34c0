// The questions of a whole team in one answer, for call_reading.h.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"
#include "reading/json/names.h"
#include "team/documents/call_reading.h"
#include "team/documents/written_items.h"

namespace fm {
namespace {

using Name = std::string_view;

constexpr std::size_t kMostBytes = 2000;  // of one text
constexpr std::size_t kMostAgents = 100;
constexpr int kMaxNesting = 4;

constexpr auto kAgent = std::to_array<Name>(
    {"agent", "agentid", "from", "by", "who", "asker", "askedby", "role", "name", "speaker"});
constexpr auto kText =
    std::to_array<Name>({"text", "question", "q", "ask", "asks", "query", "content"});
constexpr auto kFallback = std::to_array<Name>(
    {"fallback", "default", "defaultanswer", "ifleftopen", "ifopen", "ifyouleaveitopen",
     "otherwise", "assumption", "assume", "assumed", "leftopen", "else"});
constexpr auto kWhy =
    std::to_array<Name>({"why", "reason", "because", "rationale", "whyitmatters", "purpose"});
constexpr auto kNothing = std::to_array<Name>(
    {"nothing", "none", "noquestion", "noquestions", "nothingtoask", "silent", "done", "skip"});

// Before what is taken when a question is left open, and before why it is asked.
constexpr auto kFallbackWords = std::to_array<Name>(
    {"if you leave it open", "if you leave this open", "if you leave that open", "if left open",
     "if it is left open", "if you do not answer", "if you don't answer", "without an answer",
     "if unanswered", "default answer", "default", "fallback", "otherwise", "assumption",
     "wenn du es offen lässt", "falls offen", "sans réponse", "par défaut"});
constexpr auto kWhyWords =
    std::to_array<Name>({"why it matters", "why i ask", "why", "reason", "because"});

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

struct AskedQuestion {
  std::string agent;  // its id
  std::string text;
  std::string fallback;
  std::string why;
};

// Takes "(If you leave it open: ...)" or "Default: ..." out of a text.
std::string take_out(std::string& text, std::span<const Name> words) {
  const std::string lower = ascii_lower(text);
  for (const Name word : words) {
    for (std::size_t at = 0; (at = lower.find(word, at)) != std::string::npos; at += word.size()) {
      std::size_t begin = at;
      while (begin > 0 && Name("*_`").contains(text[begin - 1])) --begin;
      const bool bracket = begin > 0 && (text[begin - 1] == '(' || text[begin - 1] == '[');
      const bool starts = begin > 1 && is_ascii_space(text[begin - 1]);
      std::size_t after = at + word.size();
      while (after < text.size() && Name("*_` ").contains(text[after])) ++after;
      const bool colon = after < text.size() && Name(":,=").contains(text[after]);
      if (!(bracket || starts) || !colon) continue;
      after = std::min(text.find_first_not_of(":,= *", after), text.size());
      std::size_t end = text.size();
      if (bracket) {
        --begin;
        int depth = 0;
        for (std::size_t i = begin; i < text.size(); ++i) {
          if (Name("([").contains(text[i])) ++depth;
          if (Name(")]").contains(text[i]) && --depth == 0) {
            end = i;
            break;
          }
        }
      }
      std::string taken(trim(Name(text).substr(after, end - std::min(after, end))));
      while (taken.ends_with('*') || taken.ends_with('_')) taken.pop_back();
      text.erase(begin, std::min(end + 1, text.size()) - begin);
      while (!text.empty() && Name(" \n*_-").contains(text.back())) text.pop_back();
      return taken;
    }
  }
  return {};
}

class RoundReader {
 public:
  explicit RoundReader(const Roster& roster) : roster_(roster) {}

  // A list, {agent: question}, one question, or what any of these is wrapped in.
  void json(const Json& value, const std::string& agent, int depth = 0) {
    if (depth > kMaxNesting || questions_.size() > kMostAgents) return;
    if (value.is_array()) {
      std::size_t count = 0;
      for (const Json& item : value.get_array())
        if (++count <= kMostAgents) json(item, agent, depth + 1);
    } else if (value.is_object()) {
      object(value.get_object(), agent, depth);
    } else if (value.is_string() || value.is_null() || value.is_bool()) {
      if (agent.empty() && value.is_string()) return lines(view(value.get_string()));
      if (!agent.empty()) add(agent, {.agent = {}, .text = brief_text(value)});
    }
  }

  void lines(std::string_view text) {
    std::optional<AskedQuestion> open;
    std::string who;
    const auto close = [&] {
      if (open) add(who, std::move(*open));
      open.reset();
    };
    for (const std::string_view whole : split_lines(text)) {
      const std::string_view line = without_list_mark(without_quote(trim(whole)));
      if (line.empty()) continue;
      if (const auto lead = speaker(line)) {
        close();
        who = lead->first;
        open = AskedQuestion{.agent = {}, .text = std::string(lead->second)};
        continue;
      }
      const Labelled parts = split_label(line);
      if (!parts.label.empty() && is_one_of(parts.label, kNothing)) {
        close();
        names_nothing(Json(parts.text));
        continue;
      }
      if (!open) continue;
      if (!parts.label.empty() && is_said(parts.label, kFallbackWords)) {
        open->fallback = without_emphasis(parts.text);
      } else if (!parts.label.empty() && is_said(parts.label, kWhyWords)) {
        open->why = without_emphasis(parts.text);
      } else {
        open->text += (open->text.empty() ? "" : " ") + std::string(line);
      }
    }
    close();
  }

  bool found() const { return !questions_.empty() || !nothing_.empty(); }
  const std::string& unknown() const { return unknown_; }

  Json take() {
    JsonArray questions, nothing;
    for (const AskedQuestion& one : questions_) {
      JsonObject entry{{"agent", one.agent}, {"text", one.text}, {"fallback", one.fallback}};
      if (!one.why.empty()) entry["why"] = one.why;
      questions.push_back(std::move(entry));
    }
    for (const std::string& agent : nothing_)
      if (!has_asked(agent)) nothing.emplace_back(agent);
    return JsonObject{{"questions", std::move(questions)}, {"nothing", std::move(nothing)}};
  }

 private:
  void object(const JsonObject& object, const std::string& agent, int depth) {
    if (object.size() > kMostAgents) return;
    const Json* text = find_field(object, kText);
    const Json* who = find_field(object, kAgent);
    if (text != nullptr && (who != nullptr || !agent.empty()) && !text->is_structured()) {
      const Json* fallback = find_field(object, kFallback);
      const Json* why = find_field(object, kWhy);
      return add(who != nullptr && !who->is_structured() ? brief_text(*who) : agent,
                 {.agent = {},
                  .text = brief_text(*text),
                  .fallback = fallback == nullptr ? "" : brief_text(*fallback),
                  .why = why == nullptr ? "" : brief_text(*why)});
    }
    for (const auto& member : object) {
      const std::string key = clean(view(member.key())).text;
      if (is_one_of(key, kNothing)) {
        names_nothing(member.value());
      } else if (roster_.find(key)) {
        json(member.value(), key, depth + 1);
      } else if (member.value().is_structured()) {
        json(member.value(), agent, depth + 1);
      } else if (member.value().is_string() && view(member.value().get_string()).contains('?')) {
        unknown_ = key;  // {"wizard": "Which spell?"}
      }
    }
  }

  // "@ux: What ...", "**Coder** - ...", "### ux"; its name and what follows.
  std::optional<std::pair<std::string, std::string>> speaker(std::string_view line) const {
    constexpr std::size_t kLongestName = 60;
    std::string_view bare = line;
    while (!bare.empty() && Name("#*_`> ").contains(bare.front())) bare.remove_prefix(1);
    while (!bare.empty() && Name("#*_`: ").contains(bare.back())) bare.remove_suffix(1);
    if (bare.size() <= kLongestName && roster_.find_exact(bare))
      return std::pair{std::string(bare), std::string()};
    const Labelled parts = split_label(line);
    if (!parts.label.empty() && parts.label.size() <= kLongestName && roster_.find(parts.label))
      return std::pair{parts.label, parts.text};
    if (line.starts_with('@')) {
      const std::size_t end = std::min(line.find_first_of(" ,:\t"), line.size());
      if (roster_.find_exact(line.substr(0, end)))
        return std::pair{std::string(line.substr(0, end)), std::string(trim(line.substr(end)))};
    }
    return std::nullopt;
  }

  static std::string_view without_quote(std::string_view line) {
    while (line.starts_with('>')) line = trim(line.substr(1));
    return line;
  }

  static std::string without_emphasis(std::string_view text) {
    while (text.ends_with('*') || text.ends_with('_')) text.remove_suffix(1);
    return std::string(trim(text));
  }

  static bool is_said(std::string_view label, std::span<const Name> words) {
    const std::string lower = ascii_lower(trim(label));
    return std::ranges::find(words, Name(lower)) != words.end();
  }

  void names_nothing(const Json& value) {
    for (const std::string& name : texts_of(value, Split::kAtCommas)) {
      const auto agent = roster_.find(name);
      if (agent && nothing_.size() < kMostAgents) add_nothing(roster_.agents()[agent->index].id);
    }
  }

  void add_nothing(const std::string& agent) {
    if (std::ranges::find(nothing_, agent) == nothing_.end()) nothing_.push_back(agent);
  }

  bool has_asked(const std::string& agent) const {
    return std::ranges::find(questions_, agent, &AskedQuestion::agent) != questions_.end();
  }

  void add(const std::string& who, AskedQuestion asked) {
    const auto agent = roster_.find(who);
    if (!agent) {
      unknown_ = who;
      return;
    }
    const RosterAgent& known = roster_.agents()[agent->index];
    if (known.forbidden || is_placeholder(asked.text)) return;
    asked.text = trim(asked.text);
    std::string why = take_out(asked.text, kWhyWords);
    std::string fallback = take_out(asked.text, kFallbackWords);
    if (asked.why.empty()) asked.why = std::move(why);
    if (asked.fallback.empty()) asked.fallback = std::move(fallback);
    if (says_none(asked.text) || is_one_of(asked.text.substr(0, 40), kNothing))
      return add_nothing(known.id);
    if (has_asked(known.id)) return;
    asked.agent = known.id;
    for (std::string* text : {&asked.text, &asked.fallback, &asked.why})
      *text = std::string(trim(cut_bytes(*text, kMostBytes)));
    if (is_placeholder(asked.fallback)) asked.fallback.clear();
    questions_.push_back(std::move(asked));
  }

  const Roster& roster_;
  std::vector<AskedQuestion> questions_;
  std::vector<std::string> nothing_;
  std::string unknown_;
};

std::string round_wanted(const Roster& roster) {
  std::vector<std::string> ids;
  for (const RosterAgent& agent : roster.agents())
    if (!agent.forbidden) ids.push_back(agent.id);
  return "one JSON object {\"questions\": [{\"agent\": ..., \"text\": ..., \"fallback\": ...}], "
         "\"nothing\": [agents that ask nothing]}, where an agent is one of: " +
         join(ids, ", ");
}

// Nobody has to ask: {"questions": []}.
bool asks_nothing(const Json& value) {
  static constexpr auto kQuestions = std::to_array<Name>({"questions", "question"});
  if (!value.is_object()) return false;
  const Json* questions = find_field(value.get_object(), kQuestions);
  return questions != nullptr && questions->is_array() && questions->get_array().empty();
}

}  // namespace

Json question_round_value(std::string_view text, const Roster& roster) {
  const Found found = find_json(text);
  // Of several lists the last one counts; questions that stand alone add up.
  std::optional<RoundReader> last;
  RoundReader single(roster);
  for (const Candidate& candidate : found.candidates) {
    const Json& value = candidate.parsed.value;
    const bool one = value.is_object() && find_field(value.get_object(), kAgent) != nullptr &&
                     find_field(value.get_object(), kText) != nullptr;
    if (one) {
      single.json(value, {});
      continue;
    }
    RoundReader reader(roster);
    reader.json(value, {});
    if (reader.found() || (!last && !reader.unknown().empty())) last.emplace(std::move(reader));
  }
  if (last && last->found()) return last->take();
  if (single.found()) return single.take();
  const bool nobody =
      !found.candidates.empty() && asks_nothing(found.candidates.back().parsed.value);
  if (nobody && (!last || last->unknown().empty()))
    return JsonObject{{"questions", JsonArray()}, {"nothing", JsonArray()}};
  RoundReader written(roster);
  written.lines(clean(without_reasoning(text)).text);
  if (written.found()) return written.take();
  std::string unknown = written.unknown();
  if (last && !last->unknown().empty()) unknown = last->unknown();
  if (unknown.empty()) unknown = single.unknown();
  Fault fault = fault_of_search(found, text);
  if (!unknown.empty()) {
    fault = {FaultCode::kUnknownAgent,
             "There is no agent \"" + std::string(cut_bytes(unknown, 80)) + "\" who may ask.",
             0,
             {}};
  } else if (std::ranges::any_of(found.candidates, [](const Candidate& candidate) {
               return candidate.parsed.cut != Cut::kNone;
             })) {
    fault = {FaultCode::kTruncated, "The questions are cut off.", text.size(), {}};
  } else if (!found.candidates.empty() && !found.truncated) {
    fault = {FaultCode::kMissingField, "The JSON has no questions.", 0, {}};
  }
  return JsonObject{{"fault", repair_prompt(fault, round_wanted(roster))},
                    {"code", fault_name(fault.code)}};
}

}  // namespace fm
