#include "app/files/old_project.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"

namespace fm {
namespace {

constexpr std::size_t kMostEntries = 1000;
constexpr std::size_t kMostText = 64 << 10;

std::unexpected<Error> damaged(std::string why) {
  return fail("project_file_damaged", "The state of a project could not be read.", std::move(why));
}

std::string text_of(std::string_view text) {
  return std::string(trim(clean(cut_bytes(text, kMostText)).text));
}

bool is_absent(const JsonObject& object, std::string_view key) {
  const Json* value = find_at(object, key);
  return value == nullptr || value->is_null();
}

// A field that is there, but of another kind than it should be.
bool is_other(const JsonObject& object, std::string_view key, bool (Json::*is_kind)() const) {
  return !is_absent(object, key) && !(find_at(object, key)->*is_kind)();
}

void read_log(const JsonArray& entries, OldProject& old) {
  for (const Json& one : entries) {
    OldEntry entry{text_of(text_at(one, "bot")), text_of(text_at(one, "content")),
                   bool_at(one, "is_question", true)};
    if (entry.content.empty() || old.log.size() >= kMostEntries) {
      ++old.skipped;
    } else {
      old.log.push_back(std::move(entry));
    }
  }
}

}  // namespace

Result<OldProject> read_old_project(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const auto value = parse_json(bytes);
  if (!value) return damaged(value.error().message);
  if (!value->is_object()) return damaged("It holds no JSON object.");
  const JsonObject& object = value->get_object();
  const auto phase = phase_from(ascii_lower(text_at(object, "phase")));
  if (!phase) return damaged("Its phase is unknown.");
  if (is_other(object, "user_goal", &Json::is_string)) return damaged("Its goal is not text.");
  for (const std::string_view key : {"synthesis", "approval", "execution_plan"}) {
    if (is_other(object, key, &Json::is_object))
      return damaged(fmt::format("Its {} is not an object.", key));
  }
  if (is_other(object, "discovery_log", &Json::is_array)) return damaged("Its log is not a list.");

  OldProject old;
  old.phase = *phase;
  old.goal = text_of(text_at(object, "user_goal"));
  if (!is_absent(object, "discovery_log"))
    read_log(find_at(object, "discovery_log")->get_array(), old);
  if (!is_absent(object, "synthesis")) {
    Brief brief = brief_from_json(*find_at(object, "synthesis"));
    if (brief.goal.empty()) brief.goal = old.goal;
    if (brief.title.empty()) brief.title = fit(brief.goal, 60);
    if (!brief.goal.empty()) old.brief = std::move(brief);
  }
  if (const Json* approval = find_at(object, "approval"); approval && approval->is_object()) {
    const Json* approved = find_at(*approval, "approved");
    if (approved != nullptr && approved->is_bool()) old.approved = approved->get_bool();
    if (old.approved == false) old.feedback = text_of(text_at(*approval, "feedback"));
  }
  if (!is_absent(object, "execution_plan"))
    old.plan = without_doubles(*find_at(object, "execution_plan"));
  return old;
}

}  // namespace fm
