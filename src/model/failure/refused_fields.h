// Fields that some models refuse and that a request can do without (P-20).
//
// Reasoning models take no temperature, older servers no stream_options, small ones no schema. The
// refusal is an invalid request that names the field; the request is then made once more without
// it, and the model is remembered. Pure.
#pragma once

#include <optional>

#include "model/model.h"

namespace fm {

struct RefusedFields {
  bool temperature = false;
  bool max_tokens_name = false;  // chat completions: the other one of its two names is meant
  bool stream_options = false;
  bool include = false;  // Responses: sealed reasoning is not to be had
  bool schema = false;   // the caller's prompt asks for the format too
  bool cache_key = false;
  bool cache_marks = false;
  bool system_role = false;  // its text goes to the front of the first message of the user
  bool tools = false;        // they are told in the system's text, and calls are written (P-40)

  bool operator==(const RefusedFields&) const = default;
};

// What `error` says is refused, beyond what is known; nothing when the error is about anything
// else, or about a field that the request did not have.
std::optional<RefusedFields> newly_refused(const ModelError& error, const ModelRequest& request,
                                           const RefusedFields& known);

}  // namespace fm
