// A whole ideation, ended at every commit and around every model call, comes out as if nothing had
// happened.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <tuple>

#include "test/support/discussion.h"

using namespace fm;
using namespace fm::testing;

namespace {

// One place at which a process ends.
struct Point {
  std::int64_t operation = 0;  // of the disk; 0: around a model call
  When when = When::kBefore;
  int call = 0;  // of the model, before or after it
  std::string name;
};

std::string describe(const Point& point, CrashMode mode) {
  constexpr const char* kModes[] = {"process death", "power loss", "torn write"};
  return point.name + ", " + kModes[static_cast<int>(mode)];
}

// What is ended again and again: a whole discussion, or one with a panel, in which several calls
// are in flight at once.
struct Kind {
  const char* preset = "full";
  int panel = 1;

  void set_up(Discussion& conversation) const {
    conversation.request.preset = preset;
    conversation.request.topic = "a neighbourhood tool library";
    if (panel > 1) conversation.request.panel = panel;
  }
};

// The points of one uncrashed run: for each commit before its first write, in the middle, before
// and after its sync; and before and after each model call.
std::vector<Point> points_of(const std::vector<DiskEvent>& trace, std::int64_t from, int calls) {
  std::vector<Point> points;
  std::int64_t first = 0;
  for (std::int64_t op = from; op <= static_cast<std::int64_t>(trace.size()); ++op) {
    const DiskEvent& event = trace[static_cast<std::size_t>(op - 1)];
    if (event.op == DiskOp::kWrite && first == 0) first = op;
    if (event.op != DiskOp::kSync) continue;
    const std::string at = "operation " + std::to_string(op);
    if (first != 0) {
      points.push_back({first, When::kBefore, 0, at + ": before the first write"});
      if (op - first > 2)
        points.push_back({first + (op - first) / 2, When::kAfter, 0, at + ": in the middle"});
    }
    points.push_back({op, When::kBefore, 0, at + ": before the sync"});
    points.push_back({op, When::kAfter, 0, at + ": after the sync"});
    first = 0;
  }
  for (int call = 1; call <= calls; ++call) {
    points.push_back({0, When::kBefore, call, "before call " + std::to_string(call)});
    points.push_back({0, When::kAfter, call, "after call " + std::to_string(call)});
  }
  return points;
}

using Call = std::tuple<std::string, std::string, int>;

std::set<Call> finished_calls(Discussion& conversation) {
  std::set<Call> calls;
  for (const TurnRecord& turn : conversation.view().turns)
    if (turn.state == TurnState::kFinished) calls.emplace(turn.agent, turn.task, turn.round);
  return calls;
}

void go_on(Discussion& conversation) {
  REQUIRE(conversation.open().has_value());
  if (conversation.engine().unfinished().empty() && conversation.events().empty()) {
    REQUIRE(conversation.start().has_value());  // it had not begun: nothing was acknowledged
  } else {
    conversation.resume();
  }
  conversation.run_until_idle();
}

struct Tried {
  int points = 0;
  int recovered = 0;
  int repeated = 0;
};

// Ends one run at `point`, begins again, and holds the end against the run that was not ended.
void try_point(const Kind& kind, const Point& point, CrashMode mode, const std::string& expected,
               std::size_t calls, EngineOptions::Evict evict, Tried& tried) {
  DiscussionOptions options;
  options.evict = evict;
  Discussion conversation(options);
  kind.set_up(conversation);
  if (point.operation > 0) {
    conversation.disk.crash_at(point.operation, point.when);
  } else if (point.when == When::kBefore) {
    conversation.before_call = [&](int call) { return call == point.call; };
  } else {
    conversation.after_call = [&](int call) { return call == point.call; };
  }
  ++tried.points;
  if (conversation.open() && conversation.start()) conversation.run_until_idle();
  conversation.before_call = nullptr;
  conversation.after_call = nullptr;
  conversation.crash(mode);
  const std::size_t before = conversation.asked.size();
  REQUIRE(conversation.open().has_value());
  const std::set<Call> completed = finished_calls(conversation);
  conversation.close();
  go_on(conversation);

  const std::string where = describe(point, mode);
  CAPTURE(where);
  const std::string outcome = conversation.outcome();
  for (const std::string& fault : conversation.outside_faults) FAIL_CHECK(fault);
  if (outcome != expected)
    FAIL_CHECK("other ideas, scores or choice:\n", outcome, conversation.story());
  // P-12: no completed call again, and at most those that were in flight a second time.
  for (std::size_t i = before; i < conversation.asked.size(); ++i) {
    const Asked& call = conversation.asked[i];
    if (kind.panel > 1 && call.task == "validate") continue;  // the seats are alike; counted below
    CHECK_FALSE(completed.contains({call.agent, call.task, call.round}));
  }
  const std::size_t repeats = conversation.asked.size() - calls;
  const auto most = static_cast<std::size_t>(kind.panel);
  CHECK(repeats <= most);
  tried.repeated += static_cast<int>(repeats);
  if (outcome == expected && repeats <= most) ++tried.recovered;
}

// Each `stride`th point, in each mode by turns; every point in a long run.
Tried try_all(const Kind& kind, int calls_of_all, std::size_t stride) {
  DiscussionOptions options;
  Discussion whole(options);
  kind.set_up(whole);
  REQUIRE(whole.open().has_value());
  const std::int64_t from = whole.disk.operations() + 1;
  REQUIRE(whole.start().has_value());
  whole.run_until_idle();
  const std::string expected = whole.outcome();
  const int calls = static_cast<int>(whole.asked.size());
  REQUIRE(whole.view().latest_flow()->completion == "success");
  REQUIRE(calls == calls_of_all);

  if (std::getenv("FM_EXHAUSTIVE") != nullptr) stride = 1;
  const auto points = points_of(whole.disk.trace(), from, calls);
  Tried tried;
  std::size_t number = 0;
  for (const Point& point : points) {
    for (const CrashMode mode : {CrashMode::kCrash, CrashMode::kPowerLoss, CrashMode::kTornWrite}) {
      if (point.operation == 0 && mode == CrashMode::kTornWrite) continue;  // nothing was written
      if (++number % stride != 0) continue;
      const auto evict =
          number % 2 == 0 ? EngineOptions::Evict::kWhenDeferred : EngineOptions::Evict::kNever;
      try_point(kind, point, mode, expected, static_cast<std::size_t>(calls), evict, tried);
    }
  }
  std::printf("ideation: crash points tried %d / recovered %d, calls repeated %d\n", tried.points,
              tried.recovered, tried.repeated);
  CHECK(tried.points == tried.recovered);
  return tried;
}

}  // namespace

