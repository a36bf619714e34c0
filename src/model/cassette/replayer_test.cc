#include "model/cassette/replayer.h"

#include <doctest/doctest.h>

#include <memory>

#include "model/cassette/cassette_testing.h"
#include "model/cassette/recorder.h"
#include "model/queue/retry.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

struct QuietSink final : AttemptSink {
  void text(std::string_view) override {}
  void reasoning(std::string_view) override {}
  void begin_attempt(int) override {}
  void waits(const RetryNotice&) override {}
};

struct Fixture {
  SimLoop loop{7};
  ScratchFolder folder;
  std::string path = folder.path() / "talk.jsonl";
  std::vector<Error> differences;
  std::unique_ptr<Replayer> replayer;

  // What was asked, in order, and what was answered.
  void record(std::vector<std::pair<ModelRequest, SaidLine>> conversation,
              std::vector<std::string> secrets = {}) {
    const auto model = std::make_shared<LineModel>(loop);
    OneModel catalog(model);
    const auto recorder = Recorder::open(catalog, path, {std::move(secrets), {}}).value();
    CHECK(!recorder->find({"gone", "m"}).has_value());
    const auto found = recorder->find({"test", "m"}).value();
    for (auto& [request, spoken] : conversation) {
      model->lines.push_back(std::move(spoken));
      RunningCall asked(found, std::move(request));
      loop.run_until_idle();
      REQUIRE(asked.outcome.has_value());
    }
  }
  std::shared_ptr<Model> play(ReplayerOptions options = {}) {
    options.on_difference = [this](const Error& error) { differences.push_back(error); };
    auto opened = Replayer::open(loop, path, std::move(options));
    REQUIRE_MESSAGE(opened.has_value(), opened.error().message);
    replayer = std::move(*opened);
    return replayer->find({"test", "m"}).value();
  }
  std::string answer(const std::shared_ptr<Model>& model, ModelRequest request) {
    RunningCall asked(model, std::move(request));
    loop.run_until_idle();
    REQUIRE(asked.outcome.has_value());
    return *asked.outcome ? (*asked.outcome)->text
                          : std::string(to_string(asked.outcome->error().kind));
  }
};

