#include "team/documents/call_reading.h"

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
#include "team/documents/check_reading.h"
#include "team/documents/written_items.h"

namespace fm {
namespace {

using Name = std::string_view;

constexpr std::size_t kMostItems = 50;
constexpr std::size_t kMostBytes = 4000;  // of one of them

constexpr auto kReviewLabels = std::to_array<Name>(
    {"review", "myreview", "verdict", "myverdict", "decision", "result", "draft", "thedraft"});
constexpr auto kStands = std::to_array<Name>(
    {"stands", "stand",       "standsasitis", "itstands", "thedraftstands", "ok",
     "okay",   "approve",     "approved",     "accept",   "accepted",       "agree",
     "agreed", "noobjection", "noobjections", "fine",     "pass",           "passes",
     "good",   "lgtm",        "steht"});
constexpr auto kObjects =
    std::to_array<Name>({"objects", "object", "iobject", "objection", "objections", "reject",
                         "rejects", "rejected", "disagree", "doesnotstand", "fails", "fail",
                         "changesneeded", "changesrequested", "doesnotstandyet", "notyet"});
// Under these headings, items are no objections.
constexpr auto kBeside = std::to_array<Name>(
    {"strengths",   "whatworks",     "whatworkswell", "good",    "positives", "praise",
     "suggestions", "nicetohave",    "optional",      "notes",   "remarks",   "minor",
     "whatilike",   "agreed",        "inscope",       "summary", "passed",    "whatpassed",
     "whatisgood",  "whatischecked", "checked"});
constexpr auto kContradicts = std::to_array<Name>(
    {"contradicts", "contradiction", "contradictions", "contradictstheperson", "contradictsuser",
     "contradictstheuser", "contradictsyou", "widerspricht"});
constexpr auto kNoneSaid = std::to_array<Name>(
    {"no objection", "no objections", "nothing to object", "no concerns", "it stands",
     "draft stands", "the brief stands", "looks good", "lgtm", "i agree", "fine as it is",
     "good as it is", "no changes needed", "keine einwände"});
constexpr auto kContrast = std::to_array<Name>(
    {"but", "however", "except", "although", "though", "unless", "if", "missing", "aber", "until"});

constexpr auto kObjectionFields =
    std::to_array<Name>({"objections", "objection", "issues", "problems", "concerns", "faults"});
constexpr auto kReviewFields =
    std::to_array<Name>({"review", "verdict", "stands", "result", "decision", "ok", "approved"});
constexpr auto kContradictionFields =
    std::to_array<Name>({"contradictions", "contradiction", "contradicts"});
constexpr auto kText =
    std::to_array<Name>({"text", "objection", "issue", "fault", "problem", "concern", "what",
                         "description", "finding", "why", "reason", "point"});
constexpr auto kSaid = std::to_array<Name>(
    {"said", "person", "user", "theysaid", "quote", "words", "personswords", "statement"});
constexpr auto kDraft =
    std::to_array<Name>({"text", "draft", "brief", "draftsays", "briefsays", "what", "but"});
constexpr auto kAgent = std::to_array<Name>(
    {"agent", "agentid", "who", "by", "owner", "of", "worker", "author", "role"});

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

std::string key_of(std::string_view text) { return name_key(text.substr(0, 80)); }

// Never in the middle of a word.
std::string cut(std::string_view text) {
  text = trim(text);
  std::string_view head = cut_bytes(text, kMostBytes);
  if (head.size() < text.size()) head = head.substr(0, std::min(head.rfind(' '), head.size()));
  return std::string(trim(head));
}

std::string said_text(const JsonObject& object, FieldNames names) {
  const Json* value = find_field(object, names);
  return value == nullptr ? "" : brief_text(*value, "\n");
}

// --- a draft's review

struct ContradictionSaid {
  std::string said;
  std::string text;
};

struct QuoteMarks {
  Name open;
  Name close;
};
constexpr auto kQuotes = std::to_array<QuoteMarks>(
    {{"\"", "\""}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"‘", "’"}, {"'", "'"}, {"`", "`"}});

// `"two weeks" - the draft says two years`, with other quotation marks, or without.
ContradictionSaid contradiction_in(std::string_view text) {
  text = trim(text);
  static constexpr auto kBetween =
      std::to_array<Name>({"->", "→", "–", "—", "-", ":", ",", "vs.", "vs", "*", "(", "but"});
  for (const QuoteMarks& marks : kQuotes) {
    if (!text.starts_with(marks.open)) continue;
    const std::size_t end = text.find(marks.close, marks.open.size());
    if (end == std::string_view::npos) break;
    ContradictionSaid out{cut(text.substr(marks.open.size(), end - marks.open.size())), {}};
    std::string_view rest = trim(text.substr(end + marks.close.size()));
    bool bracket = false;
    for (bool again = true; again;) {
      again = false;
      for (const Name mark : kBetween) {
        if (!rest.starts_with(mark)) continue;
        bracket = bracket || mark == "(";
        rest = trim(rest.substr(mark.size()));
        again = true;
        break;
      }
    }
    if (bracket && rest.ends_with(')')) rest.remove_suffix(1);
    out.text = cut(rest);
    return out;
  }
  for (const Name mark : {" - ", " – ", " — ", " -> ", " → ", " vs. ", " vs ", " but the draft "}) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) continue;
    return {cut(text.substr(0, at)), cut(text.substr(at + mark.size()))};
  }
  return {{}, cut(text)};
}

