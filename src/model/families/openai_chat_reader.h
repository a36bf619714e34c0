// OpenAiChatReader: the reader of chat completions answers, OpenAI's own and those of every
// compatible server. See answer_reader.h.
#pragma once

#include <cstddef>

#include "model/model.h"
#include "model/wire/answer_reader.h"

namespace fm {

class OpenAiChatReader final : public AnswerReader {
 public:
  explicit OpenAiChatReader(ModelSink& sink, std::size_t longest_answer = kLongestAnswer);
};

}  // namespace fm
