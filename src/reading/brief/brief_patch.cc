#include "reading/brief/brief_patch.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief_edit.h"
#include "reading/brief/brief_entries.h"
#include "reading/brief/brief_fields.h"
#include "reading/brief/brief_found.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"

namespace fm {
namespace {

using Name = std::string_view;

constexpr auto kChanges =
    std::to_array<Name>({"changes", "edits", "patch", "operations", "ops", "modifications",
                         "updates", "amendments", "diff", "change", "edit"});
constexpr auto kObjections = std::to_array<Name>({"objections", "objectionoutcomes", "objection"});
constexpr auto kGoal = std::to_array<Name>({"goal", "objective"});
constexpr auto kSteps = std::to_array<Name>({"nextsteps", "proposednextsteps", "steps"});
constexpr auto kScope = std::to_array<Name>({"scope", "included", "inscope"});

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

enum class Shape { kNone, kOneChange, kChanges, kBrief };

struct PatchFound {
  Shape shape = Shape::kNone;
  const Json* changes = nullptr;
  const Json* objections = nullptr;
  std::optional<JsonObject> brief = {};
};

// What a value of the answer is, out of what it is wrapped in.
PatchFound patch_in(const Json& value, const BriefPlaces& places, int depth = 0) {
  constexpr int kMaxNesting = 3;
  if (depth > kMaxNesting) return {};
  if (value.is_array()) {
    const JsonArray& list = value.get_array();
    const bool changes = !list.empty() && list.size() <= kMostBriefChanges &&
                         std::ranges::all_of(list, is_brief_change);
    if (changes) return {Shape::kChanges, &value, nullptr};
    return list.size() == 1 ? patch_in(list.front(), places, depth + 1) : PatchFound();
  }
  if (!value.is_object()) return {};
  const JsonObject& object = value.get_object();
  if (object.size() > kMostBriefChanges) return {};
  auto brief = brief_object(value);
  const bool whole = brief && find_field(*brief, kGoal) != nullptr &&
                     find_field(*brief, kSteps) != nullptr &&
                     (find_field(*brief, kScope) != nullptr);
  if (whole) return {Shape::kBrief, nullptr, nullptr, std::move(brief)};
  const Json* objections = find_field(object, kObjections);
  if (const Json* list = find_field(object, kChanges); list != nullptr && list->is_structured()) {
    if (list->is_object() && find_field(list->get_object(), kChanges) != nullptr)
      return patch_in(*list, places, depth + 1);
    return {Shape::kChanges, list, objections};
  }
  if (is_brief_change(value)) return {Shape::kOneChange, &value, nullptr};
  const bool ids = !object.empty() && std::ranges::all_of(object, [&](const auto& member) {
    const std::string key = clean(view(member.key())).text;
    const auto place = key.size() > 80 ? std::nullopt : places.find(key);
    // {"scope": {...}} and {"next_steps": ...} beside a goal are a brief's.
    return place && !(squash(key) == "scope") && (squash(key) != "nextsteps" || object.size() == 1);
  });
  if (ids && objections == nullptr) return {Shape::kChanges, &value, nullptr};
  if (brief) return {Shape::kBrief, nullptr, nullptr, std::move(brief)};
  if (ids || (objections != nullptr && object.size() == 1))
    return {Shape::kChanges, nullptr, objections};
  if (object.size() == 1 && object.begin()->value().is_structured())
    return patch_in(object.begin()->value(), places, depth + 1);
  return {};
}

Read<void> apply(BriefEdit& patch, const PatchFound& found) {
  if (found.brief) return patch.replace(*found.brief);
  if (found.changes != nullptr)
    if (auto done = patch.changes(*found.changes); !done) return done;
  return found.objections != nullptr ? patch.objections(*found.objections) : Read<void>();
}

// "in2: new words" in prose, where the label is an id and nothing else.
bool apply_lines(BriefEdit& patch, const Brief& brief, std::string_view text, Steps* steps) {
  constexpr std::size_t kLongest = 2 << 10;
  if (text.size() > kLongest) return false;
  bool any = false;
  for (const Region& region : find_regions(text, steps)) {
    if (region.container != Container::kProse && region.container != Container::kFence) continue;
    for (const std::string_view one :
         split_lines(text.substr(region.begin, region.end - region.begin))) {
      const std::string label = split_label(one).label;
      const bool adds = ascii_lower(label).starts_with("add ");
      const auto place = patch.places().find(adds ? std::string_view(label).substr(4) : label);
      if (!place || !(adds || id_of(brief, *place) == label)) continue;
      any = patch.line(one).has_value() || any;
    }
  }
  return any;
}

}  // namespace

Read<BriefPatchRead> read_brief_patch(std::string_view text, const Brief& brief,
                                      const Roster& roster, const BriefOptions& options,
                                      Steps* steps) {
  const Found found = find_json(text, steps);
  const bool lenient = !options.steps_fall_to.empty();
  bool cut = found.truncated;
  BriefEdit patch(brief, roster, options);
  const Candidate* last = nullptr;  // that changes more than one entry
  std::vector<const Candidate*> single;
  bool several = false;
  for (const Candidate& candidate : found.candidates) {
    if (candidate.after_broken) continue;
    if (candidate.parsed.cut != Cut::kNone) {
      cut = true;
      continue;
    }
    switch (patch_in(candidate.parsed.value, patch.places()).shape) {
      case Shape::kNone:
        break;
      case Shape::kOneChange:
        single.push_back(&candidate);
        break;
      case Shape::kChanges:
      case Shape::kBrief:
        several = last != nullptr && last->parsed.value != candidate.parsed.value;
        last = &candidate;
        break;
    }
  }
  if (cut && (!lenient || (last == nullptr && single.empty())))
    return fault(FaultCode::kTruncated, "The changes of the brief are cut off.", text.size());
  if (last != nullptr) single = {last};
  std::vector<Note> repairs;
  for (const Candidate* candidate : single) {
    if (!candidate->parsed.conflicts.empty()) {
      return fault(
          FaultCode::kDuplicateKeyConflict,
          "The key \"" + candidate->parsed.conflict_key + "\" comes twice with different values.",
          candidate->parsed.conflicts.front().offset);
    }
    auto done = apply(patch, patch_in(candidate->parsed.value, patch.places()));
    if (!done) return located(text, std::unexpected(std::move(done.error())));
    std::ranges::move(notes_of_repairs(candidate->parsed), std::back_inserter(repairs));
  }
  if (single.empty() && !apply_lines(patch, brief, text, steps)) {
    const auto written = found.candidates.empty() ? written_brief(text, steps) : std::nullopt;
    if (!written) {
      if (found.candidates.empty()) return std::unexpected(fault_of_search(found, text));
      return fault(FaultCode::kMissingField, "The JSON is no change: it has no \"changes\".",
                   found.candidates.front().begin);
    }
    if (auto done = patch.replace(written->object); !done)
      return std::unexpected(std::move(done.error()));
  }
  Read<BriefPatchRead> read = patch.finish();
  if (!read) return read;
  read->repairs = std::move(repairs);
  if (several)
    read->warnings.push_back(
        {"several_patches", "The answer holds several changes; the last ones count."});
  if (cut) read->warnings.push_back({"truncated", "Later changes were cut off."});
  return read;
}

std::string brief_patch_wanted(const Roster& roster) {
  std::vector<std::string> ids;
  for (const RosterAgent& agent : roster.agents())
    if (!agent.forbidden) ids.push_back(agent.id);
  return "one JSON object {\"changes\": [{\"at\": an entry's id, \"text\": its new text, or \"\" "
         "to "
         "take it away}, {\"add\": \"included\", \"text\": ...}, {\"at\": \"step-AGENT\", "
         "\"text\": ..., \"after\": [agents]}], \"objections\": [{\"at\": \"o1\", \"outcome\": "
         "\"taken_up\" or \"answered\", \"why\": ...}]}, where only what is to be different is "
         "named and an agent is one of: " +
         join(ids, ", ");
}

}  // namespace fm
