#include "reading/json/roster.h"

#include <array>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"

namespace fm {
namespace {

// "the architect agent", "Architect Agent": without the word that says what it is.
std::string_view without_agent(std::string_view said) {
  constexpr std::string_view kAgent = " agent";
  const std::size_t rest = said.size() < kAgent.size() ? 0 : said.size() - kAgent.size();
  return ascii_lower(said.substr(rest)) == kAgent ? said.substr(0, rest) : said;
}

bool says_nobody(std::string_view said) {
  const std::string key = name_key(said.substr(0, 20));
  return key == "none" || key == "null" || key == "nil" || key == "na" || key == "nobody";
}

}  // namespace

Roster::Roster(std::vector<RosterAgent> agents) : agents_(std::move(agents)) {
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    names_.add_id(i, agents_[i].id);
    names_.add(i, agents_[i].name);
    for (const std::string& alias : agents_[i].aliases) names_.add(i, alias);
  }
}

Read<std::size_t> Roster::agent_of(std::string_view said) const {
  said = trim(said);
  if (said.empty()) return fault(FaultCode::kMissingField, "The agent's name is empty.");
  if (says_nobody(said) && !find_exact(said)) {
    return fault(FaultCode::kMissingField, "No agent is named.");
  }
  const std::string shown(cut_bytes(said, 80));
  if (is_placeholder(said)) {
    return fault(FaultCode::kPlaceholder, "The agent is still the placeholder " + shown + ".");
  }
  const auto allowed = [&](const NameMatch& match) -> Read<std::size_t> {
    if (!agents_[match.index].forbidden) return match.index;
    return fault(FaultCode::kForbiddenAgent,
                 "The agent \"" + agents_[match.index].id + "\" must not be chosen here.");
  };
  if (const auto match = find_exact(said)) return allowed(*match);
  // Before close spellings: "ask, ux" is not a slip of the pen.
  // "architect | adversary", "architect and adversary": several agents are no choice.
  for (const std::string_view mark :
       {" | ", ", ", " and ", " / ", " & ", " + ", "/", "|", ",", "+"}) {
    const std::size_t at = said.find(mark);
    if (at == std::string_view::npos) continue;
    if (find(said.substr(0, at)) && find(said.substr(at + mark.size()))) {
      return fault(FaultCode::kAmbiguous, "\"" + shown + "\" names more than one agent.");
    }
  }
  if (const auto match = find_exact(without_agent(said))) return allowed(*match);
  // "architect: for the schema"
  for (const std::string_view mark : {": ", " - ", " – ", " — "}) {
    if (const auto match = find_exact(said.substr(0, said.find(mark)))) return allowed(*match);
  }
  if (const auto match = find(said)) return allowed(*match);
  return fault(FaultCode::kUnknownAgent, "No agent of the team is called \"" + shown + "\".");
}

Read<std::size_t> Roster::agent_of(const Json* value) const {
  if (value == nullptr || value->is_null()) {
    return fault(FaultCode::kMissingField, "No agent is named.");
  }
  if (value->is_string()) {
    return agent_of(std::string_view(value->get_string().data(), value->get_string().size()));
  }
  if (value->is_array()) {
    const JsonArray& list = value->get_array();
    if (list.empty()) return fault(FaultCode::kMissingField, "No agent is named.");
    if (list.size() > 1) return fault(FaultCode::kAmbiguous, "More than one agent is named.");
    if (!list[0].is_array()) return agent_of(&list[0]);
  }
  if (value->is_object()) {
    static constexpr std::array<std::string_view, 4> kNames = {"agent", "id", "agentid", "name"};
    const Json* inner = find_field(value->get_object(), kNames);
    if (inner != nullptr && !inner->is_structured()) return agent_of(inner);
  }
  return fault(FaultCode::kInvalidType, "The agent must be a name in text.");
}

}  // namespace fm
