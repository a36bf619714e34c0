// AnswerDraft: an answer while it grows, the same for every family of providers.
//
// Text and reasoning are handed to the sink as they come, and kept; reasoning that stands in the
// text is split off first (P-22). The protocols (answer_protocol.h) put in what they read; the
// reader (answer_reader.h) takes the reply out, once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model/model.h"
#include "model/wire/reasoning_split.h"
#include "model/wire/tool_call_builder.h"

namespace fm {

class AnswerDraft {
 public:
  explicit AnswerDraft(ModelSink& sink) : sink_(sink) {}

  void add_text(std::string_view text);
  void add_reasoning(std::string_view text);
  void add_refusal(std::string_view text);
  void add_signature(ReasoningSignature signature);             // one without a value is dropped
  void add_overhead(std::size_t bytes) { overhead_ += bytes; }  // what a protocol remembers

  // The answer's own id, for the ids of tool calls that have none; the first one counts.
  void set_id(std::string_view id);
  const std::string& id() const { return id_; }

  ToolCallBuilder& calls() { return calls_; }
  Usage& usage() { return reply_.usage; }
  const ToolCallBuilder& calls() const { return calls_; }
  const Usage& usage() const { return reply_.usage; }

  const std::string& text() const { return reply_.text; }
  bool was_given_text() const { return was_given_text_; }  // though it may have been reasoning
  bool has_reasoning() const { return !reply_.reasoning.empty(); }
  bool has_refusal() const { return !reply_.refusal.empty(); }
  bool has_signatures() const { return !reply_.signatures.empty(); }
  bool has_output() const;
  std::size_t bytes() const;

  // No more text comes; `end` says whether the answer came to its own end.
  void end_text(ReasoningSplit::End end);

  // A stop that asks for tools, or that refuses, is named so whatever the provider's word for it
  // is.
  ModelReply take(Finish finish);

 private:
  void add_part(ReasoningSplit::Part part, std::string_view text);

  ModelSink& sink_;
  ModelReply reply_;
  ReasoningSplit split_;
  bool was_given_text_ = false;
  ToolCallBuilder calls_;
  std::string id_;
  std::size_t overhead_ = 0;
};

}  // namespace fm
