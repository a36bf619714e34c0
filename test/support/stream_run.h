// One stream case (stream_corpus.h) read by its family's reader: from bytes, or over a socket by
// HttpModel and the real HTTP client, which also decompresses. For tests and test tools only.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "test/support/stream_corpus.h"

namespace fm {

// `reads` are the body in the pieces that the reader gets.
ModelOutcome read_stream_case(const StreamCase& one, const std::vector<std::string>& reads,
                              ModelSink& sink);

// From a server on 127.0.0.1 that writes the case's reads one by one.
ModelOutcome fetch_stream_case(const StreamCase& one, ModelSink& sink);

}  // namespace fm
