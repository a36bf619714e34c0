#include "model/cassette/recorder.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

#include "base/text.h"
#include "model/cassette/cassette_file.h"
#include "model/cassette/cassette_testing.h"
#include "model/queue/retry.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

constexpr const char* kKey = "sk-test-0123456789";

struct Fixture {
  SimLoop loop{5};
  ScratchFolder folder;
  std::string path = folder.path() / "talk.jsonl";
  std::shared_ptr<LineModel> model = std::make_shared<LineModel>(loop);
  OneModel catalog{model};
  std::vector<Error> troubles;
  std::unique_ptr<Recorder> recorder = record();

  std::unique_ptr<Recorder> record() {
    auto made = Recorder::open(catalog, path, {{kKey, "a \"quoted\" key"}, [this](const Error& e) {
                                                 troubles.push_back(e);
                                               }});
    REQUIRE_MESSAGE(made.has_value(), made.error().message);
    return std::move(*made);
  }
  std::shared_ptr<Model> find(const char* name = "test:m") {
    return recorder->find(*parse_model_name(name)).value();
  }
  void ask(ModelRequest request, SaidLine answer) {
    model->lines.push_back(std::move(answer));
    RunningCall asked(find(), std::move(request));
    loop.run_until_idle();
    REQUIRE(asked.outcome.has_value());
  }
  Cassette read() const {
    auto cassette = read_cassette_file(path);
    REQUIRE_MESSAGE(cassette.has_value(), cassette.error().message);
    return std::move(*cassette);
  }
};

