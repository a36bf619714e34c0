// How the rehearsal behaves as a model: streaming, pacing, cancelling, and everything that a
// screenplay can make go wrong.
#include <doctest/doctest.h>

#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/text.h"
#include "rehearsal/rehearsal.h"
#include "rehearsal/rehearsal_testing.h"

namespace fm {
namespace {

class Listener : public ModelSink {
 public:
  void text(std::string_view delta) override {
    deltas.emplace_back(delta);
    if (cancel_after > 0 && --cancel_after == 0) cancel.cancel();
  }
  void reasoning(std::string_view delta) override { thought += delta; }

  std::vector<std::string> deltas;
  std::string thought;
  int cancel_after = 0;
  CancelToken cancel;
};

// A loop whose time passes only when the test says so.
class HandLoop : public Loop {
 public:
  struct Waiting : Timer {
    Millis at{0};
    Work work;
    HandLoop* loop = nullptr;
    ~Waiting() override { std::erase(loop->waiting, this); }
  };
  void post(Work work) override { work(); }
  std::unique_ptr<Timer> after(Millis span, Work work) override {
    auto timer = std::make_unique<Waiting>();
    timer->at = clock_.steady() + span;
    timer->work = std::move(work);
    timer->loop = this;
    waiting.push_back(timer.get());
    return timer;
  }
  std::unique_ptr<FdWatch> watch(int, FdEvents, std::move_only_function<void(FdEvents)>) override {
    return nullptr;
  }
  void in_pool(Work blocking, Work done) override {
    blocking();
    done();
  }
  void run() override {}
  void stop() override {}
  const Clock& clock() const override { return clock_; }

  // Runs the next timer; false when nothing waits.
  bool step() {
    if (waiting.empty()) return false;
    Waiting* next = waiting.front();
    waiting.erase(waiting.begin());
    if (next->at > clock_.steady()) clock_.advance(next->at - clock_.steady());
    Work work = std::move(next->work);
    work();
    return true;
  }

  std::vector<Waiting*> waiting;

 private:
  FakeClock clock_;
};

struct Call {
  Listener listener;
  std::optional<ModelOutcome> outcome;
  RunningTask running;

