#include "team/turn/compaction.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace fm {
namespace {

// `count` messages of about 1,000 bytes; every fifth ends a round; the first is the person's.
std::vector<Message> transcript_of(std::size_t count) {
  std::vector<Message> transcript;
  for (std::size_t i = 0; i < count; ++i) {
    Message message;
    message.id = "m-" + std::to_string(i);
    message.from = i == 0 ? "anna" : "agent";
    message.kind = i == 0 ? "user" : i % 5 == 4 ? "synthesis" : "ideation";
    message.text = std::make_shared<const std::string>(std::string(1'000, 'x'));
    transcript.push_back(std::move(message));
  }
  return transcript;
}

struct Case {
  explicit Case(std::size_t messages) : transcript(transcript_of(messages)) {}

  std::vector<Message> transcript;
  std::string preamble = std::string(2'000, 'p');
  TranscriptSummary summary;
  std::vector<std::string> keep;

  PromptParts parts() const {
    PromptParts parts;
    parts.preamble = preamble;
    parts.transcript = transcript;
    parts.summary = summary.replaces > 0 ? &summary : nullptr;
    parts.keep = keep;
    parts.agent = "leader";
    parts.task = "Sum up.";
    return parts;
  }
  CompactionPlan plan(std::int64_t tokens) const {
    const PromptParts prompt = parts();
    return Compaction(prompt, render_prompt(prompt), ModelFamily::kOther).plan({tokens, 1'000});
  }
};

TEST_CASE("P-25 nothing is replaced while the prompt fits, or while the window is unknown") {
  const Case room(20);
  CHECK(room.plan(0).replace == 0);
  CHECK(room.plan(0).fits);
  const CompactionPlan plan = room.plan(20'000);
  CHECK(plan.replace == 0);
  CHECK(plan.fits);
  CHECK(plan.tokens_now == plan.tokens_after);
}

TEST_CASE("P-25 the oldest are replaced up to the end of a round, with room for turns to come") {
  const Case room(40);
  const CompactionPlan plan = room.plan(16'000);
  CHECK(plan.fits);
  CHECK(plan.replace > 0);
  CHECK(plan.replace % 5 == 0);  // a synthesis is the last that is replaced
  CHECK(plan.tokens_after <= 15'000 * 6 / 10);

  // The same conversation, one message later, needs no other summary.
  Case later(41);
  later.summary = {std::string(3'000, 's'), plan.replace};
  CHECK(later.plan(16'000).replace == 0);
  CHECK(later.plan(16'000).fits);
}

TEST_CASE("P-25 the newest six, the first request and what is named stay") {
  Case room(12);
  const CompactionPlan plan = room.plan(5'200);
  CHECK(plan.replace > 0);
  CHECK(plan.replace <= 6);
  const std::int64_t before = plan.tokens_after;
  room.keep = {"m-1", "m-2"};
  const CompactionPlan with_kept = room.plan(5'200);
  CHECK(with_kept.tokens_after > before);
}

TEST_CASE("P-25 what cannot fit is said, and a window that shrank takes several steps") {
  const Case small(6);
  CHECK(small.plan(3'000).replace == 0);
  CHECK_FALSE(small.plan(3'000).fits);

  Case room(60);
  int steps = 0;
  CompactionPlan plan = room.plan(9'000);
  CHECK_FALSE(plan.fits);
  while (plan.replace > 0 && steps < 20) {
    room.summary = {std::string(3'000, 's'), plan.replace};
    ++steps;
    plan = room.plan(9'000);
  }
  CHECK(steps > 1);
  CHECK(steps < 20);
  CHECK(plan.fits);
}

TEST_CASE("P-25 lists of ideas stay, so no summary can make room by them") {
  const std::vector<IdeaList> lists = {{3, std::string(8'000, 'i')}};
  const Case room(40);
  PromptParts prompt = room.parts();
  const auto tokens = [&](const PromptParts& parts) {
    return Compaction(parts, render_prompt(parts), ModelFamily::kOther).plan({10'000, 1'000});
  };
  const CompactionPlan without = tokens(prompt);
  prompt.ideas = lists;
  const CompactionPlan with = tokens(prompt);
  const std::int64_t longer = with.tokens_now - without.tokens_now;
  CHECK(longer > 1'000);
  REQUIRE(with.replace > 3);  // the messages around the list
  CHECK(with.tokens_after > longer);
  CHECK(with.tokens_now - with.tokens_after < without.tokens_now - without.tokens_after);
}

}  // namespace
}  // namespace fm
