#include "reading/json/fields.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/names.h"

namespace fm {
namespace {

// An object larger than this is data, not an answer in our format: only exact names count there.
constexpr std::size_t kManyFields = 200;

std::string_view view(const boost::json::string& text) { return {text.data(), text.size()}; }

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

bool has_word(const std::vector<std::string>& words, std::span<const std::string_view> wanted) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    return std::ranges::find(wanted, std::string_view(word)) != wanted.end();
  });
}

}  // namespace

const Json* find_field(const JsonObject& object, FieldNames names) {
  if (object.size() > kManyFields) {
    for (const std::string_view name : names) {
      if (const Json* value =
              object.if_contains(boost::json::string_view(name.data(), name.size())))
        return value;
    }
    return nullptr;
  }
  // Of two members with one squashed name, the one that needed no squashing is meant.
  const Json* found = nullptr;
  std::size_t rank = names.size() * 2;
  for (const auto& member : object) {
    const std::string key = squash(view(member.key()));
    const auto name = std::ranges::find(names, std::string_view(key));
    if (name == names.end()) continue;
    std::string plain(view(member.key()));
    std::erase(plain, '_');
    const auto at = static_cast<std::size_t>(name - names.begin()) * 2 + (plain == key ? 0 : 1);
    if (at < rank) rank = at, found = &member.value();
  }
  return found;
}

bool is_one_of(std::string_view key, FieldNames names) {
  const std::string squashed = squash(key);
  return std::ranges::find(names, std::string_view(squashed)) != names.end();
}

std::optional<std::string> plain_text(const Json& value) {
  if (value.is_string()) {
    return std::string(trim(clean(view(value.get_string())).text));
  }
  if (value.is_number()) return canonical(value);
  return std::nullopt;
}

std::optional<std::string> lines_text(const Json& value) {
  if (!value.is_array()) return plain_text(value);
  std::string out;
  for (const Json& line : value.get_array()) {
    const auto text = plain_text(line);
    if (!text) return std::nullopt;
    if (!out.empty()) out += '\n';
    out += *text;
  }
  return out;
}

std::vector<std::string> texts_of(const Json& value, Split split) {
  std::vector<std::string> out;
  const auto add = [&](std::string_view text) {
    text = trim(text);
    if (!text.empty()) out.emplace_back(text);
  };
  if (value.is_array()) {
    for (const Json& item : value.get_array()) {
      if (const auto text = plain_text(item)) {
        add(*text);
      } else if (item.is_object() && item.get_object().size() == 1) {
        // {"point": "..."}: a list of objects with one text each.
        if (const auto only = plain_text(item.get_object().begin()->value())) add(*only);
      }
    }
  } else if (const auto text = plain_text(value)) {
    std::string_view rest = *text;
    const bool lines = rest.find('\n') != std::string_view::npos;
    if (split == Split::kNo && !lines) {
      add(rest);
      return out;
    }
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(lines ? "\n" : ",;"), rest.size());
      std::string_view part = trim(rest.substr(0, end));
      if (lines && (part.starts_with("- ") || part.starts_with("* "))) part.remove_prefix(2);
      add(part);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return out;
}

Json without_doubles(const Json& value) {
  if (value.is_double()) return Json(std::string_view(canonical(value)));
  if (value.is_array()) {
    JsonArray out;
    for (const Json& item : value.get_array()) out.push_back(without_doubles(item));
    return out;
  }
  if (value.is_object()) {
    JsonObject out;
    for (const auto& member : value.get_object()) {
      out.emplace(member.key(), without_doubles(member.value()));
    }
    return out;
  }
  return value;
}

bool is_placeholder(std::string_view text) {
  text = trim(text);
  if (text.empty() || text.size() > 300) return false;
  if (text == "..." || text == "…" || text == "string") return true;
  const auto wrapped = [&](std::string_view open, std::string_view close) {
    if (text.size() <= open.size() + close.size()) return false;
    if (!text.starts_with(open) || !text.ends_with(close)) return false;
    const std::string_view inner =
        text.substr(open.size(), text.size() - open.size() - close.size());
    return inner.find_first_of("<>{}[]\"") == std::string_view::npos;
  };
  if (wrapped("<", ">") || wrapped("{{", "}}") || wrapped("${", "}") || wrapped("{", "}")) {
    return true;
  }
  // "[your title]", "Your title here", "Idea title": the format's own words and no others.
  const std::vector<std::string> words = name_words(text);
  static constexpr std::array<std::string_view, 5> kThings = {"title", "name", "description",
                                                              "summary", "id"};
  static constexpr std::array<std::string_view, 14> kAround = {
      "agent", "task",    "your", "idea", "ideas", "here",   "short",
      "brief", "concise", "of",   "the",  "this",  "insert", "one"};
  if (words.empty() || !has_word(words, kThings)) return false;
  return std::ranges::all_of(words, [&](const std::string& word) {
    const std::array<std::string, 1> one = {word};
    const std::vector<std::string> list(one.begin(), one.end());
    return has_word(list, kThings) || has_word(list, kAround);
  });
}

Follows what_follows(std::string_view between) {
  // Only the last few lines before a value speak about it.
  constexpr std::size_t kNear = 400;
  if (between.size() > kNear) between.remove_prefix(between.size() - kNear);
  const std::vector<std::string> words = name_words(to_utf8(between));
  static constexpr std::array<std::string_view, 14> kFinal = {
      "final",     "finally", "corrected", "correction", "revised", "instead",   "replaces",
      "replacing", "updated", "improved",  "rewritten",  "fixed",   "finalised", "finalized"};
  static constexpr std::array<std::string_view, 7> kCorrection = {
      "actually", "reflection", "rather", "better", "wait", "sorry", "mistake"};
  if (has_word(words, kFinal)) return Follows::kFinal;
  if (has_word(words, kCorrection)) return Follows::kCorrection;
  return Follows::kMore;
}

}  // namespace fm
