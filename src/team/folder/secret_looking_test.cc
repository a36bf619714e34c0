#include "team/folder/secret_looking.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

TEST_CASE("P-64 files whose name says that they hold secrets are known") {
  for (const char* name : {".env", ".env.local", "prod.env", "id_rsa", "id_ed25519.pub",
                           "server.pem", "server.KEY", "api-keys.txt", "apiKey.json",
                           "passwords.csv", "client_secret.json", ".netrc", "my-token.txt"}) {
    CAPTURE(name);
    CHECK(name_looks_secret(name));
  }
  for (const char* name : {"app.py", "config.toml", "keyboard.js", "monkey.py", "tokenizer.cc",
                           "environment.md", "README.md"}) {
    CAPTURE(name);
    CHECK_FALSE(name_looks_secret(name));
  }
}

TEST_CASE("P-64 a private key, a token and a password in a text are known; their names are none") {
  for (const char* text : {"-----BEGIN RSA PRIVATE KEY-----\nMIIE", "key AKIAIOSFODNN7ABCDEFG here",
                           "token: ghp_0123456789abcdefghij0123", "password = \"hunter2!\"",
                           "API_KEY=3f9a81c27be4", "  \"client_secret\": \"s3cr3t-value\","}) {
    CAPTURE(text);
    CHECK(text_looks_secret(text));
  }
  for (const char* text :
       {"[auth]\nkey_env = \"PARCEL_KEY\"", "token = next_token(text)",
        "password = \"your-password\"", "password: str", "api_key = os.environ[\"API_KEY\"]",
        "secret = \"${SECRET}\"", "The password is asked for.", "sk-"}) {
    CAPTURE(text);
    CHECK_FALSE(text_looks_secret(text));
  }
}

}  // namespace
}  // namespace fm
