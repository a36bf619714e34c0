// What models have cost, out of turns as the log has them.
#include "app/queries/costs.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <ctime>

namespace fm {
namespace {

constexpr std::int64_t kNoon = 1'777'636'800'000;  // 2026-05-01T12:00:00Z
constexpr std::int64_t kHour = 3'600'000;

// What the days of the calendar are is the person's; here it is ours.
class InZone {
 public:
  explicit InZone(const char* zone) {
    if (const char* was = std::getenv("TZ")) was_ = was;
    ::setenv("TZ", zone, 1);
    ::tzset();
  }
  ~InZone() {
    if (was_) {
      ::setenv("TZ", was_->c_str(), 1);
    } else {
      ::unsetenv("TZ");
    }
    ::tzset();
  }
  InZone(const InZone&) = delete;
  InZone& operator=(const InZone&) = delete;

 private:
  std::optional<std::string> was_;
};

class TurnLog {
 public:
  TurnLog& room(const std::string& name) {
    room_ = {name};
    return *this;
  }
  TurnLog& at(std::int64_t ms) {
    at_ = {ms};
    return *this;
  }
  TurnLog& started(const std::string& turn, const std::string& agent, const std::string& model) {
    return add("turn.started",
               {{"turn", turn}, {"agent", agent}, {"task", "of-" + agent}, {"model", model}},
               agent);
  }
  TurnLog& ended(const std::string& kind, const std::string& turn, JsonObject body) {
    body["turn"] = turn;
    return add(kind, std::move(body), "whoever");
  }

  const std::vector<EventPtr>& events() const { return events_; }
  std::vector<CostEntry> entries() const { return cost_entries(events_); }

 private:
  TurnLog& add(const std::string& kind, JsonObject body, const std::string& by) {
    Event event;
    event.room = room_;
    event.at = at_;
    event.kind = kind;
    event.by = {Actor::kAgent, by};
    event.body = std::move(body);
    events_.push_back(std::make_shared<const Event>(std::move(event)));
    return *this;
  }

