// P-22 How an answer ended is never lost: every family, every end that it knows, streamed and
// whole, broken off at every byte; with reasoning in a field of its own or in the text.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "model/families/answer_readers.h"
#include "model/wire/finish_words.h"
#include "test/fakes/fake_provider_reply.h"
#include "test/support/all_families.h"
#include "test/support/stream_told.h"

namespace fm {
namespace {

constexpr std::string_view kAnswer = "Hello there.\nAll is well.";

struct Ended {
  std::string_view word;  // ours
  Finish finish;
};
constexpr Ended kEnds[] = {{"stop", Finish::kStop},
                           {"length", Finish::kLength},
                           {"content_filter", Finish::kContentFilter},
                           {"refusal", Finish::kRefusal},
                           {"pause", Finish::kPause},
                           {"context_window", Finish::kContextWindow}};

std::string body_of(const FakeRule& rule, ApiFamily family, bool streamed) {
  const FakeReply reply = fake_provider_reply(
      rule, {.family = family, .streamed = streamed, .model = "fake-1"}, JsonObject(), 1);
  std::string body;
  for (const std::string& piece : *reply.pieces) body += piece;
  return body;
}

// What never may be seen as the answer: reasoning, its tags, and pieces of them.
void check_text(std::string_view text) {
  CAPTURE(text);
  CHECK(!text.contains("secret"));
  CHECK(!text.contains("think"));
  CHECK(kAnswer.starts_with(text));
}

void check_cut(const std::string& body, ApiFamily family, std::size_t length, bool is_broken) {
  CAPTURE(length);
  SentAnswer sent{.body = body.substr(0, length)};
  if (is_broken) sent.end = fail("net_cut", "The connection broke.");
  const ReadAnswer read = read_in_pieces(family, sent, 0);
  if (read.outcome) {  // the last word had come, or what is missing is only decoration
    CHECK(read.outcome->text == kAnswer);
    check_text(read.outcome->text);
    return;
  }
  CHECK(is_retryable(read.outcome.error()));
  check_text(read.outcome.error().text_so_far);
  CHECK(read.outcome.error().text_so_far == read.heard.all_text);
}

TEST_CASE("P-22 each end of each family, broken off at every byte, leaks no reasoning") {
  for (const ApiFamily family : kAllFamilies) {
    for (const Ended& end : kEnds) {
      for (const bool in_text : {true, false}) {
        FakeRule rule{.text = std::string(kAnswer), .finish = std::string(end.word)};
        rule.chunk_bytes = 5;
        if (in_text)
          rule.text = "<think>The secret <b>.</think>\n\n" + rule.text;
        else
          rule.reasoning = "The secret.";
        for (const bool streamed : {true, false}) {
          CAPTURE(to_string(family));
          CAPTURE(end.word);
          CAPTURE(streamed);
          const std::string body = body_of(rule, family, streamed);
          const ReadAnswer whole = read_in_pieces(family, {body}, 0);
          REQUIRE(whole.outcome.has_value());
          CHECK(whole.outcome->text == kAnswer);
          CHECK(whole.outcome->reasoning.contains("secret"));
          CHECK(whole.heard.all_text == kAnswer);
          for (std::size_t length = 0; length < body.size(); ++length)
            check_cut(body, family, length, length % 2 == 0);
        }
      }
    }
  }
}

TEST_CASE("P-22 each family's word for the end has its meaning") {
  const auto finish = [](ApiFamily family, std::string_view word) {
    const FakeRule rule{.text = "x", .finish = std::string(word)};
    const auto read = read_in_pieces(family, {body_of(rule, family, true)}, 0);
    return read.outcome ? read.outcome->finish : Finish::kUnknown;
  };
  for (const ApiFamily family : kAllFamilies) {
    CAPTURE(to_string(family));
    CHECK(finish(family, "stop") == Finish::kStop);
    CHECK(finish(family, "length") == Finish::kLength);
  }
  // A reason that nobody knows is no good end; none at all is none.
  for (const ApiFamily family : kAllFamilies) {
    CAPTURE(to_string(family));
    const FakeRule rule{.text = "x", .finish = "a_new_reason"};
    for (const bool streamed : {true, false}) {
      const auto read = read_in_pieces(family, {body_of(rule, family, streamed)}, 0);
      REQUIRE(read.outcome.has_value());
      CHECK(is_cut(*read.outcome));
      CHECK(read.outcome->refusal == "a_new_reason");
    }
  }
  CHECK(is_cut(Finish::kPause));
  for (const std::string_view details :
       {"null", R"({"reason":"server_drain"})", R"({"reason":null})"}) {
    CAPTURE(details);
    const auto read = read_in_pieces(
        ApiFamily::kOpenAiResponses,
        {R"({"object":"response","status":"incomplete","incomplete_details":)" +
         std::string(details) +
         R"(,"output":[{"type":"message","content":[{"type":"output_text","text":"Half"}]}]})"},
        0);
    REQUIRE(read.outcome.has_value());
    CHECK(read.outcome->text == "Half");
    CHECK(is_cut(*read.outcome));
  }
  // Words of other families, as gateways pass them on.
  for (const std::string_view word : {"SAFETY", "content_filtered", "sensitive", "RECITATION"})
    CHECK(finish(ApiFamily::kOpenAiChat, word) == Finish::kContentFilter);
  for (const std::string_view word : {"MAX_TOKENS", "max_output_tokens", "max_length"})
    CHECK(finish(ApiFamily::kOpenAiChat, word) == Finish::kLength);
  CHECK(finish(ApiFamily::kOpenAiChat, "refused") == Finish::kRefusal);
  CHECK(finish(ApiFamily::kOpenAiChat, "eos") == Finish::kStop);
  CHECK(finish(ApiFamily::kOllama, "content_filter") != Finish::kLength);
}

TEST_CASE("P-22 what was kept back is told in the provider's words") {
  const auto words = [](ApiFamily family, const std::string& body) {
    const auto read = read_in_pieces(family, {body}, 0);
    return read.outcome ? read.outcome->refusal : std::string("no answer");
  };
  CHECK(words(ApiFamily::kOpenAiChat,
              data_frame(R"({"choices":[{"index":0,"delta":{"content":"a"},)"
                         R"("finish_reason":"content_filter","content_filter_results":)"
                         R"({"hate":{"filtered":false},"violence":{"filtered":true}}}]})")) ==
        "filtered: violence");
  CHECK(words(ApiFamily::kAnthropic,
              R"({"type":"message","content":[],"stop_reason":"refusal","stop_details":)"
              R"({"type":"refusal","category":"x","explanation":"Not this."}})") == "Not this.");
  CHECK(words(ApiFamily::kGemini,
              R"({"candidates":[{"finishReason":"SAFETY","finishMessage":"Blocked: harm."}]})") ==
        "Blocked: harm.");
  CHECK(words(ApiFamily::kGemini, R"({"candidates":[{"finishReason":"OTHER"}]})") == "OTHER");
}

}  // namespace
}  // namespace fm
