#include "reading/brief/brief_fields.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/names.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr std::array<Name, 9> kHead = {"name",   "title", "item",       "feature", "what",
                                       "option", "type",  "constraint", "task"};
constexpr std::array<Name, 9> kBody = {"description", "text",   "value",     "details", "detail",
                                       "question",    "reason", "statement", "summary"};
constexpr std::array<Name, 9> kBudget = {"budget", "cost",       "costs",    "price",    "money",
                                         "funds",  "costbudget", "spending", "maxbudget"};
constexpr std::array<Name, 10> kTimeline = {"timeline", "deadline",  "schedule", "timeframe",
                                            "time",     "duedate",   "due",      "launch",
                                            "timing",   "launchdate"};
constexpr std::array<Name, 12> kPlatform = {
    "platform",  "platforms",    "technology",     "technologies",
    "tech",      "techstack",    "stack",          "technologystack",
    "technical", "platformtech", "targetplatform", "platformtechnology"};
constexpr std::array<Name, 22> kNothing = {"",
                                           "none",
                                           "na",
                                           "null",
                                           "nil",
                                           "tbd",
                                           "tbc",
                                           "unknown",
                                           "unspecified",
                                           "notspecified",
                                           "notmentioned",
                                           "notgiven",
                                           "notprovided",
                                           "notstated",
                                           "notapplicable",
                                           "nothing",
                                           "notdiscussed",
                                           "undefined",
                                           "tobedetermined",
                                           "tobedecided",
                                           "notdefined",
                                           "nonementioned"};
constexpr std::array<Name, 9> kSaid = {"mentioned", "known",     "given",   "stated", "provided",
                                       "specified", "discussed", "defined", "yet"};
constexpr int kMaxNesting = 3;

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

std::string text_of(const Json& value, std::string_view separator, int depth) {
  if (value.is_bool()) return value.get_bool() ? "yes" : "no";
  if (auto text = plain_text(value)) return says_nothing(*text) ? "" : std::move(*text);
  if (depth >= kMaxNesting) return {};
  std::vector<std::string> parts;
  if (value.is_array()) {
    for (const Json& item : value.get_array()) parts.push_back(text_of(item, ", ", depth + 1));
  } else if (value.is_object()) {
    const JsonObject& object = value.get_object();
    const Json* head = find_field(object, kHead);
    const Json* body = find_field(object, kBody);
    if (head != nullptr || body != nullptr) {
      std::string one = head != nullptr ? text_of(*head, ", ", depth + 1) : "";
      const std::string other = body != nullptr ? text_of(*body, ", ", depth + 1) : "";
      if (one.empty() || other.empty() || one == other) return one.empty() ? other : one;
      return one + ": " + other;
    }
    for (const auto& member : object) {
      const std::string text = text_of(member.value(), ", ", depth + 1);
      if (!text.empty()) parts.push_back(clean(view(member.key())).text + ": " + text);
    }
    separator = ", ";
  }
  std::erase(parts, "");
  return join(parts, separator);
}

bool is_number(std::string_view key) {
  return !key.empty() && std::ranges::all_of(key, is_ascii_digit);
}

void add_items(const Json& value, std::vector<std::string>& out, int depth) {
  const auto add = [&](std::string_view text) {
    text = without_list_mark(trim(text));
    if (!says_nothing(text) && !is_placeholder(text)) out.emplace_back(text);
  };
  if (value.is_array()) {
    for (const Json& item : value.get_array()) {
      if (item.is_array() && depth < kMaxNesting) {
        add_items(item, out, depth + 1);
      } else {
        add(text_of(item, ", ", depth + 1));
      }
    }
  } else if (value.is_object()) {
    // {"1": "a"} and {"must have": ["a", "b"]} are lists; {"shop": "with a cart"} is an item.
    for (const auto& member : value.get_object()) {
      if (member.value().is_array() && depth < kMaxNesting) {
        add_items(member.value(), out, depth + 1);
        continue;
      }
      const std::string text = text_of(member.value(), ", ", depth + 1);
      if (text.empty()) continue;
      const std::string key = clean(view(member.key())).text;
      const bool item = !is_number(key) && !member.value().is_bool();
      if (item) {
        add(key + ": " + text);
      } else {
        add(member.value().is_bool() ? key + " (" + text + ")" : text);
      }
    }
  } else {
    for (const std::string& line : texts_of(value, Split::kNo)) add(line);
  }
}

void add_constraint(std::vector<BriefConstraint>& out, std::string name, std::string text) {
  if (was_not_said(text) || is_placeholder(text) || out.size() > kMaxBriefItems) return;
  if (says_nothing(name)) name.clear();
  const auto same = std::ranges::find(out, name, &BriefConstraint::name);
  if (name.empty() || same == out.end()) {
    out.push_back({std::move(name), std::move(text)});
  } else if (same->text != text) {
    same->text += "; " + text;
  }
}

// A sentence with a colon in it has no name: "The script never sends a key: labels cost money".
bool is_constraint_name(std::string_view label) {
  constexpr std::size_t kMostWords = 3;
  return name_words(label).size() <= kMostWords;
}

void add_text(std::vector<BriefConstraint>& out, std::string_view text) {
  const Labelled parts = split_label(text);
  if (!parts.label.empty() && is_constraint_name(parts.label))
    return add_constraint(out, constraint_name(parts.label), parts.text);
  add_constraint(out, "", std::string(without_list_mark(trim(text))));
}

}  // namespace

std::string brief_text(const Json& value, std::string_view separator) {
  return text_of(value, separator, 0);
}

