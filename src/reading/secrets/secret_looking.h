// What looks like a secret in a folder: such files are shown to no model (P-24, P-64). Rather too
// much than too little: whoever wants one shown can say what is in it. Pure.
#pragma once

#include <string_view>

namespace fm {

// By the name alone: ".env", "id_rsa", "server.pem", "api-keys.txt", "passwords.csv".
bool name_looks_secret(std::string_view name);

// By what is in it: a private key, a token of a known kind, a password that is set to something,
// one in an address. `text` clean; `name` tells by its ending whether words stand without quotation
// marks in it.
bool text_looks_secret(std::string_view text, std::string_view name);

}  // namespace fm
