#include "coding/choice.h"

#include "coding/profile.h"

namespace fm {

JsonObject to_json(const CodingChoices& choices) {
  JsonObject object;
  for (const auto& [agent, choice] : choices) {
    JsonObject one{{"profile", choice.profile}};
    if (!choice.permissions.empty()) one["permissions"] = choice.permissions;
    object[agent] = std::move(one);
  }
  return object;
}

CodingChoices coding_choices(ObjectRef object, std::string_view key) {
  CodingChoices choices;
  const Json* all = find_at(object, key);
  if (all == nullptr || !all->is_object()) return choices;
  for (const auto& entry : all->get_object())
    choices[std::string(entry.key())] = {std::string(text_at(entry.value(), "profile")),
                                         std::string(text_at(entry.value(), "permissions"))};
  return choices;
}

CodingChoice choice_for(const CodingChoices& choices, const std::string& agent) {
  if (const auto own = choices.find(agent); own != choices.end()) return own->second;
  if (const auto every = choices.find(kEveryBuilder); every != choices.end()) return every->second;
  return {};
}

CodingChoice read_coding_choice(Fields& fields, bool is_exec) {
  CodingChoice choice{.profile = fields.identifier("profile"),
                      .permissions = fields.text("permissions")};
  if (is_exec && choice.profile.empty())
    fields.fault("backend", "`backend: exec` does not say which program.",
                 "Add for example `profile: codex`; `folkmoot agents list` has all of them.");
  if (!is_exec && !choice.profile.empty())
    fields.fault("profile", "A profile is of use with `backend: exec` only.",
                 "Add `backend: exec`, or remove `profile`.");
  const auto permission = coding_permission(choice.permissions);
  const bool known = permission && *permission != CodingPermission::kLook;
  if (!choice.permissions.empty() && !known)
    fields.fault("permissions",
                 "`" + choice.permissions + "` is nothing that a builder can do with.",
                 "Write `permissions: edit`, or `all` for one that may run any command.");
  return choice;
}

}  // namespace fm
