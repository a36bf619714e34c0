#include "app/reading/answer_context.h"

#include <fmt/format.h>

#include <utility>

#include "reading/ideas/ideas.h"
#include "team/conversation/understanding_json.h"

namespace fm {
namespace {

std::unexpected<Error> unfit(const std::string& path, std::string_view what, std::string cause,
                             std::string_view example) {
  return fail("usage_invalid", fmt::format("{} holds no {} that can be used.", path, what),
              std::move(cause), fmt::format("It should be JSON, for example {}", example));
}

// The list itself, or what stands under `key`; null when there is none.
const JsonArray* list_in(const Json& value, std::string_view key) {
  if (value.is_array()) return &value.get_array();
  const Json* under = find_at(value, key);
  return under != nullptr && under->is_array() ? &under->get_array() : nullptr;
}

std::string text_or(const Json& value, std::string_view key, std::string_view fallback) {
  return std::string(text_at(value, key, fallback));
}

KnownIdea idea_of(const Json& value, std::size_t number) {
  const std::string id = fmt::format("idea-{}", number);
  if (value.is_string()) return {id, std::string(value.get_string())};
  return {text_or(value, "id", id), text_or(value, "title", "")};
}

// {"name": ..., "parameters": {"properties": {"query": {"type": "string"}}}}, perhaps inside
// "function"; other providers call the parameters input_schema.
bool add_tool(const Json& value, ToolTable& tools) {
  const Json* function = find_at(value, "function");
  const Json& tool = function != nullptr ? *function : value;
  const std::string_view name = text_at(tool, "name");
  if (name.empty()) return false;
  ToolParameters& types = tools[std::string(name)];
  for (const std::string_view key : {"parameters", "input_schema"}) {
    const Json* schema = find_at(tool, key);
    const Json* properties = schema != nullptr ? find_at(*schema, "properties") : nullptr;
    if (properties == nullptr || !properties->is_object()) continue;
    for (const auto& [parameter, about] : properties->get_object())
      types[std::string(parameter)] = text_or(about, "type", "string");
  }
  return true;
}

}  // namespace

Result<std::vector<KnownIdea>> known_ideas_in(std::string_view text, const std::string& path) {
  std::vector<KnownIdea> ideas;
  const auto value = parse_json(text);
  if (const JsonArray* list = value ? list_in(*value, "ideas") : nullptr) {
    for (const Json& one : *list) ideas.push_back(idea_of(one, ideas.size() + 1));
    std::erase_if(ideas, [](const KnownIdea& idea) { return idea.title.empty(); });
  } else if (const auto read = read_ideas(text)) {
    for (const GivenIdea& idea : read->ideas)
      ideas.push_back(
          {idea.id.empty() ? fmt::format("idea-{}", ideas.size() + 1) : idea.id, idea.title});
  }
  if (ideas.empty())
    return unfit(path, "ideas", "None in it has a title.", R"([{"id": "idea-1", "title": "..."}])");
  return ideas;
}

Result<std::vector<RosterAgent>> roster_in(std::string_view text, const std::string& path) {
  constexpr std::string_view kExample = R"([{"id": "leader", "name": "Leader", "aliases": []}])";
  const auto value = parse_json(text);
  if (!value) return unfit(path, "agents", value.error().message, kExample);
  std::vector<RosterAgent> agents;
  if (const JsonArray* list = list_in(*value, "agents")) {
    for (const Json& one : *list) {
      const std::string id =
          one.is_string() ? std::string(one.get_string()) : text_or(one, "id", "");
      if (id.empty()) return unfit(path, "agents", "One of them has no id.", kExample);
      agents.push_back(
          {id, text_or(one, "name", id), texts_at(one, "aliases"), bool_at(one, "forbidden")});
    }
  }
  if (agents.empty()) return unfit(path, "agents", "There is no list of them.", kExample);
  return agents;
}

std::vector<RosterAgent> roster_of(const AgentProfiles& profiles) {
  std::vector<RosterAgent> agents;
  for (const auto& [id, profile] : profiles) agents.push_back({id, profile.name, profile.aliases});
  return agents;
}

Result<ToolTable> tools_in(std::string_view text, const std::string& path) {
  constexpr std::string_view kExample = R"({"search": {"query": "string"}})";
  const auto value = parse_json(text);
  if (!value) return unfit(path, "tools", value.error().message, kExample);
  ToolTable tools;
  if (const JsonArray* list = list_in(*value, "tools")) {
    for (const Json& one : *list) {
      if (!add_tool(one, tools)) return unfit(path, "tools", "One of them has no name.", kExample);
    }
  } else if (value->is_object()) {
    for (const auto& [name, parameters] : value->get_object()) {
      if (!parameters.is_object())
        return unfit(path, "tools", "A tool's parameters are no object.", kExample);
      tools[std::string(name)] = {};
      for (const auto& [parameter, type] : parameters.get_object()) {
        if (!type.is_string())
          return unfit(path, "tools", "The type of a parameter is no text.", kExample);
        tools[std::string(name)][std::string(parameter)] = std::string(type.get_string());
      }
    }
  }
  if (tools.empty()) return unfit(path, "tools", "There are none in it.", kExample);
  return tools;
}

Result<MessageInContext> message_in_context(std::string_view text, const std::string& path) {
  constexpr std::string_view kExample =
      R"({"context": {"phase": "approval", "gate": {"kind": "approve"}}, "text": "yes"})";
  const auto value = parse_json(text);
  if (!value) return unfit(path, "message", value.error().message, kExample);
  const Json* context = find_at(*value, "context");
  const Json* said = find_at(*value, "text");
  if (context == nullptr || !context->is_object() || said == nullptr || !said->is_string())
    return unfit(path, "message", "It needs \"context\" and \"text\".", kExample);
  return MessageInContext{understanding_context(*context), std::string(said->get_string())};
}

}  // namespace fm
