// One attempt at a model over HTTP, for every family: the request goes out, what comes back is read
// while it streams.
//
// Cancelling closes the connection at once. The request is given up as soon as it is sent. An
// exception that leaves the sink is a bug of whoever awaits the attempt and is thrown there.
#pragma once

#include <memory>

#include "engine/flow/task.h"
#include "loop/loop.h"
#include "model/model.h"
#include "model/wire/answer_reader.h"
#include "net/http_client.h"

namespace fm {

// Loop, client and the reader's sink outlive the task. On the loop thread.
Task<ModelOutcome> attempt_over_http(Loop& loop, HttpClient& client, HttpRequest request,
                                     std::unique_ptr<AnswerReader> reader, CancelToken cancel);

}  // namespace fm
