// The families of providers that are spoken to in their own way, and a reader for each (P-20).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "model/answer_reader.h"
#include "model/model.h"

namespace fm {

enum class ApiFamily { kOpenAiChat, kOpenAiResponses, kAnthropic, kGemini, kOllama };

std::string_view to_string(ApiFamily family);  // "openai_chat", ...
std::optional<ApiFamily> api_family(std::string_view name);

// Reads one answer; the sink outlives it.
std::unique_ptr<AnswerReader> make_answer_reader(
    ApiFamily family, ModelSink& sink, std::size_t longest_answer = AnswerReader::kLongestAnswer);

}  // namespace fm
