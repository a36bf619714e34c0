#include "reading/ideas/score_entries.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"

namespace fm {
namespace {

constexpr std::size_t kMaxEntries = 500;
constexpr int kMaxNesting = 8;

using Name = std::string_view;
constexpr std::array<Name, 5> kIdNames = {"ideaid", "id", "ideanumber", "number", "index"};
constexpr std::array<Name, 5> kTitleNames = {"title", "ideatitle", "name", "ideaname", "label"};
constexpr std::array<Name, 3> kIdeaNames = {"idea", "ideareference", "ref"};
constexpr std::array<Name, 5> kPros = {"pros", "strengths", "advantages", "positives", "benefits"};
constexpr std::array<Name, 6> kCons = {"cons",      "weaknesses", "disadvantages",
                                       "negatives", "risks",      "drawbacks"};
constexpr std::array<Name, 10> kFeedback = {"feedback",  "comment",   "comments", "notes",
                                            "rationale", "reasoning", "reason",   "justification",
                                            "summary",   "verdict"};
constexpr std::array<Name, 6> kListNames = {"evaluations", "scores",  "ratings",
                                            "ideas",       "results", "evaluation"};
constexpr std::array<Name, 4> kCriterionNames = {"criterion", "name", "dimension", "metric"};
constexpr std::array<Name, 6> kScaleNames = {"scale",    "maxscore", "scoringscale",
                                             "scalemax", "max",      "outof"};

std::string_view view(const boost::json::string& text) { return {text.data(), text.size()}; }
std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

class Lister {
 public:
  Lister(const ParsedJson& parsed, const KnownIdeas& known, bool only_if_closed)
      : parsed_(parsed), known_(known), only_if_closed_(only_if_closed) {}

  ScoreEntries run() {
    walk(parsed_.value, {}, 1, true);
    return std::move(out_);
  }

 private:
  bool cut_off(std::size_t depth, bool last) const {
    if (parsed_.cut == Cut::kNone || !last || parsed_.open_depth < depth) return false;
    return parsed_.cut == Cut::kInside || only_if_closed_;
  }

  void walk(const Json& value, std::string_view key, std::size_t depth, bool last) {
    if (depth > kMaxNesting || out_.entries.size() >= kMaxEntries) return;
    if (value.is_array()) {
      const JsonArray& array = value.get_array();
      if (array.empty() && (depth == 1 || is_one_of(key, kListNames))) {
        if (cut_off(depth, last)) {
          ++out_.cut_off;
        } else {
          out_.empty_list = true;
        }
      }
      if (pair(array)) return;
      for (std::size_t i = 0; i < array.size(); ++i) {
        walk(array[i], {}, depth + 1, last && i + 1 == array.size());
      }
    } else if (value.is_object()) {
      object(value.get_object(), depth, last);
    }
  }

  // ["idea-1", 8]
  bool pair(const JsonArray& array) {
    if (array.size() != 2 || !array[0].is_string() || array[1].is_structured()) return false;
    const std::string_view name = view(array[0].get_string());
    if (!known_.find(name)) return false;
    return from_key(name, array[1], false), true;
  }

  void object(const JsonObject& object, std::size_t depth, bool last) {
    std::vector<std::string> names = names_of(object);
    if (!out_.scale && names.empty()) out_.scale = scale_in(object);
    const bool judged = has_scores(object) || find_field(object, kPros) != nullptr ||
                        find_field(object, kFeedback) != nullptr;
    if (!names.empty() && judged && !is_overview(object)) {
      return entry(object, std::move(names), cut_off(depth, last));
    }
    if ((object.empty() || !names.empty()) && cut_off(depth, last)) {
      ++out_.cut_off;
      return;
    }
    if (by_criterion(object)) return;
    std::size_t position = 0;
    for (const auto& member : object) {
      const bool end = ++position == object.size();
      const std::string_view key = view(member.key());
      const Json& value = member.value();
      // {"idea-1": 8} and {"Tool library": {"feasibility": 7, ...}}
      const bool own_names = value.is_object() && !names_of(value.get_object()).empty();
      const bool scores = value.is_object() && has_scores(value.get_object());
      if ((!value.is_structured() || (scores && !own_names)) && known_.find(key)) {
        from_key(key, value, cut_off(depth + 1, last && end));
      } else {
        walk(value, key, depth + 1, last && end);
      }
    }
  }

  // An object around a list of evaluations may have a title and a rating of its own.
  static bool is_overview(const JsonObject& object) {
    return std::ranges::any_of(object, [](const auto& member) {
      if (!member.value().is_array() || !is_one_of(view(member.key()), kListNames)) return false;
      return std::ranges::any_of(member.value().get_array(), [](const Json& item) {
        return item.is_object() && !names_of(item.get_object()).empty() &&
               !criterion_item(item.get_object());
      });
    });
  }

  // {"criterion": "feasibility", "score": 8}
  static std::optional<std::size_t> criterion_item(const JsonObject& object) {
    const Json* name = find_field(object, kCriterionNames);
    return name != nullptr && name->is_string() ? criterion_of(view(name->get_string()))
                                                : std::nullopt;
  }

  // {"feasibility": {"idea-1": 8, "idea-2": 6}, ...}
  bool by_criterion(const JsonObject& object) {
    bool any = false;
    for (const auto& member : object) {
      const auto criterion = criterion_of(view(member.key()));
      if (!criterion || !member.value().is_object()) continue;
      for (const auto& score : member.value().get_object()) {
        if (score.value().is_structured() || !known_.find(view(score.key()))) continue;
        ScoreEntry entry;
        entry.names.emplace_back(view(score.key()));
        entry.criteria[*criterion] = number(score.value(), entry);
        add(std::move(entry));
        any = true;
      }
    }
    return any;
  }