class ReviewReader {
 public:
  bool json(const Json& value) {
    if (!value.is_object()) return false;
    const JsonObject& object = value.get_object();
    const Json* objections = find_field(object, kObjectionFields);
    const Json* review = find_field(object, kReviewFields);
    const Json* against = find_field(object, kContradictionFields);
    if (objections == nullptr && review == nullptr && against == nullptr) return false;
    if (review != nullptr && !review->is_structured()) {
      const std::string said = review->is_bool() ? "" : key_of(brief_text(*review));
      if (review->is_bool()) stands_ = review->get_bool();
      if (among(said, kStands)) stands_ = true;
      if (among(said, kObjects)) stands_ = false;
    }
    if (against != nullptr) contradictions(*against);
    if (objections != nullptr && !objections->is_bool()) {
      if (objections->is_array()) {
        for (const Json& item : objections->get_array())
          object_to(item.is_object() ? said_text(item.get_object(), kText) : brief_text(item));
      } else {
        for (const std::string& text : brief_items(*objections)) object_to(text);
      }
    }
    return true;
  }

  void written(std::string_view text) {
    std::string rest;
    verdict(text, rest);
    std::vector<WrittenItem> items = written_items(rest);
    std::erase_if(items, [&](const WrittenItem& item) { return take_contradiction(item); });
    const bool listed = std::ranges::any_of(items, &WrittenItem::bullet);
    std::string prose;
    for (const WrittenItem& item : items) {
      if (among(key_of(item.heading), kBeside)) continue;
      if (item.bullet && stands_ != true) object_to(item.text);
      if (!item.bullet) prose += (prose.empty() ? "" : "\n\n") + item.text;
    }
    if (stands_ == true || listed) return;
    if (prose.empty()) return;
    if (says_none(prose) || (!stands_ && says_there_is_none(prose))) {
      if (!stands_) stands_ = true;
      return;
    }
    object_to(prose);
  }

  Json take() {
    // Nothing is objected in words, but it is objected.
    if (stands_ == false && objections_.empty() && contradictions_.empty()) object_to(first_line_);
    if (!stands_ && objections_.empty() && contradictions_.empty()) return JsonObject();
    JsonArray objections, contradictions;
    for (std::string& text : objections_) objections.emplace_back(std::move(text));
    for (ContradictionSaid& one : contradictions_)
      contradictions.push_back(JsonObject{{"said", one.said}, {"text", one.text}});
    return JsonObject{{"stands", objections.empty() && stands_ != false},
                      {"objections", std::move(objections)},
                      {"contradictions", std::move(contradictions)}};
  }

