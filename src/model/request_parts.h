// What the requests of several families have in common. Pure.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/json_out.h"
#include "model/request_body.h"

namespace fm {

std::size_t body_size_guess(const ModelRequest& request);

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

// A message's pieces as blocks of text; those with a mark end what the provider may cache.
void add_text_blocks(JsonOut& out, std::span<const std::string_view> pieces,
                     const std::vector<bool>& marks, std::size_t first);

// A tool call's arguments as the object that some families want. What is no object stands under
// "raw", so that the model sees what it wrote and nothing breaks.
Json arguments_object(const ToolCall& call);

// An image's data as a URL of its own.
std::string data_url(const ModelImage& image);

// Images of kinds that no provider takes, tools together with a schema where that cannot be, and
// the like: the caller hears it before anything is sent.
Result<void> check_images(const ModelRequest& request);

// The text in pieces that end where later calls repeat it (ModelMessage::stable_ends); at least
// one.
std::vector<std::string_view> stable_pieces(const ModelMessage& message);

// Which pieces, counted over all messages in order, get a cache mark: the ends of the last stable
// ones, `most` of them. One entry a piece.
std::vector<bool> cache_marks(std::span<const ModelMessage> messages, std::size_t most);

// The name of the function that a tool's result belongs to; empty when the call is not there.
std::string_view name_of_call(std::span<const ModelMessage> messages, std::string_view call_id);

}  // namespace fm
