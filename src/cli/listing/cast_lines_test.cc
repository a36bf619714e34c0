#include "cli/listing/cast_lines.h"

#include <doctest/doctest.h>

#include "test/support/room_script.h"

namespace fm::cli {
namespace {

ViewState seen(const testing::RoomScript& script) {
  ViewState view_state;
  for (const Event& event : script.events) view_state.apply(event);
  return view_state;
}

std::string text(const Lines& lines) {
  std::string out;
  for (const Line& line : lines) out += plain(line) + "\n";
  return out;
}

testing::RoomScript talk(JsonObject models) {
  testing::RoomScript script{"general"};
  JsonObject fallbacks;
  fallbacks["coder"] = JsonArray{"openai:gpt-5-mini"};
  script.create("general").start(
      {{"leader", "leader"}, {"models", std::move(models)}, {"fallbacks", std::move(fallbacks)}});
  return script;
}

TEST_CASE("C-3 /agents names who takes part, the leader first, with what each does and by whom") {
  auto script = talk({{"coder", "openai:gpt-5"}, {"leader", "openai:gpt-5"}});
  script.tell("turn.started", R"({"turn":"t-1","agent":"coder","task":"work"})");
  const std::string lines = text(agent_lines(cast_of(seen(script)), 79, Charset::kUtf8));
  CHECK(
      lines.starts_with("Team ideation\n"
                        "  ✦ Leader          idle  openai:gpt-5\n"
                        "  ◧ Coder           working...  openai:gpt-5\n"));
}

TEST_CASE("P-80 /model tells which models speak for whom, and how to change them") {
  const auto script = talk({{"coder", "openai:gpt-5"}, {"leader", "anthropic:opus"}});
  const std::string lines = text(model_lines(cast_of(seen(script)), 79, Charset::kUtf8));
  CHECK(
      lines.starts_with("- anthropic:opus: Leader\n"
                        "- openai:gpt-5, then openai:gpt-5-mini: Coder\n"));
  CHECK(lines.contains("folkmoot --model PROVIDER:MODEL"));
}

TEST_CASE("P-80 the model is shown in short: one by its name, several by their number") {
  CHECK(model_shown(seen(talk({{"leader", "anthropic:opus"}}))) == "opus");
  auto two = talk({{"coder", "openai:gpt-5"}, {"leader", "anthropic:opus"}});
  CHECK(model_shown(seen(two)) == "2 models");
  two.tell("turn.started",
           R"({"turn":"t-1","agent":"coder","task":"work","model":"openai:gpt-5"})");
  CHECK(model_shown(seen(two), "t-1") == "gpt-5");
  CHECK(model_shown(seen(testing::RoomScript("x"))).empty());
}

}  // namespace
}  // namespace fm::cli