 private:
  // Takes the first line that is a verdict; what it says behind it stays with the rest.
  void verdict(std::string_view text, std::string& rest) {
    bool first = true;
    for (const std::string_view line : split_lines(text)) {
      if (!stands_ && take_verdict(line, first, rest)) continue;
      first = first && trim(line).empty();
      // Each contradiction is an entry of its own, whatever line it follows.
      if (among(key_of(split_label(line).label), kContradicts)) rest += "\n";
      rest += std::string(line) + "\n";
    }
  }

  // Only the first line may be a verdict without its label.
  bool take_verdict(std::string_view line, bool first, std::string& rest) {
    const Labelled parts = split_label(line);
    std::string_view said = parts.text;
    if (!among(key_of(parts.label), kReviewLabels)) {
      if (!first) return false;
      if (!among(key_of(line), kStands) && !among(key_of(line), kObjects)) return false;
      said = line;
    }
    std::size_t end = std::min(said.find_first_of(".,;:(\n"), said.size());
    for (const Name mark : {" - ", " – ", " — ", " because "}) end = std::min(end, said.find(mark));
    const std::string key = key_of(said.substr(0, end));
    const std::string more(trim(said.substr(std::min(end, said.size()))));
    const bool stands = among(key, kStands), objects = among(key, kObjects);
    if (!stands && !objects) return false;
    const std::vector<std::string> words = name_words(more.substr(0, 200));
    const bool limited = std::ranges::any_of(
        words, [](const std::string& word) { return among(Name(word), kContrast); });
    stands_ = stands && !limited;
    first_line_ = line;
    const std::size_t begin = more.find_first_not_of(".,;:-–— *");
    if (!stands || limited) rest += begin == std::string::npos ? "\n" : more.substr(begin) + "\n\n";
    return true;
  }

  bool take_contradiction(const WrittenItem& item) {
    if (among(key_of(item.heading), kContradicts)) {
      if (!says_none(item.text)) contradict(contradiction_in(item.text));
      return true;
    }
    const Labelled parts = split_label(item.text);
    if (!among(key_of(parts.label), kContradicts)) return false;
    // Lines that follow each other are one paragraph.
    std::string_view rest = parts.text;
    for (std::size_t count = 0; !rest.empty() && count < kMostItems; ++count) {
      std::size_t next = std::string_view::npos;
      for (const Name label : {" Contradicts: ", " **Contradicts:** ", "\nContradicts: "})
        next = std::min(next, rest.find(label));
      const std::string_view one = rest.substr(0, next);
      if (!says_none(one)) contradict(contradiction_in(one));
      if (next == std::string_view::npos) break;
      rest = trim(rest.substr(rest.find(':', next) + 1));
      while (rest.starts_with('*')) rest.remove_prefix(1);
    }
    return true;
  }

  void contradictions(const Json& value) {
    if (value.is_array()) {
      for (const Json& item : value.get_array()) contradictions(item);
    } else if (value.is_object()) {
      contradict(
          {cut(said_text(value.get_object(), kSaid)), cut(said_text(value.get_object(), kDraft))});
    } else if (value.is_string()) {
      const std::string text = brief_text(value);
      if (!says_none(text)) contradict(contradiction_in(text));
    }
  }

  void contradict(ContradictionSaid one) {
    if (one.said.empty() && one.text.empty()) return;
    if (contradictions_.size() < kMostItems) contradictions_.push_back(std::move(one));
  }

  void object_to(std::string_view text) {
    if (says_none(text) || is_placeholder(text) || objections_.size() >= kMostItems) return;
    std::string one = cut(text);
    if (std::ranges::find(objections_, one) == objections_.end())
      objections_.push_back(std::move(one));
  }

  static bool says_there_is_none(std::string_view prose) {
    const std::string text = " " + fold(prose.substr(0, kMostBytes)) + " ";
    const auto has = [&](Name words) { return text.contains(" " + std::string(words) + " "); };
    return std::ranges::any_of(kNoneSaid, has) && std::ranges::none_of(kContrast, has);
  }