TEST_CASE_FIXTURE(Fixture, "P-35 every exchange is kept, and nothing is changed by keeping it") {
  model->lines = {says({"Yes", ", ", "it is."}), fails(ModelErrorKind::kAuth)};
  const auto found = find();
  CHECK(found->endpoint() == "models.test");
  CHECK(found->context_tokens("m") == 8'000);
  RunningCall first(found, question("Is it?"));
  loop.run_until_idle();
  CHECK(first.outcome->value().text == "Yes, it is.");
  CHECK(first.sink.stream == pieces({"Yes", ", ", "it is."}));
  RunningCall second(found, question("Is it not?", "adversary"));
  loop.run_until_idle();
  CHECK(second.outcome->error().kind == ModelErrorKind::kAuth);

  const Cassette cassette = read();
  REQUIRE(cassette.entries.size() == 2);
  CHECK(cassette.entries[0].exchange.stream == first.sink.stream);
  CHECK(cassette.entries[1].exchange.agent == "adversary");
  CHECK(cassette.models.at("test:m") ==
        CassetteModel{
            .host = "models.test", .context_tokens = 8'000, .rehearsal = false, .missing = {}});
}

TEST_CASE_FIXTURE(Fixture, "P-35 each attempt of a retried call is an exchange") {
  model->lines = {fails(ModelErrorKind::kServer), fails(ModelErrorKind::kOverloaded), says({"ok"})};
  struct Sink final : AttemptSink {
    void text(std::string_view) override {}
    void reasoning(std::string_view) override {}
    void begin_attempt(int) override {}
    void waits(const RetryNotice&) override {}
  } sink;
  const auto found = find();
  std::optional<RetriedOutcome> result;
  const RunningTask running = start(call_with_retries(loop, *found, question("?"), sink, {}, {}, 1),
                                    [&](auto outcome) { result = std::move(outcome.value()); });
  loop.run_until_idle();
  REQUIRE(result.has_value());
  CHECK(result->attempts == 3);
  CHECK(read().entries.size() == 3);
}

TEST_CASE_FIXTURE(Fixture, "P-35 no key is in the file, wherever it was said and however cut") {
  SaidLine answer = says({"The key is sk-te", "st-01234", "56789."});
  answer.stream.push_back({StreamPiece::Kind::kReasoning, kKey});
  answer.outcome->reasoning = kKey;
  answer.outcome->refusal = kKey;
  answer.outcome->tool_calls = {{kKey, kKey, R"({"with":"a \"quoted\" key"})"}};
  answer.outcome->signatures = {{SignatureKind::kOpaque, kKey, kKey, kKey}};
  ModelRequest request = question(std::string("It is ") + kKey);
  request.schema = Json(JsonObject{{kKey, JsonArray{kKey}}});
  request.tools = {{kKey, kKey, JsonObject{{"x", kKey}}}};
  request.purpose.task = kKey;
  request.messages.push_back({.role = Role::kTool, .text = "x", .tool_call_id = kKey});
  ask(request, std::move(answer));
  SaidLine failure = fails(ModelErrorKind::kAuth);
  failure.outcome.error().message = std::string("Bad key ") + kKey;
  failure.outcome.error().text_so_far = kKey;
  ask(question("?"), std::move(failure));

  const std::string text = text_of_file(path);
  CHECK(!text.contains(kKey));
  CHECK(!text.contains("sk-te"));
  CHECK(!text.contains("quoted"));
  const Cassette cassette = read();
  CHECK(cassette.entries.at(0).exchange.outcome->text == "The key is ***.");
  CHECK(joined(cassette.entries[0].exchange.stream, StreamPiece::Kind::kText) == "The key is ***.");
}

TEST_CASE_FIXTURE(Fixture, "an answer of a thousand pieces is kept in about forty") {
  SaidLine answer = says({});
  for (int i = 0; i < 1'000; ++i)
    answer.stream.push_back({StreamPiece::Kind::kText, fmt::format("word{} ", i)});
  answer.outcome->text = joined(answer.stream, StreamPiece::Kind::kText);
  const std::string whole = answer.outcome->text;
  ask(question("?"), std::move(answer));
  const Exchange kept = read().entries.at(0).exchange;
  CHECK(kept.stream.size() <= 40);
  CHECK(kept.stream.size() > 30);
  CHECK(joined(kept.stream, StreamPiece::Kind::kText) == whole);
  CHECK(kept.outcome->text == whole);
}

TEST_CASE_FIXTURE(Fixture, "a call that was cancelled is not kept") {
  model->lines = {says({"half an ans"})};
  RunningCall asked(find(), question("?"));
  asked.cancel.cancel();
  loop.run_until_idle();
  CHECK(asked.outcome->error().kind == ModelErrorKind::kCancelled);
  CHECK(read().entries.empty());
}

TEST_CASE_FIXTURE(Fixture, "a model that cannot be had is kept with the reason") {
  const auto found = recorder->find({"gone", "m"});
  REQUIRE(!found.has_value());
  CHECK(read().models.at("gone:m").missing == found.error());
}

TEST_CASE_FIXTURE(Fixture, "a model may be wrapped by hand, and a size learned later counts") {
  const auto wrapped = recorder->wrap("rehearsal:short", model);
  model->tokens = 99;
  CHECK(wrapped->context_tokens("short") == 99);
  CHECK(read().models.at("rehearsal:short").context_tokens == 99);
}

TEST_CASE_FIXTURE(Fixture, "the file is its owner's alone, and one that is there is not touched") {
  struct stat status = {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  const std::string before = text_of_file(path);
  const auto again = Recorder::open(catalog, path);
  REQUIRE(!again.has_value());
  CHECK(again.error().code == "cassette_exists");
  CHECK(!again.error().cure.empty());
  CHECK(text_of_file(path) == before);

  folder.write("empty.jsonl", "");
  CHECK(Recorder::open(catalog, folder.path() / "empty.jsonl").has_value());
  const auto nowhere = Recorder::open(catalog, folder.path() / "no" / "such.jsonl");
  CHECK(nowhere.error().code == "cassette_write_failed");
  CHECK(Recorder::open(catalog, folder.path()).error().code == "cassette_write_failed");
}

TEST_CASE_FIXTURE(Fixture, "a recording without an exchange does not use its file up") {
  find();
  recorder.reset();
  CHECK(text_of_file(path).empty());
  CHECK(Recorder::open(catalog, path).has_value());
}

// Lets no file of this process grow over `bytes`.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    const rlimit limit{bytes, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  FileLimit(const FileLimit&) = delete;
  ~FileLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST_CASE_FIXTURE(Fixture, "P-35 when the file cannot grow, recording ends and the talk goes on") {
  ask(question("one"), says({"first"}));
  {
    const FileLimit limit(text_of_file(path).size() + 50);
    ask(question("two"), says({"second"}));
  }
  REQUIRE(troubles.size() == 1);
  CHECK(troubles[0].code == "cassette_write_failed");
  ask(question("three"), says({"third"}));
  CHECK(troubles.size() == 1);
  const Cassette cassette = read();
  CHECK(!cassette.torn);
  CHECK(cassette.entries.size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "models that were found outlive their recorder") {
  const auto found = find();
  recorder.reset();
  model->lines = {says({"still"})};
  RunningCall asked(found, question("?"));
  loop.run_until_idle();
  CHECK(asked.outcome->value().text == "still");
  CHECK(read().entries.size() == 1);
}

}  // namespace
}  // namespace fm