  RoomId room_{"r-1"};
  UtcMs at_{kNoon};
  std::vector<EventPtr> events_;
};

JsonObject usage(std::int64_t input, std::int64_t cached, std::int64_t output) {
  return {{"usage", {{"input", input}, {"cached", cached}, {"output", output}, {"reasoning", 0}}},
          {"ms", 1'500}};
}

JsonObject priced(JsonObject body, std::int64_t micro_usd) {
  body["cost_microusd"] = micro_usd;
  return body;
}

std::string told(const std::vector<CostLine>& lines) {
  std::string out;
  for (const CostLine& line : lines)
    out += line.name + "=" + std::to_string(line.sum.cost.value) + "/" +
           std::to_string(line.sum.turns) + " ";
  return out;
}

TEST_CASE("P-23 a turn's agent, task and model are those it was begun with") {
  const auto entries = TurnLog()
                           .started("t-1", "critic", "openai:gpt-5")
                           .ended("turn.finished", "t-1", priced(usage(100, 40, 10), 250))
                           .entries();
  REQUIRE(entries.size() == 1);
  CHECK(entries[0].room.value == "r-1");
  CHECK(entries[0].agent == "critic");
  CHECK(entries[0].task == "of-critic");
  CHECK(entries[0].model == "openai:gpt-5");
  CHECK(entries[0].sum.usage.input == 100);
  CHECK(entries[0].sum.usage.cached == 40);
  CHECK(entries[0].sum.usage.output == 10);
  CHECK(entries[0].sum.cost.value == 250);
  CHECK(entries[0].sum.took == Millis(1'500));
  CHECK(entries[0].sum.failed == 0);
  CHECK(entries[0].sum.unpriced == 0);
}

TEST_CASE("P-32 what another model took over is counted as that model's") {
  JsonObject end = priced(usage(10, 0, 1), 5);
  end["model"] = "anthropic:claude-x";
  const auto entries = TurnLog()
                           .started("t-1", "critic", "openai:gpt-5")
                           .ended("turn.finished", "t-1", std::move(end))
                           .entries();
  CHECK(entries.at(0).model == "anthropic:claude-x");
}

TEST_CASE("P-23 turns of one name in two rooms are two turns") {
  const auto entries = TurnLog()
                           .room("r-1")
                           .started("t-1", "leader", "a:x")
                           .room("r-2")
                           .started("t-1", "critic", "b:y")
                           .ended("turn.finished", "t-1", priced(usage(1, 0, 1), 2))
                           .room("r-1")
                           .ended("turn.finished", "t-1", priced(usage(1, 0, 1), 1))
                           .entries();
  CHECK(told(cost_lines(entries, CostGroup::kAgent)) == "critic=2/1 leader=1/1 ");
  CHECK(told(cost_lines(entries, CostGroup::kRoom)) == "r-2=2/1 r-1=1/1 ");
}

TEST_CASE("P-23 failed turns cost what they cost; without a price nothing is called free") {
  const auto entries = TurnLog()
                           .started("t-1", "leader", "a:x")
                           .ended("turn.failed", "t-1", priced(usage(50, 0, 0), 40))
                           .started("t-2", "leader", "b:unknown")
                           .ended("turn.finished", "t-2", usage(60, 0, 6))
                           .started("t-3", "leader", "b:unknown")
                           .ended("turn.failed", "t-3", {})  // nobody answered, nothing was used
                           .entries();
  const auto lines = cost_lines(entries, CostGroup::kModel);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].name == "a:x");
  CHECK(lines[0].sum.failed == 1);
  CHECK(lines[0].sum.cost.value == 40);
  CHECK(lines[1].sum.turns == 2);
  CHECK(lines[1].sum.failed == 1);
  CHECK(lines[1].sum.unpriced == 1);
  CHECK(lines[1].sum.cost.value == 0);
}

TEST_CASE("a price of nothing is a price") {
  const auto entries = TurnLog()
                           .started("t-1", "leader", "ollama:qwen3")
                           .ended("turn.finished", "t-1", priced(usage(5, 0, 5), 0))
                           .entries();
  CHECK(entries.at(0).sum.unpriced == 0);
}

TEST_CASE("a turn that was held back asked nobody, and is counted when it is really done") {
  const auto entries = TurnLog()
                           .started("t-1", "leader", "a:x")
                           .ended("turn.failed", "t-1", {{"held", true}})
                           .started("t-1", "leader", "a:x")
                           .ended("turn.finished", "t-1", priced(usage(5, 0, 5), 7))
                           .entries();
  CHECK(told(cost_lines(entries, CostGroup::kTask)) == "of-leader=7/1 ");
}

TEST_CASE("what was begun before the events is known by its end, and other events are no turns") {
  TurnLog log;
  log.ended("turn.finished", "t-0", priced(usage(5, 0, 5), 3));
  log.ended("message.posted", "t-0", {});
  log.started("t-9", "leader", "a:x");  // not over yet
  const auto entries = log.entries();
  REQUIRE(entries.size() == 1);
  CHECK(entries[0].agent == "whoever");
  CHECK(entries[0].model.empty());
}

TEST_CASE("days are the person's own, in their order; all else stands with the dearest first") {
  TurnLog log;
  const auto turn = [&](std::int64_t at, const std::string& model, std::int64_t micro_usd) {
    log.at(at).started("t", "leader", model);
    log.ended("turn.finished", "t", priced(usage(micro_usd, 0, 1), micro_usd));
  };
  turn(kNoon + 11 * kHour, "a:cheap", 1);  // 23:00 in UTC: the next day already east of it
  turn(kNoon, "b:dear", 900);
  turn(kNoon - 24 * kHour, "a:cheap", 2);
  {
    const InZone utc("UTC");
    CHECK(told(cost_lines(log.entries(), CostGroup::kDay)) == "2026-04-30=2/1 2026-05-01=901/2 ");
  }
  {
    const InZone east("EAST-2");
    CHECK(told(cost_lines(log.entries(), CostGroup::kDay)) ==
          "2026-04-30=2/1 2026-05-01=900/1 2026-05-02=1/1 ");
  }
  CHECK(told(cost_lines(log.entries(), CostGroup::kModel)) == "b:dear=900/1 a:cheap=3/2 ");
}

TEST_CASE("the lines of every grouping add up to the same") {
  TurnLog log;
  std::int64_t all = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string turn = "t-" + std::to_string(i);
    log.room("r-" + std::to_string(i % 7)).at(kNoon + i * kHour);
    log.started(turn, "agent-" + std::to_string(i % 5), "m:" + std::to_string(i % 3));
    log.ended(i % 11 == 0 ? "turn.failed" : "turn.finished", turn, priced(usage(i, i / 2, 1), i));
    all += i;
  }
  for (const CostGroup group : {CostGroup::kDay, CostGroup::kRoom, CostGroup::kAgent,
                                CostGroup::kModel, CostGroup::kTask}) {
    CostSum sum;
    for (const CostLine& line : cost_lines(log.entries(), group)) sum += line.sum;
    CHECK(sum.cost.value == all);
    CHECK(sum.usage.input == all);
    CHECK(sum.turns == 200);
    CHECK(sum.failed == 19);
  }
}

}  // namespace
}  // namespace fm
