#include "model/queue/retry.h"

#include <doctest/doctest.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "loop/sim_loop.h"

namespace fm {
namespace {

ModelError failure(ModelErrorKind kind, std::optional<Millis> hint = {}) {
  ModelError error;
  error.kind = kind;
  error.retry_after = hint;
  return error;
}

// Gives its outcomes in order, each a second after it was asked.
class ScriptedModel final : public Model {
 public:
  ScriptedModel(Loop& loop, std::deque<ModelOutcome> outcomes)
      : loop_(loop), outcomes_(std::move(outcomes)) {}

  Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) override {
    asked.push_back(request.model);
    sink.text("preview");
    const Later<ModelOutcome> later;
    const auto timer = loop_.after(Millis(1000), [&] {
      later.resolve(std::move(outcomes_.front()));
      outcomes_.pop_front();
    });
    const auto registration = cancel.on_cancel([&] {
      loop_.post([later] { later.resolve(std::unexpected(failure(ModelErrorKind::kCancelled))); });
    });
    co_return co_await later;
  }
  std::int64_t context_tokens(std::string_view) const override { return 0; }
  bool is_rehearsal() const override { return false; }
  std::string endpoint() const override { return "test"; }

  std::vector<std::string> asked;

 private:
  Loop& loop_;
  std::deque<ModelOutcome> outcomes_;
};

struct Heard final : AttemptSink {
  void text(std::string_view delta) override { shown += delta; }
  void reasoning(std::string_view) override {}
  void begin_attempt(int attempt) override {
    shown.clear();
    last_attempt = attempt;
  }
  void waits(const RetryNotice& notice) override {
    notices.push_back(notice);
    if (on_wait) on_wait();
  }
  std::string shown;
  int last_attempt = 0;
  std::vector<RetryNotice> notices;
  std::function<void()> on_wait;
};

struct Fixture {
  SimLoop loop{11};
  Heard heard;
  CancelToken cancel;
  std::optional<RetriedOutcome> result;
  std::vector<std::string> asked;

