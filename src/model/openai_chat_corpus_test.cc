// Every chat completions case of the stream corpus, read twice: by the reader from bytes, and by
// OpenAiChat from a socket. The corpus says what is right (test/corpus/README.md).
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "model/openai_chat.h"
#include "model/openai_chat_reader.h"
#include "test/fakes/fake_http.h"
#include "test/support/stream_corpus.h"

namespace fm {
namespace {

struct Collected final : ModelSink {
  void text(std::string_view delta) override { all_text += delta; }
  void reasoning(std::string_view delta) override { all_reasoning += delta; }
  std::string all_text;
  std::string all_reasoning;
};

std::string finish_name(Finish finish) {
  switch (finish) {
    case Finish::kStop:
      return "stop";
    case Finish::kLength:
      return "length";
    case Finish::kToolCalls:
      return "tool_calls";
    case Finish::kContentFilter:
      return "content_filter";
    case Finish::kRefusal:
      return "refusal";
    case Finish::kPause:
      return "pause";
    case Finish::kContextWindow:
      return "context_window";
    case Finish::kUnknown:
      return "unknown";
  }
  return "";
}

// The faults of an outcome against what a case expects; empty: right.
class Comparison {
 public:
  Comparison(const StreamCase& one, const ModelOutcome& outcome, const Collected& sink)
      : expect_(one.expect()) {
    same("streamed text", sink.all_text, text_at(expect_, "text"));
    same("streamed reasoning", sink.all_reasoning, text_at(expect_, "reasoning"));
    const Json& error = expect_.at("error");
    if (outcome && !error.is_null()) note("no error");
    if (!outcome && error.is_null()) note("error " + outcome.error().message);
    if (outcome && error.is_null()) compare_reply(*outcome);
    if (!outcome && error.is_object()) compare_error(outcome.error(), error);
  }
  const std::string& faults() const { return faults_; }

 private:
  void note(const std::string& what) { faults_ += what + "; "; }
  void same(const std::string& what, std::string_view is, std::string_view should) {
    if (is != should) note(what + ": " + std::string(is) + " not " + std::string(should));
  }

  void compare_reply(const ModelReply& reply) {
    same("text", reply.text, text_at(expect_, "text"));
    same("reasoning", reply.reasoning, text_at(expect_, "reasoning"));
    // null: ended by [DONE] alone, which is "unknown" here
    same("finish", finish_name(reply.finish), text_at(expect_, "finish", "unknown"));
    if (!bool_at(expect_, "complete")) note("it should not be complete");
    if (const Json* usage = find_at(expect_, "usage"); usage != nullptr && usage->is_object()) {
      if (reply.usage.input != int_at(*usage, "input")) note("input tokens");
      if (reply.usage.output != int_at(*usage, "output")) note("output tokens");
    }
    const auto& calls = expect_.at("tool_calls").as_array();
    if (calls.size() != reply.tool_calls.size()) return note("number of tool calls");
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const ToolCall& call = reply.tool_calls[i];
      same("name", call.name, text_at(calls[i], "name"));
      if (!calls[i].at("id").is_null()) same("id", call.id, text_at(calls[i], "id"));
      const auto arguments = parse_json(call.arguments);
      if (!arguments || *arguments != calls[i].at("arguments")) note("arguments");
    }
  }

  void compare_error(const ModelError& error, const Json& should) {
    same("kind", to_string(error.kind), text_at(should, "kind"));
    same("text so far", error.text_so_far, text_at(expect_, "text"));
    if (is_retryable(error) != bool_at(should, "retryable")) note("retryable");
    if (const Json* wait = find_at(should, "retry_after_ms")) {
      const std::int64_t is = error.retry_after ? error.retry_after->count() : -1;
      if (is != (wait->is_null() ? -1 : wait->to_number<std::int64_t>()))
        note("retry_after " + std::to_string(is));
    }
    if (error.message.find(text_at(should, "message_contains")) == std::string::npos)
      note("message: " + error.message);
  }

  const Json& expect_;
  std::string faults_;
};

UtcMs now_of(const StreamCase& one) { return *from_rfc3339(text_at(one.json, "now")); }

ModelOutcome from_bytes(const StreamCase& one, Collected& sink) {
  OpenAiChatReader reader(sink);
  reader.head(one.status(), one.headers(), now_of(one));
  for (const std::string& read : one.reads) reader.bytes(read);
  if (one.broken()) return reader.finish(fail("net_cut", "The connection broke."));
  return reader.finish({});
}

// The wall clock of the case; the steady one is real.
struct CaseClock final : Clock {
  UtcMs now() const override { return at; }
  Millis steady() const override { return real.steady(); }
  SystemClock real;
  UtcMs at;
};

ModelOutcome from_socket(const StreamCase& one, Collected& sink) {
  FakeHttp server([&](const FakeRequest&) {
    FakeReply reply;
    reply.status = one.status();
    reply.headers = one.headers();
    reply.pieces = std::make_shared<const std::vector<std::string>>(one.reads);
    reply.end = one.broken() ? FakeEnd::kClose : FakeEnd::kFinish;
    return reply;
  });
  CaseClock clock;
  clock.at = now_of(one);
  const auto loop = make_loop(clock);
  const auto client = std::move(*HttpClient::open(*loop));
  const auto model = std::move(*OpenAiChat::open(*loop, *client, {.base_url = server.url()}));
  ModelOutcome outcome;
  const RunningTask running = start(model->call({}, sink, {}), [&](auto result) {
    outcome = std::move(*result);
    loop->stop();
  });
  loop->run();
  return outcome;
}

bool needs_socket(const StreamCase& one) {  // only the client decompresses
  return header(one.headers(), "content-encoding").has_value();
}

template <class Read>
void run_all(const std::string& how, Read read) {
  int right = 0;
  int total = 0;
  for (const StreamCase& one : stream_cases("openai_chat")) {
    if (needs_socket(one) && how == "bytes") continue;
    Collected sink;
    const ModelOutcome outcome = read(one, sink);
    const Comparison comparison(one, outcome, sink);
    ++total;
    if (comparison.faults().empty()) ++right;
    CHECK_MESSAGE(comparison.faults().empty(), one.id, ": ", comparison.faults());
  }
  MESSAGE("stream corpus, openai_chat, from ", how, ": ", right, " of ", total);
  CHECK(total > 50);
}

TEST_CASE("the stream corpus is read right from bytes") { run_all("bytes", from_bytes); }
TEST_CASE("the stream corpus is read right from a socket") { run_all("a socket", from_socket); }

}  // namespace
}  // namespace fm
