#include "test/support/corpus_match.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace fm {
namespace {

// Every key of the wanted value is there and the same; lists have the same length.
bool covers(const Json& wanted, const Json& got) {
  if (wanted.is_object() && got.is_object()) {
    return std::ranges::all_of(wanted.get_object(), [&](const auto& field) {
      const Json* ours = got.get_object().if_contains(field.key());
      return ours != nullptr && covers(field.value(), *ours);
    });
  }
  if (wanted.is_array() && got.is_array()) {
    return std::ranges::equal(wanted.get_array(), got.get_array(), covers);
  }
  return wanted == got;
}

// Arguments are the same only if there are no more of them.
bool same_calls(const Json& wanted, const Json& got) {
  if (!covers(wanted, got)) return false;
  const JsonArray& calls = wanted.at("calls").as_array();
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].at("arguments") != got.at("calls").at(i).at("arguments")) return false;
  }
  return true;
}

// Nothing may be promised that was not said, so constraints and steps must be no more.
bool same_brief(const Json& wanted, const Json& got) {
  if (!covers(wanted, got)) return false;
  const auto as_wanted = [&](std::string_view key) {
    const Json* value = find_at(wanted, key);
    const Json* ours = find_at(got, key);
    return value == nullptr || (ours != nullptr && *value == *ours);
  };
  return as_wanted("constraints") && as_wanted("next_steps");
}

bool same_score(const Json& wanted, const Json& got) {
  if (wanted.is_null() || got.is_null()) return wanted.is_null() && got.is_null();
  return std::llround(wanted.to_number<double>() * 100) == got.to_number<std::int64_t>();
}

bool same_discussion(const Json& wanted, const Json& got) {
  JsonObject one = wanted.as_object();
  const JsonObject& other = got.as_object();
  if (one.contains("average_rating") && other.contains("average_rating")) {
    if (!same_score(one.at("average_rating"), other.at("average_rating"))) return false;
    one.erase("average_rating");
  }
  return covers(one, other);
}

bool same_scores(const Json& wanted, const Json& got) {
  for (const auto& [id, score] : wanted.at("scores").as_object()) {
    const Json* ours = got.at("scores").as_object().if_contains(id);
    if (ours == nullptr || !same_score(score, *ours)) return false;
  }
  const Json* unmatched = find_at(wanted, "unmatched");
  return unmatched == nullptr || *unmatched == got.at("unmatched");
}

bool same(std::string_view what, const Json& wanted, const Json& got) {
  const bool one_failed = find_at(wanted, "error") != nullptr;
  const bool other_failed = find_at(got, "error") != nullptr;
  if (one_failed || other_failed) {
    return one_failed && other_failed && text_at(wanted, "error") == text_at(got, "error");
  }
  if (what == "scores") return same_scores(wanted, got);
  if (what == "brief") return same_brief(wanted, got);
  if (what == "tool_call") return same_calls(wanted, got);
  if (what == "discuss_result") return same_discussion(wanted, got);
  return covers(wanted, got);
}

}  // namespace

bool is_right(const Json& one, const Json& got) {
  const std::string_view what = text_at(one, "what");
  if (const Json* any = find_at(one, "expect_any")) {
    return std::ranges::any_of(any->as_array(),
                               [&](const Json& wanted) { return same(what, wanted, got); });
  }
  if (const Json* wanted = find_at(one, "expect")) return same(what, *wanted, got);
  return same(what, JsonObject{{"error", text_at(one, "error")}}, got);
}

std::string wanted_text(const Json& one) {
  if (const Json* any = find_at(one, "expect_any")) return "one of " + canonical(*any);
  if (const Json* wanted = find_at(one, "expect")) return canonical(*wanted);
  return canonical(JsonObject{{"error", text_at(one, "error")}});
}

}  // namespace fm