  std::optional<bool> stands_;
  std::string first_line_;
  std::vector<std::string> objections_;
  std::vector<ContradictionSaid> contradictions_;
};

// --- a check of the whole

class FaultReader {
 public:
  explicit FaultReader(const Roster& roster) : roster_(roster) {}

  void json(const Json& value, const std::string& agent, int depth = 0) {
    constexpr int kMaxNesting = 3;
    if (depth > kMaxNesting) return;
    if (value.is_array()) {
      for (const Json& item : value.get_array()) json(item, agent, depth + 1);
    } else if (value.is_object()) {
      const JsonObject& object = value.get_object();
      if (const Json* text = find_field(object, kText)) {
        const std::string who = said_text(object, kAgent);
        add_written(brief_text(*text, "\n"), who.empty() ? agent : who);
        return;
      }
      if (object.size() > kMostItems) return;
      for (const auto& member : object)
        json(member.value(), clean(view(member.key())).text, depth + 1);
    } else {
      written(brief_text(value), agent);
    }
  }

  void written(std::string_view text, const std::string& agent = {}) {
    const std::vector<WrittenItem> items = written_items(text);
    const bool listed = std::ranges::any_of(items, &WrittenItem::bullet);
    for (const WrittenItem& item : items) {
      if (among(key_of(item.heading), kBeside)) continue;
      const std::string who = agent.empty() ? agent_of(item.heading) : agent;
      // Beside a list, prose leads to it or ends it.
      if (listed && !item.bullet && who.empty() && split(item.text).first.empty()) continue;
      add_written(item.text, who);
    }
  }

  Json take() {
    JsonArray faults;
    for (const auto& [agent, text] : faults_)
      faults.push_back(JsonObject{{"agent", agent}, {"text", text}});
    return faults;
  }

 private:
  std::string agent_of(std::string_view name) const {
    constexpr std::size_t kLongestName = 60;
    if (name.empty() || name.size() > kLongestName) return {};
    const auto agent = roster_.find(name);
    return agent ? roster_.agents()[agent->index].id : std::string();
  }

  // "coder: the page is empty" in its agent and the rest; no agent where none is named so.
  std::pair<std::string, std::string_view> split(std::string_view text) const {
    const std::size_t line = std::min(text.find('\n'), text.size());
    std::string_view first = text.substr(0, line);
    if (first.ends_with(':') || first.ends_with(":**")) {  // what is below it is the fault
      const std::string agent = agent_of(first.substr(0, first.find_last_not_of(":* ") + 1));
      if (!agent.empty() && line < text.size()) return {agent, trim(text.substr(line))};
    }
    const Labelled parts = split_label(first);
    if (!parts.label.empty()) {
      if (const std::string agent = agent_of(parts.label); !agent.empty()) {
        const std::size_t begin = first.find(parts.text);
        return {agent, trim(text.substr(begin == std::string_view::npos ? 0 : begin))};
      }
    }
    if (first.starts_with('@')) {
      const std::size_t end = std::min(first.find_first_of(" ,:\t"), first.size());
      if (const std::string agent = agent_of(first.substr(1, end - 1)); !agent.empty())
        return {agent, trim(text.substr(std::min(end + 1, text.size())))};
    }
    return {{}, text};
  }

  // The one agent that is mentioned with an @, if it is one.
  std::string mentioned(std::string_view text) const {
    std::string found;
    for (std::size_t at = 0; (at = text.find('@', at)) != std::string_view::npos; ++at) {
      std::size_t end = at + 1;
      while (end < text.size() && (is_ascii_letter(text[end]) || is_ascii_digit(text[end]) ||
                                   text[end] == '-' || text[end] == '_'))
        ++end;
      const auto agent = roster_.find_exact(text.substr(at + 1, end - at - 1));
      if (!agent || (at > 0 && is_ascii_letter(text[at - 1]))) continue;
      const std::string& id = roster_.agents()[agent->index].id;
      if (!found.empty() && found != id) return {};
      found = id;
    }
    return found;
  }

