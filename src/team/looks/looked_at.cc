#include "team/looks/looked_at.h"

#include <fmt/format.h>

#include <algorithm>

namespace fm {
namespace {

constexpr std::size_t kNamed = 6;

std::string words_of(const Look& look) {
  if (look.tool == "list_files") return look.what.empty() ? "the folder" : look.what + "/";
  if (look.tool == "search_text") return "\"" + look.what + "\"";
  if (look.tool == "git_diff")
    return look.what.empty() ? "the changes" : "the changes of " + look.what;
  if (look.tool == "git_log")
    return look.what.empty() ? "the commits" : "the commits of " + look.what;
  return look.what;
}

}  // namespace

JsonArray to_json(const std::vector<Look>& looks) {
  JsonArray list;
  for (const Look& look : looks) {
    if (list.size() == kMostLooksKept) break;
    JsonObject one{{"tool", look.tool}, {"what", look.what}};
    if (look.failed) one["failed"] = true;
    list.push_back(std::move(one));
  }
  return list;
}

std::vector<Look> looks_from_json(const JsonObject& body) {
  std::vector<Look> looks;
  const Json* list = body.if_contains("looked");
  if (list == nullptr || !list->is_array()) return looks;
  for (const Json& one : list->get_array())
    looks.push_back({std::string(text_at(one, "tool")), std::string(text_at(one, "what")),
                     bool_at(one, "failed")});
  return looks;
}

std::string looked_words(const std::vector<Look>& looks) {
  std::vector<std::string> named;
  for (const Look& look : looks) {
    std::string words = words_of(look);
    if (!look.failed && std::ranges::find(named, words) == named.end())
      named.push_back(std::move(words));
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(named.size(), kNamed); ++i)
    text += (text.empty() ? "" : ", ") + named[i];
  if (named.size() > kNamed) text += fmt::format(" and {} more", named.size() - kNamed);
  return text;
}

}  // namespace fm
