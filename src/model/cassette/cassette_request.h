// The request of one call as a cassette keeps it, which is also what calls are matched by (P-35).
//
// Its canonical form has the model's full name and all that decides the answer. What is volatile is
// left out: the room, the purpose, where cache marks go. A picture is kept as its hash: it only has
// to be told from another. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/redact.h"
#include "base/sha256.h"
#include "model/model.h"

namespace fm {

// {"model", "messages": [{"role", "text", ...}], "tools", "schema", "temperature_hundredths",
// "max_output_tokens"}; what is not there is left out.
Json canonical_request(const std::string& full_name, const ModelRequest& request);
Sha256 request_digest(const Json& canonical_form);

// Of the values of all keys. A key with quotes or backslashes stands otherwise in the arguments of
// a tool call, which are JSON: that form is removed too.
Redactor cassette_redactor(std::vector<std::string> secrets);
void redact(Json& value, const Redactor& redactor);  // in every text, keys included

}  // namespace fm