  void run(std::deque<ModelOutcome> outcomes, RetryPolicy policy = {}) {
    ScriptedModel model(loop, std::move(outcomes));
    ModelRequest request;
    request.model = "m";
    const RunningTask running =
        start(call_with_retries(loop, model, request, heard, cancel, policy, 5),
              [&](auto outcome) { result = std::move(outcome.value()); });
    loop.run_until_idle();
    asked = model.asked;
    REQUIRE(result.has_value());
  }
};

ModelReply reply(std::string text, std::int64_t output = 0) {
  ModelReply reply;
  reply.text = std::move(text);
  reply.usage.output = output;
  return reply;
}

TEST_CASE_FIXTURE(Fixture, "what succeeds at once is asked once") {
  run({reply("yes", 7)});
  CHECK(result->outcome->text == "yes");
  CHECK(result->attempts == 1);
  CHECK(result->usage.output == 7);
  CHECK(heard.notices.empty());
}

TEST_CASE_FIXTURE(Fixture, "P-23 thoughts that are counted apart are paid for, of each attempt") {
  ModelError cut = failure(ModelErrorKind::kNetwork);
  cut.usage = {.output = 3, .reasoning = 50, .beside = 50};
  ModelReply thought = reply("yes");
  thought.usage = {.output = 7, .reasoning = 500, .beside = 500};
  run({std::unexpected(cut), thought});
  CHECK(result->usage == Usage{.output = 560, .reasoning = 550});
}

TEST_CASE_FIXTURE(Fixture, "what may pass is asked again, with the whole request each time") {
  ModelError cut = failure(ModelErrorKind::kNetwork);
  cut.usage.output = 3;
  run({std::unexpected(failure(ModelErrorKind::kServer)), std::unexpected(cut), reply("yes", 7)});
  CHECK(result->outcome->text == "yes");
  CHECK(result->attempts == 3);
  CHECK(result->usage.output == 10);
  CHECK(asked == std::vector<std::string>{"m", "m", "m"});
  CHECK(heard.last_attempt == 3);
  CHECK(heard.shown == "preview");
  CHECK(heard.notices.size() == 2);
}

TEST_CASE_FIXTURE(Fixture, "it ends after the number of attempts and gives the last error") {
  run({std::unexpected(failure(ModelErrorKind::kServer)),
       std::unexpected(failure(ModelErrorKind::kOverloaded))},
      {.attempts = 2});
  CHECK(result->outcome.error().kind == ModelErrorKind::kOverloaded);
  CHECK(result->attempts == 2);
}

TEST_CASE_FIXTURE(Fixture, "the provider's hint is honoured") {
  const Millis before = loop.clock().steady();
  run({std::unexpected(failure(ModelErrorKind::kRateLimit, Millis(90'000))), reply("yes")});
  CHECK(result->outcome.has_value());
  CHECK(loop.clock().steady() - before >= Millis(92'000));
  CHECK(heard.notices[0].words.starts_with("Waits 9"));
  CHECK(heard.notices[0].words.ends_with(" s because the provider asks us to slow down."));
}

TEST_CASE_FIXTURE(Fixture, "cancelling ends the wait at once") {
  heard.on_wait = [&] { loop.post([&] { cancel.cancel(); }); };
  ModelError limited = failure(ModelErrorKind::kRateLimit, Millis(90'000));
  limited.text_so_far = "half";
  run({std::unexpected(limited), reply("never")});
  CHECK(result->outcome.error().kind == ModelErrorKind::kCancelled);
  CHECK(result->outcome.error().text_so_far == "half");
  CHECK(loop.clock().steady() == Millis(1000));
  CHECK(asked.size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "cancelling ends the call that runs") {
  const auto timer = loop.after(Millis(500), [&] { cancel.cancel(); });
  run({reply("never")});
  CHECK(result->outcome.error().kind == ModelErrorKind::kCancelled);
  CHECK(loop.clock().steady() == Millis(500));
}

TEST_CASE("kinds that stay are never tried again") {
  for (const auto kind :
       {ModelErrorKind::kQuota, ModelErrorKind::kAuth, ModelErrorKind::kPermission,
        ModelErrorKind::kBilling, ModelErrorKind::kNotFound, ModelErrorKind::kInvalidRequest,
        ModelErrorKind::kContextLength, ModelErrorKind::kTooLarge, ModelErrorKind::kContentFilter,
        ModelErrorKind::kCancelled})
    CHECK_MESSAGE(!retry_wait({}, failure(kind), 1, Millis(0), 0), to_string(kind));
  ModelError page = failure(ModelErrorKind::kBadResponse);
  CHECK(retry_wait({}, page, 1, Millis(0), 0).has_value());
  page.permanent = true;
  CHECK(!retry_wait({}, page, 1, Millis(0), 0).has_value());
}

TEST_CASE("what could not be read is tried once more only") {
  for (const auto kind : {ModelErrorKind::kBadToolCall, ModelErrorKind::kBadResponse}) {
    CHECK(retry_wait({}, failure(kind), 1, Millis(0), 0).has_value());
    CHECK(!retry_wait({}, failure(kind), 2, Millis(0), 0).has_value());
  }
}

TEST_CASE("waits grow, are jittered from zero to their ceiling, and are bounded") {
  const RetryPolicy policy{.attempts = 100};
  const ModelError error = failure(ModelErrorKind::kServer);
  const auto longest = [&](int attempt) {
    std::int64_t found = 0;
    for (std::uint64_t random = 0; random < 40'000; ++random)
      found = std::max(found, retry_wait(policy, error, attempt, Millis(0), random)->count());
    return found;
  };
  CHECK(longest(1) == 1000);
  CHECK(longest(2) == 2000);
  CHECK(longest(5) == 16'000);
  CHECK(longest(6) == 30'000);
  CHECK(longest(99) == 30'000);
  CHECK(retry_wait(policy, error, 5, Millis(0), 0) == Millis(0));
}

TEST_CASE("a hint is a lower bound, and one that asks for too much ends the retrying") {
  const RetryPolicy policy;
  for (std::uint64_t random : {0U, 77U, 999'999U}) {
    const auto wait = retry_wait(policy, failure(ModelErrorKind::kRateLimit, Millis(5'000)), 1,
                                 Millis(0), random);
    CHECK(*wait >= Millis(5'000));
    CHECK(*wait <= Millis(6'000));
  }
  CHECK(!retry_wait(policy, failure(ModelErrorKind::kRateLimit, Millis(86'400'000)), 1, Millis(0),
                    0));
  CHECK(!retry_wait(policy, failure(ModelErrorKind::kServer), 1, Millis(300'001), 0));
}

ModelReply ended(Finish finish, std::string text, std::string refusal = "") {
  ModelReply one = reply(std::move(text), 7);
  one.finish = finish;
  one.refusal = std::move(refusal);
  return one;
}

TEST_CASE("P-22 what was refused, filtered or never begun is an error and is bought once") {
  struct Row {
    ModelReply reply;
    ModelErrorKind kind;
    std::string words;
  };
  const std::vector<Row> rows = {
      {ended(Finish::kRefusal, "", "I will not."), ModelErrorKind::kRefusal, "I will not."},
      {ended(Finish::kRefusal, "Half a"), ModelErrorKind::kRefusal, ""},
      {ended(Finish::kContentFilter, "Half a", "SAFETY"), ModelErrorKind::kContentFilter, "SAFETY"},
      {ended(Finish::kContentFilter, ""), ModelErrorKind::kContentFilter, ""},
      {ended(Finish::kUnknown, "", "OTHER"), ModelErrorKind::kContentFilter, "OTHER"},
      {ended(Finish::kLength, " \n"), ModelErrorKind::kOutputLimit, ""},
      {ended(Finish::kContextWindow, ""), ModelErrorKind::kContextLength, ""}};
  for (const Row& row : rows) {
    CAPTURE(row.words);
    Fixture world;
    world.run({row.reply});
    REQUIRE(!world.result->outcome.has_value());
    const ModelError& error = world.result->outcome.error();
    CHECK(error.kind == row.kind);
    CHECK(error.message == row.words);
    CHECK(error.text_so_far == row.reply.text);
    CHECK(!is_retryable(error));
    CHECK(world.result->attempts == 1);
    CHECK(world.result->usage.output == 7);
  }
}

TEST_CASE("P-22 an answer that was cut is one, and says so") {
  for (const Finish finish : {Finish::kLength, Finish::kContextWindow, Finish::kPause}) {
    Fixture world;
    world.run({ended(finish, "Half a")});
    REQUIRE(world.result->outcome.has_value());
    CHECK(is_cut(*world.result->outcome));
  }
  Fixture other;
  other.run({ended(Finish::kUnknown, "Half a", "OTHER")});
  CHECK(is_cut(other.result->outcome.value()));
  Fixture whole;
  whole.run({ended(Finish::kStop, "Whole.")});
  CHECK(!is_cut(whole.result->outcome.value()));
}

}  // namespace
}  // namespace fm