std::vector<std::string> brief_items(const Json& value) {
  std::vector<std::string> all;
  add_items(value, all, 0);
  if (all.size() > kMaxBriefItems) return all;  // a fault, and nothing more is read
  std::vector<std::string> out, keys;
  for (std::string& text : all) {
    std::string key = title_key(text);
    if (!key.empty() && std::ranges::find(keys, key) != keys.end()) continue;
    keys.push_back(std::move(key));
    out.push_back(std::move(text));
  }
  return out;
}

std::vector<BriefConstraint> brief_constraints(const Json& value) {
  std::vector<BriefConstraint> out;
  if (value.is_object()) {
    for (const auto& member : value.get_object()) {
      const std::string name = clean(view(member.key())).text;
      const std::string key = squash(name);
      if (key == "other" || key == "others" || is_number(key)) {
        for (const std::string& text : brief_items(member.value()))
          add_constraint(out, "", std::string(without_list_mark(trim(text))));
      } else {
        add_constraint(out, constraint_name(name), brief_text(member.value()));
      }
    }
  } else if (value.is_array()) {
    for (const Json& item : value.get_array()) {
      if (!item.is_object()) {
        add_text(out, brief_text(item));
        continue;
      }
      const JsonObject& object = item.get_object();
      const Json* head = find_field(object, kHead);
      const Json* body = find_field(object, kBody);
      if (head != nullptr && body != nullptr) {
        add_constraint(out, constraint_name(brief_text(*head)), brief_text(*body));
      } else if (head != nullptr || body != nullptr) {
        add_text(out, brief_text(item));
      } else {
        for (BriefConstraint& one : brief_constraints(item)) {
          add_constraint(out, std::move(one.name), std::move(one.text));
        }
      }
    }
  } else {
    for (const std::string& line : brief_items(value)) add_text(out, line);
  }
  return out;
}

std::string constraint_name(std::string_view name) {
  const std::string key = name_key(name.substr(0, 100));
  if (among(key, kBudget)) return "budget";
  if (among(key, kTimeline)) return "timeline";
  if (among(key, kPlatform)) return "platform";
  return std::string(trim(name));
}

bool says_nothing(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  text = trim(text);
  if (text.empty()) return true;
  if (text.size() > kLongest) return false;
  const std::string key = name_key(text);
  if (key.empty()) return text.find_first_not_of("-./?*_ ") == std::string_view::npos;
  if (among(key, kNothing)) return true;
  const std::vector<std::string> words = name_words(text);
  // "budget if mentioned": the format's own words.
  return words.size() >= 2 && words.size() <= 6 && words[words.size() - 2] == "if" &&
         among(words.back(), kSaid);
}

bool was_not_said(std::string_view text) {
  if (says_nothing(text)) return true;
  const std::vector<std::string> words = name_words(text.substr(0, 100));
  if (words.size() < 2 || words.size() > 6) return false;
  return (words.front() == "no" && among(words.back(), kSaid)) ||
         (words.front() == "not" && among(words[1], kSaid));
}

std::string_view without_list_mark(std::string_view line) {
  line = trim(line);
  for (const std::string_view mark : {"- ", "* ", "+ ", "• ", "– ", "— "}) {
    if (line.starts_with(mark)) {
      line = trim(line.substr(mark.size()));
      break;
    }
  }
  for (const std::string_view box : {"[ ] ", "[x] ", "[X] "}) {
    if (line.starts_with(box)) return trim(line.substr(box.size()));
  }
  std::size_t digits = 0;
  while (digits < line.size() && digits < 3 && is_ascii_digit(line[digits])) ++digits;
  const bool numbered = digits > 0 && digits + 1 < line.size() &&
                        (line[digits] == '.' || line[digits] == ')') &&
                        is_ascii_space(line[digits + 1]);
  return numbered ? trim(line.substr(digits + 2)) : line;
}

Labelled split_label(std::string_view text) {
  constexpr std::size_t kLongestLabel = 60;
  text = without_list_mark(text);
  std::size_t best = std::string_view::npos;
  std::size_t length = 0;
  for (const std::string_view mark :
       {":", "：", " - ", " – ", " — ", " -> ", " → ", " => ", " | "}) {
    const std::size_t at = text.substr(0, kLongestLabel).find(mark);
    if (at < best) best = at, length = mark.size();
  }
  if (best == std::string_view::npos || best == 0) return {"", std::string(text)};
  // "12:30", "https://": no labels.
  const std::string_view after = text.substr(best + length);
  const bool joined = text[best] == ':' && !after.empty() && !is_ascii_space(after.front()) &&
                      (is_ascii_digit(after.front()) || after.front() == '/');
  if (joined) return {"", std::string(text)};
  // The marks of a heading stand in front; "C#" keeps its own, and "2*3", too.
  const auto bare = [](std::string_view part) {
    while (part.starts_with('#') || part.starts_with(' ')) part.remove_prefix(1);
    std::string out;
    for (std::size_t at = 0; at < part.size(); ++at) {
      const auto is_word = [&](std::size_t place) {
        return place < part.size() && (is_ascii_letter(part[place]) || is_ascii_digit(part[place]));
      };
      const bool inside = at > 0 && is_word(at - 1) && is_word(at + 1);
      if (part[at] != '`' && (part[at] != '*' || inside)) out += part[at];
    }
    return std::string(trim(out));
  };
  Labelled out{bare(text.substr(0, best)), std::string(trim(after))};
  // The bold of "**Budget:** 900" ends behind the colon.
  while (out.text.starts_with('*')) out.text.erase(0, 1);
  out.text = trim(out.text);
  if (out.label.empty() || out.text.empty()) return {"", std::string(text)};
  return out;
}

}  // namespace fm
