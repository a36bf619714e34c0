// An answer of chat completions as it grows: what the choices of a chunk, or of a whole document,
// add to it.
//
// Only the first choice counts. Text and reasoning are handed to the sink as they come. Unknown
// fields and finish reasons are no error: new ones come all the time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "model/model.h"
#include "model/tool_call_builder.h"

namespace fm {

class ChatAnswer {
 public:
  explicit ChatAnswer(ModelSink& sink) : sink_(sink) {}

  // A chunk of a stream, or a whole answer; no error document.
  void add(const Json& document);

  // The provider's own word for the end, once it came; empty words do not count.
  const std::optional<std::string>& finish_word() const { return finish_word_; }

  const std::string& text() const { return reply_.text; }
  const Usage& usage() const { return reply_.usage; }
  bool has_output() const;
  std::size_t bytes() const;

  ModelReply take();

 private:
  void add_choice(const Json& choice);
  void add_message(const Json& message);
  void add_content(const Json& content);
  void add_usage(const Json& usage);
  void add_text(std::string_view text);
  void add_reasoning(std::string_view text);

  ModelSink& sink_;
  ModelReply reply_;
  ToolCallBuilder calls_;
  std::optional<std::string> finish_word_;
  std::string id_;
};

}  // namespace fm