  static std::vector<std::string> names_of(const JsonObject& object) {
    std::vector<std::string> names;
    const auto add = [&](const Json* value) {
      if (value == nullptr) return;
      if (value->is_object()) {
        for (std::string& name : names_of(value->get_object())) names.push_back(std::move(name));
      } else if (const auto text = plain_text(*value); text && !text->empty()) {
        names.push_back(*text);
      }
    };
    add(find_field(object, kIdNames));
    add(find_field(object, kTitleNames));
    add(find_field(object, kIdeaNames));
    return names;
  }

  static std::optional<ScoreValue> scale_in(const JsonObject& object) {
    const Json* scale = find_field(object, kScaleNames);
    return scale != nullptr && !scale->is_structured() ? scale_of(*scale) : std::nullopt;
  }

  static std::optional<ScoreValue> scale_of(const Json& value) {
    if (value.is_number()) return read_score(value);
    const auto text = plain_text(value);
    if (!text) return std::nullopt;
    const std::string plain = ascii_numbers(*text);
    std::size_t begin = plain.size();
    while (begin > 0 && is_ascii_digit(plain[begin - 1])) --begin;
    return begin == plain.size() ? std::nullopt : read_score_text(plain.substr(begin));
  }

  std::optional<ScoreValue> number(const Json& value, ScoreEntry& entry) {
    auto read = read_score(value);
    if (!read) {
      entry.not_finite = entry.not_finite || is_not_finite(value);
      entry.unreadable = entry.unreadable || !(value.is_null() || value.is_structured());
    }
    return read;
  }

  void from_key(std::string_view name, const Json& value, bool open) {
    if (value.is_object()) return entry(value.get_object(), {std::string(name)}, open);
    ScoreEntry made;
    made.names.emplace_back(name);
    made.overall = number(value, made);
    add(std::move(made));
  }

  void criteria(const JsonObject& object, ScoreEntry& made) {
    for (const auto& member : object) {
      if (const auto criterion = criterion_of(view(member.key()))) {
        made.criteria[*criterion] = number(member.value(), made);
      }
    }
  }

  // "scores": {"feasibility": 8, ..., "overall": 7} or [{"criterion": "feasibility", "score": 8}]
  void group(const Json& value, ScoreEntry& made) {
    if (value.is_object()) {
      criteria(value.get_object(), made);
      const Json* overall = find_field(value.get_object(), kOverall);
      if (!made.overall && overall != nullptr) made.overall = number(*overall, made);
    } else if (value.is_array()) {
      for (const Json& item : value.get_array()) {
        if (!item.is_object()) continue;
        const Json* score = find_field(item.get_object(), kOverall);
        const auto criterion = criterion_item(item.get_object());
        if (criterion && score != nullptr) made.criteria[*criterion] = number(*score, made);
      }
    }
  }

  void entry(const JsonObject& object, std::vector<std::string> names, bool open) {
    if (open) {
      ++out_.cut_off;
      return;
    }
    ScoreEntry made;
    made.names = std::move(names);
    criteria(object, made);
    for (const auto& member : object) {
      if (!is_one_of(view(member.key()), kOverall)) continue;
      if (member.value().is_structured() && !read_score(member.value())) {
        group(member.value(), made);
      }
    }
    for (const std::string_view name : kOverall) {
      const Json* value = find_field(object, {&name, 1});
      if (value == nullptr || made.overall) continue;
      made.overall = number(*value, made);
    }
    for (const auto& member : object) {
      if (is_one_of(view(member.key()), kCriteriaGroup)) group(member.value(), made);
    }
    if (const Json* value = find_field(object, kPros)) made.pros = texts_of(*value, Split::kNo);
    if (const Json* value = find_field(object, kCons)) made.cons = texts_of(*value, Split::kNo);
    if (const Json* value = find_field(object, kFeedback)) {
      made.feedback = lines_text(*value).value_or("");
    }
    if (const auto scale = scale_in(object); scale && scale->millionths > 0) {
      const auto bring = [&](std::optional<ScoreValue>& value) {
        if (value && value->out_of_millionths == 0) value->out_of_millionths = scale->millionths;
      };
      bring(made.overall);
      for (auto& value : made.criteria) bring(value);
    }
    add(std::move(made));
  }

  void add(ScoreEntry made) {
    // "<idea-2>" holds the id of an idea, so it was filled in and is no placeholder.
    const auto unfilled = [&](const std::string& name) {
      const auto known = is_placeholder(name) ? known_.find(name) : std::nullopt;
      return is_placeholder(name) && !(known && known->by == KnownIdeas::By::kId);
    };
    if (std::ranges::all_of(made.names, unfilled)) {
      ++out_.placeholders;
    } else if (out_.entries.size() < kMaxEntries) {
      out_.entries.push_back(std::move(made));
    }
  }

  const ParsedJson& parsed_;
  const KnownIdeas& known_;
  bool only_if_closed_;
  ScoreEntries out_;
};

}  // namespace

ScoreEntries list_scores(const ParsedJson& parsed, const KnownIdeas& known, bool only_if_closed) {
  return Lister(parsed, known, only_if_closed).run();
}

}  // namespace fm
