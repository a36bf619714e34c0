#include "model/families/openai_chat_reader.h"

#include <memory>

#include "model/families/openai_chat_protocol.h"

namespace fm {

OpenAiChatReader::OpenAiChatReader(ModelSink& sink, std::size_t longest_answer)
    : AnswerReader(std::make_unique<OpenAiChatProtocol>(), sink, longest_answer) {}

}  // namespace fm
