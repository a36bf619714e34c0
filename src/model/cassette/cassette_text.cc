#include "model/cassette/cassette_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fm {
namespace {

constexpr std::size_t kShortText = 160;    // bytes: not worth a line of its own
constexpr std::size_t kSmallestPart = 24;  // a lone heading stays with what follows it
constexpr std::size_t kLongPart = 400;     // cut at the next line's end, empty line or not
constexpr std::size_t kLargestText = 64u << 20;

// The length of the part that `text` begins with. What a part is depends on what stands in it only,
// so that the same passage is cut in the same way in every prompt.
std::size_t part_length(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at)) {
    const std::size_t line_end = ++at;
    while (at < text.size() && text[at] == '\n') ++at;
    if (line_end < at ? at >= kSmallestPart : at >= kLongPart) return at;
  }
  return text.size();
}

void append_number(JsonArray& list, std::int64_t number) {
  if (!list.empty()) {
    Json& last = list.back();
    if (JsonArray* range = last.if_array(); range != nullptr && range->back() == number - 1) {
      range->back() = number;
      return;
    }
    if (last == number - 1) {
      last = JsonArray{number - 1, number};
      return;
    }
  }
  list.push_back(number);
}

Result<void> append_parts(std::string& text, const TextParts& parts, std::int64_t from,
                          std::int64_t to) {
  auto part = parts.find(from);
  for (std::int64_t number = from; number <= to; ++number, ++part) {
    if (part == parts.end() || part->first != number)
      return cassette_invalid(fmt::format("There is no part {} before it.", number));
    text += part->second;
    if (text.size() > kLargestText) return cassette_invalid("A text has more than 64 MiB.");
  }
  return {};
}

bool is_range(const Json& item) {
  const JsonArray* range = item.if_array();
  return range != nullptr && range->size() == 2 && range->front().is_int64() &&
         range->back().is_int64() && range->front().get_int64() <= range->back().get_int64();
}

Json* messages_of(Json& request) {
  JsonObject* object = request.if_object();
  Json* messages = object == nullptr ? nullptr : object->if_contains("messages");
  return messages != nullptr && messages->is_array() ? messages : nullptr;
}

}  // namespace

std::unexpected<Error> cassette_invalid(std::string message) {
  return fail("cassette_invalid", std::move(message), "",
              "Correct that line, or record the discussion anew with --record.");
}

Json lines_to_json(std::string_view text) {
  if (text.find('\n') == std::string_view::npos) return Json(text);
  JsonArray lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(Json(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

Result<std::string> lines_from_json(const Json& value) {
  if (const auto* text = value.if_string()) return std::string(text->data(), text->size());
  const JsonArray* lines = value.if_array();
  if (lines == nullptr) return cassette_invalid("A text is neither a text nor a list of lines.");
  std::string text;
  for (const Json& line : *lines) {
    if (!line.is_string()) return cassette_invalid("A text's line is no text.");
    if (&line != &lines->front()) text += '\n';
    text += line.get_string();
  }
  return text;
}

Json TextPacker::pack(std::string_view text, TextParts& fresh) {
  if (text.size() < kShortText) return Json(text);
  JsonArray list;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, part_length(text));
    text.remove_prefix(part.size());
    const auto [known, is_new] = known_.try_emplace(sha256(part), last_ + 1);
    if (is_new) fresh.emplace(++last_, part);
    append_number(list, known->second);
  }
  return list;
}

Result<std::string> unpack_text(const Json& packed, const TextParts& parts) {
  if (const auto* whole = packed.if_string()) return std::string(whole->data(), whole->size());
  const JsonArray* list = packed.if_array();
  if (list == nullptr) return cassette_invalid("A message's text is neither a text nor a list.");
  std::string text;
  for (const Json& item : *list) {
    if (const auto* piece = item.if_string()) {
      text += *piece;
    } else if (const auto* number = item.if_int64()) {
      TRY(append_parts(text, parts, *number, *number));
    } else if (is_range(item)) {
      TRY(append_parts(text, parts, item.as_array().front().get_int64(),
                       item.as_array().back().get_int64()));
    } else {
      return cassette_invalid("In a message's text stand texts, numbers and ranges [from, to].");
    }
  }
  return text;
}

void pack_messages(Json& request, TextPacker& packer, TextParts& fresh) {
  Json* messages = messages_of(request);
  if (messages == nullptr) return;
  for (Json& message : messages->get_array())
    if (const std::string_view text = text_at(message, "text"); !text.empty())
      message.as_object()["text"] = packer.pack(std::string(text), fresh);
}

Result<Json> unpack_messages(Json request, const TextParts& parts) {
  Json* messages = messages_of(request);
  if (messages == nullptr) return cassette_invalid("A request has a list of \"messages\".");
  for (Json& message : messages->get_array()) {
    const Json* packed = find_at(message, "text");
    if (packed == nullptr) return cassette_invalid("A message has a \"text\".");
    std::string text = TRY(unpack_text(*packed, parts));
    message.as_object()["text"] = std::move(text);
  }
  return request;
}

}  // namespace fm