TEST_CASE_FIXTURE(Fixture, "P-35 what was recorded is said again, in its pieces, without waiting") {
  record({{question("one"), says({"a", "b"})}, {question("two"), fails(ModelErrorKind::kAuth)}});
  const auto model = play();
  CHECK(model->endpoint() == "models.test");
  CHECK(model->context_tokens("m") == 8'000);
  const Millis before = loop.clock().steady();
  RunningCall asked(model, question("one"));
  loop.run_until_idle();
  CHECK(asked.outcome->value().text == "ab");
  CHECK(asked.sink.stream == pieces({"a", "b"}));
  CHECK(answer(model, question("two")) == "auth");
  CHECK(loop.clock().steady() == before);
  CHECK(replayer->unused() == 0);
  CHECK(replayer->notices().empty());
  CHECK(differences.empty());
}

TEST_CASE_FIXTURE(Fixture, "P-35 calls come in any order; equal ones are answered as recorded") {
  record({{question("same"), says({"first"})},
          {question("other"), says({"other"})},
          {question("same"), says({"second"})}});
  const auto model = play();
  CHECK(answer(model, question("other")) == "other");
  RunningCall one(model, question("same"));
  RunningCall two(model, question("same"));
  loop.run_until_idle();
  CHECK(one.outcome->value().text == "first");
  CHECK(two.outcome->value().text == "second");
}

TEST_CASE_FIXTURE(Fixture, "P-35 the first difference is told once and writes nothing") {
  record(
      {{question("one\ntwo\nthree"), says({"a"})}, {question("last", "adversary"), says({"b"})}});
  const auto model = play();
  RunningCall asked(model, question("one\nTWO\nthree"));
  RunningCall later(model, question("last", "adversary"));
  loop.run_until_idle();
  CHECK(!asked.outcome.has_value());
  CHECK(!later.outcome.has_value());
  REQUIRE(differences.size() == 1);
  CHECK(differences[0].code == "replay_differs");
  CHECK(differences[0].message ==
        "leader (kickoff, round 1) asks for something that is not in " + path + ".");
  CHECK(differences[0].cause ==
        "The nearest is exchange 1 in line 4, leader (kickoff, round 1).\n"
        "In message 1:\n@@ line 2 @@\n one\n-two\n+TWO\n three\n");
  CHECK(!differences[0].cure.empty());

  asked.cancel.cancel();
  later.cancel.cancel();
  loop.run_until_idle();
  CHECK(asked.outcome->error().kind == ModelErrorKind::kCancelled);
  CHECK(later.outcome->error().kind == ModelErrorKind::kCancelled);
  CHECK(differences.size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "the nearest exchange is that of the same turn, else the next one") {
  record({{question("one", "leader"), says({"a"})}, {question("two", "adversary"), says({"b"})}});
  SUBCASE("the same turn") {
    const RunningCall asked(play(), question("TWO", "adversary"));
    loop.run_until_idle();
    CHECK(differences.at(0).cause.contains("exchange 2 in line 5"));
  }
  SUBCASE("the next one") {
    const auto model = play();
    answer(model, question("one", "leader"));
    const RunningCall asked(model, question("three", "implementer"));
    loop.run_until_idle();
    CHECK(differences.at(0).cause.contains("exchange 2 in line 5"));
  }
}

TEST_CASE_FIXTURE(Fixture, "P-35 when nothing is left the recording has ended") {
  record({{question("one"), says({"a"})}});
  const auto model = play();
  answer(model, question("one"));
  const RunningCall asked(model, question("one"));
  loop.run_until_idle();
  CHECK(!asked.outcome.has_value());
  REQUIRE(differences.size() == 1);
  CHECK(differences[0].code == "replay_ended");
}

TEST_CASE_FIXTURE(Fixture, "a call that is cancelled between two pieces gives its exchange back") {
  record({{question("one"), says({"a", "b", "c"})}});
  const auto model = play();
  RunningCall asked(model, question("one"));
  asked.sink.on_piece = [&] { asked.cancel.cancel(); };
  loop.run_until_idle();
  CHECK(asked.outcome->error().kind == ModelErrorKind::kCancelled);
  CHECK(asked.outcome->error().text_so_far == "a");
  CHECK(asked.sink.stream.size() == 1);
  {
    const RunningCall destroyed(model, question("one"));
  }
  loop.run_until_idle();
  CHECK(replayer->unused() == 1);
  CHECK(answer(model, question("one")) == "abc");
}

TEST_CASE_FIXTURE(Fixture, "P-35 retries happen again, without their long waits") {
  record({{question("one"), fails(ModelErrorKind::kRateLimit, Millis(90'000))},
          {question("one"), fails(ModelErrorKind::kOverloaded)},
          {question("one"), says({"ok"})}});
  const auto retried = [&](const std::shared_ptr<Model>& model) {
    QuietSink sink;
    std::optional<RetriedOutcome> result;
    const Millis before = loop.clock().steady();
    const RunningTask running =
        start(call_with_retries(loop, *model, question("one"), sink, {}, {}, 1),
              [&](auto outcome) { result = std::move(outcome.value()); });
    loop.run_until_idle();
    REQUIRE(result.has_value());
    CHECK(result->attempts == 3);
    CHECK(result->outcome->text == "ok");
    return loop.clock().steady() - before;
  };
  CHECK(retried(play()) <= Millis(2'000));
  CHECK(retried(play({.skip_waits = false})) >= Millis(90'000));
}

TEST_CASE_FIXTURE(Fixture, "a hint that ended the recorded retries ends the replayed ones too") {
  record({{question("one"), fails(ModelErrorKind::kRateLimit, Millis(7'200'000))}});
  RunningCall asked(play(), question("one"));
  loop.run_until_idle();
  CHECK(asked.outcome->error().retry_after == Millis(7'200'000));
}

TEST_CASE_FIXTURE(Fixture, "P-35 a request with a key in it matches its blotted record") {
  const std::string key = "sk-test-0123456789";
  record({{question("the key " + key), says({"I see ", key})}}, {key});
  CHECK(answer(play({.secrets = {key}}), question("the key " + key)) == "I see ***");
}

TEST_CASE_FIXTURE(Fixture, "a model that was not recorded, or could not be had, is not found") {
  record({{question("one"), says({"a"})}});
  play();
  const auto unknown = replayer->model("other:m");
  REQUIRE(!unknown.has_value());
  CHECK(unknown.error().code == "model_unknown");
  CHECK(unknown.error().cause == "It was recorded with gone:m, test:m.");
  CHECK(replayer->find({"gone", "m"}).error().code == "model_key_missing");
}

TEST_CASE_FIXTURE(Fixture, "a torn recording is played with a notice; what is none is refused") {
  record({{question("one"), says({"a"})}});
  folder.write("torn.jsonl", text_of_file(path) + "{\"n\":2,");
  path = folder.path() / "torn.jsonl";
  CHECK(answer(play(), question("one")) == "a");
  REQUIRE(replayer->notices().size() == 1);
  CHECK(replayer->notices()[0].code == "cassette_torn");

  CHECK(Replayer::open(loop, folder.path() / "none").error().code == "cassette_unreadable");
  CHECK(Replayer::open(loop, folder.path()).error().code == "cassette_unreadable");
  folder.write("prose.txt", "Dear diary");
  CHECK(Replayer::open(loop, folder.path() / "prose.txt").error().code == "cassette_invalid");
}

// One room: its calls come one after the other, each told apart by its number.
Task<std::vector<std::string>> discuss(std::shared_ptr<Model> model,
                                       std::vector<ModelRequest> requests) {
  std::vector<std::string> heard;
  for (ModelRequest& request : requests) {
    PieceSink sink;
    const ModelOutcome outcome = co_await model->call(std::move(request), sink, {});
    std::string all = digest_of(outcome);
    for (const auto kind : {StreamPiece::Kind::kText, StreamPiece::Kind::kReasoning})
      all += joined(sink.stream, kind);
    heard.push_back(std::move(all));
  }
  co_return heard;
}

TEST_CASE("P-35 any two rooms that talk at once hear the same again, in whatever order") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  RandomExchanges any(seed);
  for (int run = 0; run < 10; ++run) {
    const ScratchFolder folder;
    const std::string path = folder.path() / "two.jsonl";
    std::vector<ModelRequest> conversation[2];
    for (int call = 0; call < 8; ++call) {
      for (auto& room : conversation) {
        room.push_back(any.request());
        room.back().messages[0].text += std::to_string(&room - conversation) + std::to_string(call);
      }
    }
    const auto play = [&](SimLoop& loop, ModelCatalog& catalog) {
      std::vector<std::string> heard[2];
      const auto model = catalog.find({"test", "m"}).value();
      std::vector<RunningTask> running;
      for (int room = 0; room < 2; ++room)
        running.push_back(start(discuss(model, conversation[room]), [&heard, room](auto outcome) {
          heard[room] = std::move(outcome.value());
        }));
      loop.run_until_idle();
      CHECK(heard[0].size() == 8);
      heard[0].insert(heard[0].end(), heard[1].begin(), heard[1].end());
      return heard[0];
    };

    SimLoop live(any.random.bits());
    const auto speaker = std::make_shared<LineModel>(live);
    for (int i = 0; i < 16; ++i) speaker->lines.push_back(any.spoken());
    OneModel catalog(speaker);
    const auto heard = play(live, *Recorder::open(catalog, path).value());

    SimLoop again(any.random.bits());
    const auto replayer = Replayer::open(again, path, {.skip_waits = false}).value();
    CHECK(play(again, *replayer) == heard);
    CHECK(replayer->unused() == 0);
  }
}

}  // namespace
}  // namespace fm
