// A reader for the answers of each family of providers (P-20).
#pragma once

#include <cstddef>
#include <memory>

#include "model/model.h"
#include "model/provider/api_family.h"
#include "model/wire/answer_reader.h"

namespace fm {

// Reads one answer; the sink outlives it.
std::unique_ptr<AnswerReader> make_answer_reader(
    ApiFamily family, ModelSink& sink, std::size_t longest_answer = AnswerReader::kLongestAnswer);

}  // namespace fm
