// What the requests of several families have in common. Pure.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/wire/json_out.h"
#include "model/wire/request_style.h"

namespace fm {

// A field that requests write themselves, always or now and then.
struct OurField {
  std::string_view name;
  bool is_written = true;
};

// The provider's own fields, but for those that this request writes itself.
void add_options(JsonOut& out, const JsonObject& options, std::initializer_list<OurField> ours);

std::string_view role_name(Role role);  // "system", "user", "assistant", "tool"

// "tools" as chat completions have them, and those who copied that.
void add_function_tools(JsonOut& out, const std::vector<ToolSpec>& tools);

// A message's pieces as blocks of text; those with a mark end what the provider may cache. Blank
// ones are no blocks: they may be refused.
void add_text_blocks(JsonOut& out, std::span<const SharedText> pieces,
                     const std::vector<bool>& marks, std::size_t first);

// A tool call's arguments as the object that some families want. What is no object stands under
// "raw", so that the model sees what it wrote and nothing breaks.
Json arguments_object(const ToolCall& call);

// An image's data as a URL of its own.
std::string data_url(const ModelImage& image);

// Images of kinds that no provider takes: the caller hears it before anything is sent.
Result<void> check_images(const ModelRequest& request);

// For families that cannot do both: whether only one of tools and schema is asked for.
Result<void> check_tools_or_schema(const ModelRequest& request, bool has_schema,
                                   std::string_view why);

// Whether there is nothing in `text` that can be read; some families refuse such texts.
bool is_blank(const SharedText& text);

// Whether a message says or asks anything, or would be nothing but seals.
bool says_something(const ModelMessage& message);

// The text in pieces that end where later calls repeat it (ModelMessage::stable_ends); at least
// one.
std::vector<SharedText> stable_pieces(const ModelMessage& message);

// Which pieces, counted over all messages in order, get a cache mark: the ends of the last stable
// ones, `most` of them. One entry a piece.
std::vector<bool> cache_marks(std::span<const ModelMessage> messages, std::size_t most);

// The name of the function that a tool's result belongs to: of the last call with its id before it,
// since some servers use ids again. `result` is one of `messages`. Empty when there is no such
// call.
std::string_view name_of_call(std::span<const ModelMessage> messages, const ModelMessage& result);

}  // namespace fm
