#include "model/wire/request_parts.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, 4> kImageTypes{"image/png", "image/jpeg", "image/gif",
                                                      "image/webp"};

}  // namespace

void add_options(JsonOut& out, const JsonObject& options, std::initializer_list<OurField> ours) {
  std::vector<std::string_view> keys;
  for (const auto& member : options) {
    const auto own = std::ranges::find(ours, std::string_view(member.key()), &OurField::name);
    if (own == ours.end() || !own->is_written) keys.push_back(member.key());
  }
  std::ranges::sort(keys);
  for (const std::string_view key : keys) out.key(key).value(options.at(key));
}

std::string_view role_name(Role role) {
  switch (role) {
    case Role::kSystem:
      return "system";
    case Role::kUser:
      return "user";
    case Role::kAssistant:
      return "assistant";
    case Role::kTool:
      return "tool";
  }
  return "user";
}

void add_function_tools(JsonOut& out, const std::vector<ToolSpec>& tools) {
  out.key("tools").open('[');
  for (const ToolSpec& tool : tools)
    out.open('{')
        .member("type", "function")
        .key("function")
        .open('{')
        .member("name", tool.name)
        .member("description", tool.description)
        .key("parameters")
        .value(tool.parameters)
        .close('}')
        .close('}');
  out.close(']');
}

void add_text_blocks(JsonOut& out, std::span<const SharedText> pieces,
                     const std::vector<bool>& marks, std::size_t first) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (is_blank(pieces[i])) continue;
    out.open('{').member("type", "text").member("text", pieces[i]);
    if (first + i < marks.size() && marks[first + i])
      out.key("cache_control").raw(R"({"type":"ephemeral"})");
    out.close('}');
  }
}

Json arguments_object(const ToolCall& call) {
  if (call.arguments.empty()) return JsonObject();
  auto value = parse_json(call.arguments);
  if (value && value->is_object()) return *value;
  return JsonObject{{"raw", call.arguments}};
}

std::string data_url(const ModelImage& image) {
  return "data:" + image.media_type + ";base64," + image.base64;
}

Result<void> check_images(const ModelRequest& request) {
  for (const ModelMessage& message : request.messages)
    for (const ModelImage& image : message.images)
      if (std::ranges::find(kImageTypes, image.media_type) == kImageTypes.end())
        return fail("model_cannot",
                    "Models cannot be shown an image of type " + image.media_type + ".",
                    "They take png, jpeg, gif and webp.", "Convert it first.");
  return {};
}

Result<void> check_tools_or_schema(const ModelRequest& request, bool has_schema,
                                   std::string_view why) {
  if (!has_schema || request.tools.empty()) return {};
  return fail("model_cannot", "Tools and a schema for the answer cannot be asked for in one call.",
              std::string(why), "Ask for one of them.");
}

bool is_blank(const SharedText& text) {
  bool blank = true;
  text.each([&](const SharedText::Owner&, std::string_view part) {
    blank = blank && trim(part).empty();
  });
  return blank;
}

bool says_something(const ModelMessage& message) {
  return message.role == Role::kTool || !is_blank(message.text) || !message.images.empty() ||
         !message.tool_calls.empty();
}

std::vector<SharedText> stable_pieces(const ModelMessage& message) {
  std::vector<SharedText> pieces;
  std::size_t from = 0;
  for (const std::size_t end : message.stable_ends) {
    if (end <= from || end >= message.text.size()) continue;
    pieces.push_back(message.text.slice(from, end));
    from = end;
  }
  pieces.push_back(message.text.slice(from, message.text.size()));
  return pieces;
}

std::vector<bool> cache_marks(std::span<const ModelMessage> messages, std::size_t most) {
  std::vector<bool> marks;
  for (const ModelMessage& message : messages) {
    const std::size_t pieces = stable_pieces(message).size();
    const bool all_stable =
        !message.stable_ends.empty() && message.stable_ends.back() >= message.text.size();
    for (std::size_t i = 1; i <= pieces; ++i) marks.push_back(i < pieces || all_stable);
  }
  for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
    if (!*mark) continue;
    if (most == 0)
      *mark = false;
    else
      --most;
  }
  return marks;
}

std::string_view name_of_call(std::span<const ModelMessage> messages, const ModelMessage& result) {
  const auto before = messages.first(static_cast<std::size_t>(&result - messages.data()));
  for (const ModelMessage& message : before | std::views::reverse)
    for (const ToolCall& call : message.tool_calls)
      if (call.id == result.tool_call_id) return call.name;
  return {};
}

}  // namespace fm
