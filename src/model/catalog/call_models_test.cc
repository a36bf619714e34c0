#include "model/catalog/call_models.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "loop/sim_loop.h"

namespace fm {
namespace {

// Ends as it is told, each time.
class FixedModel final : public Model {
 public:
  explicit FixedModel(ModelReply reply) : reply_(std::move(reply)) {}
  Task<ModelOutcome> call(ModelRequest, ModelSink&, CancelToken) override {
    ++calls;
    co_return reply_;
  }
  std::int64_t context_tokens(std::string_view) const override { return 0; }
  bool is_rehearsal() const override { return false; }
  std::string endpoint() const override { return "test"; }
  int calls = 0;

 private:
  ModelReply reply_;
};

struct NoSink final : AttemptSink {
  void text(std::string_view) override {}
  void reasoning(std::string_view) override {}
  void begin_attempt(int) override {}
  void waits(const RetryNotice&) override {}
};

ModelReply ended(Finish finish, std::string text) {
  ModelReply reply;
  reply.text = std::move(text);
  reply.finish = finish;
  reply.usage.output = 3;
  return reply;
}

// No tool was offered, so the call is no answer.
ModelReply unasked_call() {
  ModelReply reply = ended(Finish::kToolCalls, "");
  reply.tool_calls.push_back({.id = "c1", .name = "look", .arguments = "{}"});
  return reply;
}

struct World {
  SimLoop loop{3};
  NoSink sink;
  std::vector<std::shared_ptr<FixedModel>> models;
  CallReport report;

  void run(std::vector<ModelReply> replies) {
    std::vector<CallTarget> targets;
    for (ModelReply& reply : replies) {
      models.push_back(std::make_shared<FixedModel>(std::move(reply)));
      targets.push_back({.name = "p:m" + std::to_string(models.size()), .model = models.back()});
    }
    const RunningTask running = start(call_models(loop, std::move(targets), {}, sink, {}, {}, 1),
                                      [&](auto result) { report = std::move(result.value()); });
    loop.run_until_idle();
  }
};

TEST_CASE("P-32 what one model keeps back the next one is asked for, once each") {
  for (const ModelReply& first :
       {ended(Finish::kRefusal, ""), ended(Finish::kContentFilter, "Half a"),
        ended(Finish::kLength, ""), ended(Finish::kStop, ""), ended(Finish::kStop, " \n"),
        ended(Finish::kStop, "\u200B\u00A0\uFEFF"), ended(Finish::kPause, ""), unasked_call()}) {
    World world;
    world.run({first, ended(Finish::kStop, "Hello")});
    REQUIRE(world.report.outcome.has_value());
    CHECK(world.report.outcome->text == "Hello");
    CHECK(world.report.model == "p:m2");
    CHECK(world.models[0]->calls == 1);
    CHECK(world.report.failures.size() == 1);
    CHECK(world.report.uses.size() == 2);  // what the first took was paid for as well
  }
}

TEST_CASE("P-22 an answer that is cut is handed to nobody, an empty last one stays empty") {
  World cut;
  cut.run({ended(Finish::kLength, "Half a"), ended(Finish::kStop, "Hello")});
  CHECK(cut.report.outcome.value().text == "Half a");
  CHECK(cut.models[1]->calls == 0);
  World empty;
  empty.run({ended(Finish::kStop, "")});
  CHECK(empty.report.outcome.has_value());
}

}  // namespace
}  // namespace fm
