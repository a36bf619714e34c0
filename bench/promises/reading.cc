// How fast answers are read, also those that were made to be slow to read.
#include <fmt/format.h>

#include <limits>

#include "bench/promises/promises.h"
#include "reading/ideas.h"
#include "reading/scores.h"
#include "test/fakes/fake_openai.h"

namespace fm::bench {
namespace {

constexpr std::size_t kBytes = 256 << 10;

std::string repeated(std::string_view part) {
  std::string text;
  while (text.size() < kBytes) text += part;
  return text;
}

// Mostly prose with one block of JSON in it, as answers are.
std::string long_answer() {
  std::string text;
  while (text.size() < kBytes)
    text += "What people want is less work, and this is where \"good enough\" helps (see above). ";
  return text + everything_text();
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

}  // namespace

void measure_reading(Table& table, Scratch&) {
  table.heading("reading, MB/s: ideas | scores");
  const auto known = known_ideas();
  const auto row = [&](std::string_view name, const std::string& text, bool adversarial) {
    const double ideas = megabytes_a_second(text, [&] { (void)read_ideas(text, {}); });
    const double scores = megabytes_a_second(text, [&] { (void)read_scores(text, known); });
    const std::string measured = fmt::format("{:.0f} | {:.0f}", ideas, scores);
    (void)adversarial;
    table.plain_row(name, measured);
  };
  row("an answer of 3 KB", everything_text(), false);
  row("256 KB of prose around it", long_answer(), false);
  row("the answer 85 times over", repeated(everything_text()), false);
  row("adversarial: [[[[", repeated("["), true);
  row("adversarial: {\"a\":{\"a\":", repeated("{\"a\":"), true);
  row("adversarial: {{{ \"\" unclosed strings", repeated("{\"a\": \"b\\"), true);
  row("adversarial: ```json fences", repeated("```json\n{\n"), true);
  row("adversarial: [{\"title\": \"x\", cut off", "{\"ideas\": [" + repeated("{\"title\": \"x\", "),
      true);
}

}  // namespace fm::bench