  void add_written(std::string_view text, const std::string& who) {
    if (text.starts_with('|')) return rows(text);
    auto [agent, rest] = split(text);
    std::string owner = agent.empty() ? agent_of(who) : agent;
    if (owner.empty()) owner = mentioned(rest);
    add(owner, rest);
  }

  // "| coder | the page is empty |"; the head of a table and its rule name no agent.
  void rows(std::string_view text) {
    for (std::string_view row : split_lines(text)) {
      row = trim(row);
      const std::size_t first = row.find('|'), second = row.find('|', first + 1);
      if (first != 0 || second == std::string_view::npos) continue;
      const std::string agent = agent_of(trim(row.substr(1, second - 1)));
      std::string_view rest = trim(row.substr(second + 1));
      if (rest.ends_with('|')) rest.remove_suffix(1);
      if (!agent.empty()) add(agent, rest);
    }
  }

  void add(const std::string& agent, std::string_view text) {
    if (says_none(text) || is_placeholder(text) || faults_.size() >= kMostItems) return;
    std::pair<std::string, std::string> one{agent, cut(text)};
    if (std::ranges::find(faults_, one) == faults_.end()) faults_.push_back(std::move(one));
  }

  const Roster& roster_;
  std::vector<std::pair<std::string, std::string>> faults_;
};

}  // namespace

Json draft_review_value(std::string_view text) {
  ReviewReader reader;
  bool read = false;
  for (const Candidate& candidate : find_json(text).candidates) {
    ReviewReader one;
    if (candidate.parsed.cut == Cut::kInside || !one.json(candidate.parsed.value)) continue;
    reader = std::move(one);  // of several the last one counts
    read = true;
  }
  if (!read) reader.written(clean(without_reasoning(text)).text);
  return reader.take();
}

Json whole_check_value(std::string_view text, const Roster& roster) {
  const std::string said = clean(without_reasoning(text)).text;
  const CheckRead read = read_check(said);
  if (!read.passed)
    return JsonObject{
        {"fault",
         "The first line has no verdict. Wanted: `Check: pass` or `Check: fail`, then "
         "what is wrong, a line each."}};
  FaultReader faults(roster);
  if (!*read.passed && read.faults.is_structured()) {
    faults.json(read.faults, {});
  } else if (!*read.passed) {
    faults.written(read.why);
  }
  JsonObject out{{"passed", *read.passed}, {"faults", faults.take()}};
  if (*read.passed && !says_none(read.why)) out["remarks"] = cut(read.why);
  return out;
}

Json question_back_value(std::string_view text) {
  static constexpr auto kLabels = std::to_array<Name>(
      {"question", "questionback", "myquestion", "questiontoyou", "onequestion", "frage",
       "pregunta", "domanda", "pergunta", "vraag", "вопрос", "質問", "问题"});
  constexpr std::size_t kLittle = 600;  // bytes beside the question: its reason, its options
  const std::string said = clean(without_reasoning(text)).text;
  std::string_view rest = trim(said);
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const Labelled parts = split_label(rest.substr(0, end));
  std::string_view below = trim(rest.substr(end));
  std::string question = parts.text;
  if (!among(key_of(parts.label), kLabels)) {
    // "**Question:**" with the question below it.
    std::string_view first = trim(rest.substr(0, end));
    while (!first.empty() && Name("*#: ").contains(first.back())) first.remove_suffix(1);
    while (!first.empty() && Name("*# ").contains(first.front())) first.remove_prefix(1);
    if (!among(key_of(first), kLabels) || below.empty()) return JsonObject();
    const std::size_t next = std::min(below.find('\n'), below.size());
    question = trim(below.substr(0, next));
    below = trim(below.substr(next));
  }
  while (question.ends_with('*')) question.pop_back();
  if (says_none(question) || is_placeholder(question) || below.size() > kLittle ||
      below.contains("```") || below.contains("\n#") || below.starts_with('#'))
    return JsonObject();
  if (!below.empty()) question += "\n" + std::string(below);
  return JsonObject{{"question", cut(question)}};
}

}  // namespace fm