  void start_on(Rehearsal& rehearsal, Purpose purpose) {
    ModelRequest request;
    request.messages = {{Role::kUser, std::string(4000, 'x'), {}, {}}};
    request.purpose = std::move(purpose);
    running = start<ModelOutcome>(rehearsal.call(std::move(request), listener, listener.cancel),
                                  [this](std::expected<ModelOutcome, std::exception_ptr> result) {
                                    REQUIRE(result.has_value());
                                    outcome = std::move(*result);
                                  });
  }
  std::string heard() const { return join(listener.deltas, ""); }
};

Purpose purpose_of(const std::string& task, int round = 1, int attempt = 1) {
  return {"adversary", task, round,
          JsonObject{{"topic", "A community garden 🌱 für alle"},
                     {"ideas", {JsonObject{{"id", "idea-1"}, {"title", "Rain barrels"}}}},
                     {"attempt", attempt}}};
}

TEST_CASE("P-34 the words are streamed in small pieces that add up to the reply") {
  Rehearsal rehearsal = packaged_rehearsal();
  Call call;
  call.start_on(rehearsal, purpose_of("research"));
  REQUIRE(call.outcome.has_value());
  REQUIRE(call.outcome->has_value());
  const ModelReply& reply = **call.outcome;
  CHECK(reply.text == call.heard());
  CHECK(reply.text == rehearsal.turn(purpose_of("research")).text);
  CHECK(call.listener.deltas.size() > 5);
  for (const std::string& delta : call.listener.deltas) CHECK(is_utf8(delta));
  CHECK(reply.finish == Finish::kStop);
  CHECK(reply.usage.input == 1000);
  CHECK(reply.usage.cached == 0);
  CHECK(reply.usage.output == static_cast<std::int64_t>(reply.text.size() / 4));
}

TEST_CASE("P-34 paced, it speaks word by word and takes its time") {
  HandLoop loop;
  Rehearsal rehearsal = rehearsal_with("", {&loop, 10});
  Call call;
  call.start_on(rehearsal, purpose_of("research"));
  CHECK(call.listener.deltas.empty());
  REQUIRE(loop.step());
  REQUIRE(loop.step());
  CHECK(call.listener.deltas.size() == 2);
  CHECK_FALSE(call.outcome.has_value());
  while (loop.step()) {
  }
  REQUIRE(call.outcome.has_value());
  CHECK((*call.outcome)->text == call.heard());
  CHECK((*call.outcome)->first_token == Millis(100));
  CHECK((*call.outcome)->total ==
        Millis(100 * static_cast<std::int64_t>(call.listener.deltas.size())));
}

TEST_CASE("P-34 paced, the words take their time, and the calls behind them come at once") {
  HandLoop loop;
  Rehearsal rehearsal = rehearsal_with(
      "turns:\n"
      "  - stage: build\n"
      "    text: one two three\n"
      "    calls: [{name: write_file, arguments: {path: a, content: four five six seven}}]\n",
      {&loop, 10});
  Call call;
  call.start_on(rehearsal, {"builder", "build", 1, JsonObject{{"work", "1.1"}}});
  for (int word = 0; word < 3; ++word) REQUIRE(loop.step());
  CHECK_FALSE(loop.step());
  REQUIRE(call.outcome.has_value());
  CHECK((*call.outcome)->text.ends_with("four five six seven\"}}</tool_call>"));
  CHECK((*call.outcome)->total == Millis(300));
}

TEST_CASE("P-34 cancelled, it returns what it has said so far at once") {
  Rehearsal rehearsal = packaged_rehearsal();
  Call call;
  call.listener.cancel_after = 3;
  call.start_on(rehearsal, purpose_of("research"));
  REQUIRE(call.outcome.has_value());
  REQUIRE_FALSE(call.outcome->has_value());
  CHECK(call.outcome->error().kind == ModelErrorKind::kCancelled);
  CHECK(call.outcome->error().text_so_far == call.heard());
  CHECK(call.listener.deltas.size() == 3);

  HandLoop loop;
  Rehearsal slow = rehearsal_with("scenes: [{delay_ms: 60000}]\n", {&loop, 10});
  Call waiting;
  waiting.start_on(slow, purpose_of("research"));
  CHECK_FALSE(waiting.outcome.has_value());
  waiting.listener.cancel.cancel();
  REQUIRE(waiting.outcome.has_value());
  CHECK(waiting.outcome->error().kind == ModelErrorKind::kCancelled);
  CHECK(loop.waiting.empty());
}

TEST_CASE("P-34 a task that nobody waits for any more may be destroyed while it waits") {
  HandLoop loop;
  Rehearsal rehearsal = rehearsal_with("", {&loop, 10});
  {
    Call call;
    call.start_on(rehearsal, purpose_of("research"));
    CHECK(loop.waiting.size() == 1);
  }
  CHECK(loop.waiting.empty());
}

TEST_CASE("P-34 delays need a loop and happen before the first word") {
  HandLoop loop;
  Rehearsal rehearsal = rehearsal_with("scenes: [{delay_ms: 1500}]\n", {&loop, 0});
  Call call;
  call.start_on(rehearsal, purpose_of("research"));
  REQUIRE(loop.step());
  CHECK(loop.clock().steady() == Millis(1500));
  REQUIRE(call.outcome.has_value());
  CHECK((*call.outcome)->first_token == Millis(1500));

  Rehearsal instant = rehearsal_with("scenes: [{delay_ms: 1500}]\n");
  Call at_once;
  at_once.start_on(instant, purpose_of("research"));
  CHECK(at_once.outcome.has_value());
}

TEST_CASE("P-34 a scene can fail some attempts in each of the ways a provider can") {
  Rehearsal rehearsal = rehearsal_with(
      "scenes:\n"
      "  - task: critique\n"
      "    fail: {kind: rate_limit, times: 2, retry_after_ms: 800, message: Slow down.}\n"
      "  - task: implement\n"
      "    fail: {kind: overloaded, after: 30}\n");
  for (const int attempt : {1, 2}) {
    Call call;
    call.start_on(rehearsal, purpose_of("critique", 1, attempt));
    REQUIRE_FALSE(call.outcome->has_value());
    const ModelError& error = call.outcome->error();
    CHECK(error.kind == ModelErrorKind::kRateLimit);
    CHECK(error.retry_after == Millis(800));
    CHECK(error.message == "Slow down.");
    CHECK(error.http_status == 429);
    CHECK(error.text_so_far.empty());
  }
  Call third;
  third.start_on(rehearsal, purpose_of("critique", 1, 3));
  CHECK(third.outcome->has_value());

  Call overloaded;
  overloaded.start_on(rehearsal, purpose_of("implement", 1, 99));
  REQUIRE_FALSE(overloaded.outcome->has_value());
  CHECK(overloaded.outcome->error().text_so_far == overloaded.heard());
  CHECK(overloaded.heard().size() > 20);
  CHECK(overloaded.heard().size() <= 30);

  for (const char* kind :
       {"rate_limit", "quota", "overloaded", "server", "timeout", "network", "auth", "permission",
        "billing", "not_found", "invalid_request", "context_length", "too_large", "content_filter",
        "bad_tool_call", "bad_response"}) {
    Rehearsal one = rehearsal_with("scenes: [{fail: {kind: " + std::string(kind) + "}}]\n");
    Call call;
    call.start_on(one, purpose_of("critique"));
    CHECK_FALSE(call.outcome->has_value());
  }
}

TEST_CASE("P-34 a stream can break off, and attempts tell it apart") {
  Rehearsal rehearsal = rehearsal_with("scenes: [{attempt: 1, cut_after: 50}]\n");
  Call call;
  call.start_on(rehearsal, purpose_of("research"));
  REQUIRE_FALSE(call.outcome->has_value());
  CHECK(call.outcome->error().kind == ModelErrorKind::kNetwork);
  CHECK(call.outcome->error().text_so_far.size() <= 50);
  Call second;
  second.start_on(rehearsal, purpose_of("research", 1, 2));
  CHECK(second.outcome->has_value());
}

TEST_CASE("P-34 silence, thoughts, a finish and the size of the model can be asked for") {
  Rehearsal rehearsal = rehearsal_with(
      "context_tokens: 8000\n"
      "scenes:\n"
      "  - {task: implement, empty: true}\n"
      "  - {task: research, reasoning: \"They want {{subject}}.\", finish: length, chunk: 1000}\n");
  CHECK(rehearsal.context_tokens("x") == 8000);
  Call silent;
  silent.start_on(rehearsal, purpose_of("implement"));
  REQUIRE(silent.outcome->has_value());
  CHECK((*silent.outcome)->text.empty());
  Call call;
  call.start_on(rehearsal, purpose_of("research"));
  REQUIRE(call.outcome->has_value());
  CHECK((*call.outcome)->reasoning == "They want “A community garden 🌱 für alle”.");
  CHECK(call.listener.thought == (*call.outcome)->reasoning);
  CHECK((*call.outcome)->finish == Finish::kLength);
  CHECK(call.listener.deltas.size() == 1);
  CHECK(call.heard().find("They want") == std::string::npos);
}

TEST_CASE("P-34 JSON can be spoiled in the ways that models spoil it") {
  const auto answer = [](const std::string& how) {
    const Rehearsal rehearsal = rehearsal_with("scenes: [{task: ideate, broken: " + how + "}]\n");
    return rehearsal.turn({"ideation", "ideate", 1, JsonObject{{"topic", "A garden"}}}).text;
  };
  for (const char* how :
       {"trailing_comma", "truncated", "single_quotes", "not_json", "prose_only"}) {
    CAPTURE(how);
    CHECK(fenced_json(answer(how)).is_null());
    CHECK(answer(how).find("A garden: ") != std::string::npos);
  }
  CHECK(answer("prose_only").find("```") == std::string::npos);
  CHECK(answer("truncated").find("\n```", answer("truncated").find("```json") + 5) ==
        std::string::npos);
  CHECK(answer("trailing_comma").find("},\n  ]") != std::string::npos);
  CHECK(answer("single_quotes").find("'title': '") != std::string::npos);
}

TEST_CASE("P-34 scores can be prescribed: ties, out of range, or none at all") {
  const Rehearsal rehearsal = rehearsal_with(
      "scenes: [{task: validate, say_score_of: {idea-1: 8.25, idea-2: 8.25, idea-3: none, "
      "idea-4: 12.5}}]\n");
  Discussion discussion{rehearsal, "A garden", 1, 5};
  discussion.take_ideas(discussion.ask("ideation", "ideate", 1));
  const Json value = fenced_json(discussion.ask("moderator", "validate", 0));
  const auto& scores = value.at("scores").as_array();
  REQUIRE(scores.size() == discussion.ideas.size() - 1);
  CHECK(scores[0].at("overall").to_number<double>() == 8.25);
  CHECK(scores[1].at("overall").to_number<double>() == 8.25);
  CHECK(text_at(scores[2], "id") == "idea-4");
  CHECK(scores[2].at("overall").to_number<double>() == 12.5);
}

TEST_CASE("P-34 a scene without words changes only the world; its first word on a matter counts") {
  const Rehearsal plain = packaged_rehearsal();
  const Rehearsal slow = rehearsal_with(
      "scenes:\n"
      "  - {agent: [adversary, nobody], delay_ms: 5}\n"
      "  - {task: critique, delay_ms: 9, chunk: 7}\n");
  const auto turn = slow.turn(purpose_of("critique"));
  CHECK(turn.text == plain.turn(purpose_of("critique")).text);
  CHECK(turn.behaviour.delay == Millis(5));
  CHECK(turn.behaviour.chunk == std::size_t{7});
}

TEST_CASE("P-34 scenes are chosen by round and by what is done again") {
  const Rehearsal rehearsal = rehearsal_with(
      "scenes:\n"
      "  - {task: research, round: 2, text: second}\n"
      "  - {task: research, round: last, text: last}\n"
      "  - {task: research, round: 4+, text: late}\n"
      "  - {task: repair, before: select, text: chosen again}\n");
  const auto said = [&](const std::string& task, int round, JsonObject facts) {
    return rehearsal.turn({"a", task, round, std::move(facts)}).text;
  };
  const JsonObject garden{{"topic", "a garden"}, {"max_rounds", 3}};
  CHECK(said("research", 2, garden) == "second");
  CHECK(said("research", 3, garden) == "last");
  CHECK(said("research", 5, garden) == "late");
  CHECK(said("repair", 1, {{"task_before", "select"}}) == "chosen again");
  CHECK(said("repair", 1, {{"task_before", "research"}}) != "chosen again");
}

TEST_CASE("P-34 the troubled screenplay gets into trouble and out of it") {
  Rehearsal rehearsal = packaged_rehearsal("ideation-troubled");
  const auto outcome = [&](const std::string& task, int round, int attempt) {
    Call call;
    call.start_on(rehearsal, purpose_of(task, round, attempt));
    REQUIRE(call.outcome.has_value());
    return std::move(*call.outcome);
  };
  CHECK(outcome("kickoff", 0, 1).error().kind == ModelErrorKind::kRateLimit);
  CHECK(outcome("kickoff", 0, 2).error().retry_after.has_value());
  CHECK(outcome("kickoff", 0, 3).has_value());
  CHECK(outcome("research", 1, 1).error().kind == ModelErrorKind::kNetwork);
  CHECK(outcome("research", 1, 2).has_value());
  CHECK(outcome("critique", 1, 9).error().kind == ModelErrorKind::kServer);
  CHECK(outcome("critique", 2, 1).has_value());
  CHECK(outcome("implement", 2, 1)->text.empty());
  CHECK(outcome("visualize", 0, 2).has_value());

  Discussion discussion{rehearsal, "A garden", 2, 3};
  CHECK(fenced_json(discussion.ask("ideation", "ideate", 1)).is_null());
  discussion.take_ideas(discussion.ask("ideation", "repair", 1,
                                       {{"task_before", {{"task", "ideate"}, {"round", 1}}}}));
  CHECK(discussion.ideas.size() >= 3);
  const std::string synthesis = discussion.ask("leader", "synthesis", 1);
  CHECK(synthesis.find("adversary could not speak") != std::string::npos);
  const std::string scores = discussion.ask("moderator", "validate", 0);
  CHECK(scores.find("'id': 'idea-1'") != std::string::npos);
  CHECK(scores.find("'id': 'idea-2'") == std::string::npos);
  const Json missing =
      fenced_json(discussion.ask("moderator", "validate_missing", 0, {{"missing", {"idea-2"}}}));
  REQUIRE(missing.at("scores").as_array().size() == 1);
  CHECK(text_at(missing.at("scores").at(0), "id") == "idea-2");
  const std::string again = discussion.ask(
      "implementer", "empty_reply", 2, {{"task_before", {{"task", "implement"}, {"round", 2}}}});
  CHECK(again.find("“") != std::string::npos);
}

TEST_CASE("P-34 the model's name chooses the screenplay") {
  CHECK(screenplay_name({"rehearsal", ""}) == "ideation");
  CHECK(screenplay_name({"rehearsal", "ideation-troubled"}) == "ideation-troubled");
}

}  // namespace
}  // namespace fm
