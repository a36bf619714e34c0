// OpenAiChatReader: the reader of chat completions answers, OpenAI's own and those of every
// compatible server. See answer_reader.h.
#pragma once

#include <cstddef>

#include "model/answer_reader.h"
#include "model/model.h"

namespace fm {

class OpenAiChatReader final : public AnswerReader {
 public:
  explicit OpenAiChatReader(ModelSink& sink, std::size_t longest_answer = kLongestAnswer);
};

}  // namespace fm
