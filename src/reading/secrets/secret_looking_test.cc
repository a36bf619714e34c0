#include "reading/secrets/secret_looking.h"

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
  for (const char* text : {"-----BEGIN RSA PRIVATE KEY-----\nMIIE",
                           "key AKIAIOSFODNN7ABCDEFG here",
                           "token: ghp_0123456789abcdefghij0123",
                           "password = \"hunter2!\"",
                           "API_KEY=3f9a81c27be4",
                           "  \"client_secret\": \"s3cr3t-value\",",
                           "DATABASE_URL=postgres://shop:hunter2@db/shop",
                           R"({"host":"db","password":"hunter2!"})",
                           R"(connect(host="db", password="hunter2!"))",
                           R"(password := "hunter2!")",
                           R"(password: str = "hunter2!")",
                           "export API_KEY := 3f9a81c27be4",
                           "API_KEY ?= 3f9a81c27be4",
                           R"(password = "hunter2!"  # local)",
                           "API_KEY=3f9a81c27be4 # prod",
                           R"(os.environ["API_KEY"] = "3f9a81c27be4")",
                           "'password' => 'hunter2!',",
                           "define('DB_PASSWORD', 'hunter2!')",
                           R"(password = "correct horse battery")",
                           R"(token = b"hunter2!")"}) {
    CAPTURE(text);
    CHECK(text_looks_secret(text, "app.py"));
  }
  for (const char* text :
       {"[auth]\nkey_env = \"PARCEL_KEY\"", "token = next_token(text)",
        "password = \"your-password\"", "password: str", "api_key = os.environ[\"API_KEY\"]",
        "secret = \"${SECRET}\"", "The password is asked for.", "sk-",
        R"(fields = ["password", "username", "email"])", R"(if token == "function":)",
        "password: swordfish", "postgres://postgres:postgres@localhost/db", "https://x.org/@a:b",
        R"(password = "password")", "tokens = 1234567"}) {
    CAPTURE(text);
    CHECK_FALSE(text_looks_secret(text, "app.py"));
  }
}

TEST_CASE("P-64 where values stand without quotation marks, a word can be a password") {
  CHECK(text_looks_secret("POSTGRES_PASSWORD: swordfish\n", "docker-compose.yml"));
  CHECK(text_looks_secret("[db]\npassword=swordfish", "app.ini"));
  CHECK_FALSE(text_looks_secret("password: ${DB_PASSWORD}\n", "docker-compose.yml"));
}

}  // namespace
}  // namespace fm
