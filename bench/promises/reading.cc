// How fast answers are read, also those that were made to be slow to read.
#include <fmt/format.h>

#include <limits>

#include "bench/promises/promises.h"
#include "reading/blocks/routing.h"
#include "reading/blocks/task_complete.h"
#include "reading/ideas/ideas.h"
#include "reading/ideas/scores.h"
#include "reading/tools/tool_call.h"
#include "test/fakes/fake_provider.h"

namespace fm::bench {
namespace {

constexpr std::size_t kBytes = 256 << 10;

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

// Mostly prose with one block of JSON in it, as answers are.
std::string long_answer(std::size_t bytes) {
  return repeated(
             "What people want is less work; this is where \"good enough\" helps (see above). ",
             bytes) +
         everything_text();
}

double megabytes_a_second(std::string_view text, const std::function<void()>& read) {
  double best = std::numeric_limits<double>::max();
  const double until = now_us() + 150e3;
  do {
    const double began = now_us();
    read();
    best = std::min(best, now_us() - began);
  } while (now_us() < until);
  return static_cast<double>(text.size()) / best;
}

std::vector<KnownIdea> known_ideas() {
  std::vector<KnownIdea> known;
  for (int i = 1; i <= 5; ++i)
    known.push_back({.id = "idea-" + std::to_string(i), .title = "Idea " + std::to_string(i)});
  return known;
}

void measure_other_readers(Table& table) {
  table.heading("reading, MB/s: routing | reports | tool calls");
  const Roster roster({{"architect", "System Architect", {"software architect"}}});
  const ToolTable tools = {{"read_file", {{"path", "string"}}}};
  const auto row = [&](std::string_view name, const std::string& text) {
    const double routing = megabytes_a_second(text, [&] { (void)read_routing(text, roster); });
    const double report =
        megabytes_a_second(text, [&] { (void)read_task_complete(text, "IMPL-001"); });
    const double calls = megabytes_a_second(text, [&] { (void)read_tool_text(text, tools); });
    table.plain_row(name, fmt::format("{:.0f} | {:.0f} | {:.0f}", routing, report, calls), "");
  };
  row("256 KB of prose around an answer", long_answer(kBytes));
  for (const std::string_view part :
       {"{", "[1 2 ", "\n\n", "<think>", "TASK_COMPLETE:\n", "agent: x\n", "[TOOL_CALLS][{",
        "<function=read_file><parameter=path>", "to=functions.read_file {"}) {
    std::string name = "adversarial: ";
    for (const char character : part) name += character == '\n' ? ' ' : character;
    row(name, repeated(part, kBytes));
  }
}

}  // namespace

// The last column of figures tells how much longer four times the text takes: 4 is linear.
void measure_reading(Table& table, Scratch&) {
  table.heading("reading, MB/s: ideas | scores; then growth");
  const auto known = known_ideas();
  const auto row = [&](std::string_view name, const std::string& text, const std::string& quarter) {
    const auto ideas = [](const std::string& read) {
      return megabytes_a_second(read, [&] { (void)read_ideas(read, {}); });
    };
    const auto scores = [&](const std::string& read) {
      return megabytes_a_second(read, [&] { (void)read_scores(read, known); });
    };
    const double fast = ideas(text);
    const double also = scores(text);
    std::string growth;
    if (!quarter.empty())
      growth =
          fmt::format("{:.1f} | {:.1f}", 4 * ideas(quarter) / fast, 4 * scores(quarter) / also);
    table.plain_row(name, fmt::format("{:.0f} | {:.0f}", fast, also), growth);
  };
  const auto grown = [&](std::string_view name, std::string_view part,
                         std::string_view first = {}) {
    const std::string head(first);
    row(name, head + repeated(part, kBytes), head + repeated(part, kBytes / 4));
  };
  row("an answer of 3 KB", everything_text(), {});
  row("256 KB of prose around it", long_answer(kBytes), long_answer(kBytes / 4));
  grown("the answer 85 times over", everything_text());
  grown("adversarial: [[[[", "[");
  grown("adversarial: {\"a\":{\"a\":", "{\"a\":");
  grown("adversarial: strings that never close", "{\"a\": \"b\\");
  grown("adversarial: fences that never close", "```json\n{\n");
  grown("adversarial: objects cut off", "{\"title\": \"x\", ", "{\"ideas\": [");
  measure_other_readers(table);
}

}  // namespace fm::bench