TEST_CASE("P-12 I-15 an ideation that ends at any commit or call goes on to the same result") {
  CHECK(try_all({}, 25, 4).points > 100);
}

TEST_CASE("P-12 I-20 a panel that ends while several score goes on to the same scores and choice") {
  CHECK(try_all({"standard", 3}, 11, 5).points > 40);
}

TEST_CASE("I-13 words in every gap between appends, followed by a crash, never diverge") {
  const std::vector<std::string> words = {"It must be cheap.", "pause", "go on"};
  int gaps = 0;
  const std::size_t stride = std::getenv("FM_EXHAUSTIVE") ? 1 : 7;
  for (std::size_t gap = 1;; gap += stride) {
    DiscussionOptions options;
    options.seed = gap;
    Discussion conversation(options);
    conversation.request.preset = "standard";
    REQUIRE(conversation.open().has_value());
    REQUIRE(conversation.start().has_value());
    bool reached = false;
    while (!reached && conversation.step()) reached = conversation.events().size() >= gap + 3;
    if (!reached) break;
    ++gaps;
    const std::string& said = words[gap % words.size()];
    conversation.say(said, "c-1");
    for (int i = 0; i < static_cast<int>(gap % 4) && conversation.step(); ++i) {
    }
    conversation.crash(gap % 2 == 0 ? CrashMode::kPowerLoss : CrashMode::kTornWrite);
    REQUIRE(conversation.open().has_value());
    conversation.resume();
    conversation.run_until_idle();
    // The client says it again until it is acknowledged; it counts once.
    conversation.say(said, "c-1");
    conversation.run_until_idle();
    if (!conversation.view().gates.empty()) (void)conversation.answer("paused", "continue");
    conversation.run_until_idle();
    const RoomView view = conversation.view();
    CAPTURE(gap);
    for (const std::string& fault : conversation.outside_faults) FAIL_CHECK(fault);
    REQUIRE(view.latest_flow() != nullptr);
    CHECK_MESSAGE(view.latest_flow()->completion == "success", conversation.story());
    const auto times = std::ranges::count_if(view.messages, [&](const Message& message) {
      return message.kind == "user" && *message.text == said;
    });
    CHECK(times == 1);
  }
  CHECK(gaps > 5);
}

TEST_CASE(
    "I-15 a card, a preset or a program changed in the middle: it goes on with what was pinned") {
  Discussion plain;
  plain.request.preset = "standard";
  REQUIRE(plain.open().has_value());
  REQUIRE(plain.start().has_value());
  plain.run_until_idle();

  Discussion conversation;
  conversation.request.preset = "standard";
  REQUIRE(conversation.open().has_value());
  REQUIRE(conversation.start().has_value());
  while (conversation.asked.size() < 4 && conversation.step()) {
  }
  conversation.crash();
  // What the next program brings along: other cards, another preset, other prompts.
  conversation.pack_files["agents/implementer.md"] =
      "---\nname: implementer\ndescription: Somebody else.\nrole: implementer\n---\nA new card.\n";
  conversation.pack_files["teams/ideation.yaml"] =
      "description: Another team.\nagents: [leader, ideation]\nleader: leader\n"
      "presets:\n  standard:\n    max_rounds: 3\n";
  REQUIRE(conversation.open().has_value());
  conversation.resume();
  conversation.run_until_idle();
  CHECK(conversation.outcome() == plain.outcome());
  CHECK(conversation.turns() == plain.turns());
  for (const Asked& asked : conversation.asked)
    CHECK(asked.prompt.find("A new card.") == asked.prompt.npos);
}
