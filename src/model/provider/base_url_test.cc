#include "model/provider/base_url.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "model/provider/provider.h"
#include "net/url.h"

namespace fm {
namespace {

std::string chat(std::string_view text) {
  return clean_base_url(text, ApiFamily::kOpenAiChat).value_or("refused");
}
std::string ollama(std::string_view text) {
  return clean_base_url(text, ApiFamily::kOllama, 11434).value_or("refused");
}

TEST_CASE("P-20 OLLAMA_HOST is understood in all its forms") {
  for (const auto& [text, url] : std::vector<std::pair<std::string, std::string>>{
           {"127.0.0.1", "http://127.0.0.1:11434"},
           {"0.0.0.0:1234", "http://127.0.0.1:1234"},
           {"0.0.0.0", "http://127.0.0.1:11434"},
           {":11434", "http://127.0.0.1:11434"},
           {"gpu", "http://gpu:11434"},
           {"gpu:1", "http://gpu:1"},
           {"https://gpu.example/", "https://gpu.example"},
           {"http://gpu:8/x", "http://gpu:8/x"},
           {"[::1]", "http://[::1]:11434"},
           {"[::1]:9", "http://[::1]:9"},
           {"http://[::]:9", "http://[::1]:9"},
           {"http://gpu:11434/v1", "http://gpu:11434"},
           {"http://gpu:11434/api/chat", "http://gpu:11434"},
           {"\"gpu:11434\"", "http://gpu:11434"},
           {"gpu.example/ollama", "http://gpu.example:11434/ollama"}}) {
    CAPTURE(text);
    CHECK(ollama(text) == url);
  }
}

TEST_CASE("P-20 a whole endpoint, quotes, slashes and a fragment are taken off an address") {
  const std::string right = "https://host.example/v1";
  for (const std::string text : {"https://host.example/v1",
                                 "https://host.example/v1/",
                                 "https://host.example/v1///",
                                 "https://host.example/v1/chat/completions",
                                 "https://host.example/v1/chat/completions/",
                                 "https://host.example/v1/completions",
                                 "https://host.example/v1/responses",
                                 "https://host.example/v1/models",
                                 "https://host.example/v1/messages",
                                 "https://host.example/v1/embeddings",
                                 "https://host.example/v1#top",
                                 "https://host.example/v1/#",
                                 "\"https://host.example/v1\"",
                                 "'https://host.example/v1/'",
                                 " https://host.example/v1\n",
                                 "<https://host.example/v1>",
                                 "`https://host.example/v1`",
                                 "https:/host.example/v1",
                                 "HTTPS:/host.example/v1",
                                 "https:host.example/v1",
                                 "https://host.example/v1/v1",
                                 "https://host.example/V1",
                                 "https://host.example/v1/chat",
                                 "https://host.example/v1/v1/chat/completions",
                                 "host.example/v1",
                                 "//host.example/v1"}) {
    CAPTURE(text);
    CHECK(chat(text) == right);
  }
  CHECK(chat("localhost:8080/v1") == "http://localhost:8080/v1");
  CHECK(chat("10.0.0.7:8080/v1") == "http://10.0.0.7:8080/v1");
  CHECK(chat("https://host.example") == "https://host.example");
  CHECK(clean_base_url("https://g.example/v1beta/models/gemini-x:streamGenerateContent",
                       ApiFamily::kGemini)
            .value() == "https://g.example/v1beta");
}

TEST_CASE("P-20 what is no address is refused with it, but for what is secret in it") {
  for (const std::string text :
       {"https://host/v1?key=sk-secret", "https://ana:sk-secret@host:x/v1", "ftp://host/v1", "",
        "https://", "https://ho st/v1", "https://host/v1\nsk-secret", "\"\"", "http:///v1?", "?",
        "nonsense", "/v1"}) {
    CAPTURE(text);
    const auto url = clean_base_url(text, ApiFamily::kOpenAiChat);
    REQUIRE(!url.has_value());
    CHECK(url.error().code == "url_invalid");
    CHECK(!url.error().cure.empty());
  }
  const Error with_query =
      clean_base_url("https://host/v1?key=sk-secret", ApiFamily::kOpenAiChat).error();
  CHECK(with_query.message.contains("https://host/v1"));
  CHECK(!with_query.message.contains("sk-secret"));
}

TEST_CASE("P-20 any text is an address or is refused") {
  const std::vector<std::string> parts = {"http://",
                                          "https://",
                                          "host",
                                          ".example",
                                          ":80",
                                          ":x",
                                          "/v1",
                                          "/",
                                          "?a=b",
                                          "#f",
                                          "\"",
                                          "'",
                                          "[::1]",
                                          "@",
                                          "ana:pw@",
                                          " ",
                                          "\n",
                                          "%",
                                          "é",
                                          "/api",
                                          ":",
                                          "..",
                                          "0.0.0.0",
                                          "/models",
                                          "<",
                                          ">",
                                          "/chat/completions",
                                          ":streamGenerateContent",
                                          "\xFF"};
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int run = 0; run < 10'000; ++run) {
    std::string text;
    for (std::uint64_t i = random() % 8; i > 0; --i) text += parts[random() % parts.size()];
    CAPTURE(text);
    const auto family = static_cast<ApiFamily>(random() % 5);
    const auto url = clean_base_url(text, family, random() % 2 == 0 ? 0 : 11434);
    if (url) {
      CHECK(parse_url(*url).has_value());
      CHECK(url->find_first_of("?# \n") == std::string::npos);
      CHECK(!url->ends_with('/'));
      CHECK(clean_base_url(*url, family) == *url);  // once is enough
    } else {
      CHECK(!url.error().cure.empty());
      if (text.rfind("pw@") < text.find_first_of("?#")) CHECK(!url.error().message.contains("pw@"));
    }
  }
}

}  // namespace
}  // namespace fm
