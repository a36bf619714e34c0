#include "team/documents/work_review.h"

#include <doctest/doctest.h>

#include "reading/brief/brief.h"
#include "team/room/brief.h"
#include "test/support/project_builder.h"

namespace fm {
namespace {

using enum Phase;
using testing::ProjectBuilder;

// In execution, with a step for the coder and one for ux.
struct Working : ProjectBuilder {
  Working() : ProjectBuilder("/f") {
    to(kDiscovery).ask("q1").answer("q1", QuestionEnd::kAnswered, "Green.").to(kSynthesis);
    Brief made{.title = "Tea shop",
               .goal = "Sell tea.",
               .next_steps = {{"coder", "Build the page."}, {"ux", "Draw it."}},
               .decisions = {"One page"}};
    script.tell(brief_proposed(id, {made, 1, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}));
    to(kApproval).to(kExecution);
  }

  ReviewSummary review() const { return review_of(script.view, project()); }
  // What is said of a part, or the empty text.
  std::string part(std::string_view agent) const {
    for (const std::string& one : review().accomplishments)
      if (one.starts_with("**" + std::string(agent) + "**")) return one;
    return {};
  }
};

std::string lines(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += text + "\n";
  return out;
}

TEST_CASE("C-44 a review says what was made and where it lies") {
  Working told;
  told.say("ux", "work", "It is green.");
  told.say("coder", "work", "```html path=index.html\n<p>tea</p>\n```\n");
  const ReviewSummary review = told.review();
  CHECK(review.name == "Tea shop");
  CHECK(review.plan == "brief-1");
  CHECK(review.tasks == 2);
  CHECK(review.one_liner == "Handed in: 2 parts, 1 file; not checked.");
  CHECK(lines(review.accomplishments) ==
        "**ux**: Draw it, in `.folkmoot/projects/p-tea2/work/ux.md`. Not checked.\n"
        "**coder**: Build the page, in `.folkmoot/projects/p-tea2/work/coder.md`. Not checked.\n"
        "`.folkmoot/projects/p-tea2/files/index.html` by coder\n");
  CHECK(review.provides == std::vector<std::string>{"index.html"});
  CHECK(review.blockers.empty());
  REQUIRE(review.decisions.size() == 2);
  CHECK(review.decisions[0].text == "One page");
  CHECK(review.decisions[1].text == "What about q1? Green.");
  const auto documents = built_in_documents();
  REQUIRE(documents.has_value());
  const std::string text = documents->review(review);
  CHECK(text.starts_with("---\nphase: \"01-Tea shop\"\nplan: \"brief-1\"\n"));
  CHECK(text.contains("provides: [\"index.html\"]"));
  CHECK(text.contains("`.folkmoot/projects/p-tea2/files/index.html` by coder"));
}

TEST_CASE("C-44 a review tells how each part was checked, and what came of it") {
  Working told;
  told.say("coder", "work", "one").say("ux", "work", "two");
  told.say("adversary", "check", "Check: pass");
  CHECK(told.part("coder").ends_with("Checked by adversary: no fault found."));
  CHECK(told.review().one_liner == "Handed in: 2 parts; checked by adversary, no fault found.");

  told.say("adversary", "check", "Check: fail\n- coder: `date.weekday()` is off by one (see f()).");
  CHECK(told.part("coder").ends_with(
      "adversary found: `date.weekday()` is off by one (see f()). Not put right."));
  CHECK(told.part("ux").ends_with("Checked by adversary: no fault found."));
  CHECK(
      lines(told.review().blockers) ==
      "Found in the part of coder by adversary, not put right: `date.weekday()` is off by one (see "
      "f()).\n");
  CHECK(told.review().one_liner.ends_with("adversary found faults that are not put right."));

  told.say("coder", "work", "three");
  CHECK(told.part("coder").ends_with("Put right since, not checked again."));
  CHECK(told.part("coder").contains("`date.weekday()` is off by one (see f())."));
  CHECK(told.review().blockers.empty());
  CHECK(told.review().one_liner ==
        "Handed in: 2 parts; what adversary found was put right, and not checked again.");

  told.say("adversary", "check", "Check: pass");
  CHECK(told.part("coder").ends_with("Put right, checked again by adversary: no fault found."));
  CHECK(told.review().one_liner ==
        "Handed in: 2 parts; what adversary found was put right and checked again.");
}

TEST_CASE("C-44 what a check leaves open, says of the whole, or does not say is told as such") {
  Working told;
  told.say("coder", "work", "one").say("ux", "work", "two");
  told.say("adversary", "check", "Check: fail\n- the parts do not fit together");
  CHECK(lines(told.review().blockers) ==
        "Found in the whole by adversary, not put right: the parts do not fit together\n");
  told.say("adversary", "check", "I looked at it.");
  CHECK(told.part("ux").ends_with("adversary looked at it and gave no verdict."));
  told.to(kReview).to(kExecution, "Greener.").say("ux", "work", "three");
  CHECK(told.part("ux").ends_with("Changed since adversary checked it, not checked again."));
  CHECK(told.part("coder").ends_with("gave no verdict."));
}

TEST_CASE(
    "C-44 what was not handed in, not done or not saved is in the way, and told in their words") {
  Working told;
  told.say("coder", "work",
           "# The page\n\n```txt path=../x.txt\nx\n```\n\n## Done and not done\n\n"
           "- Done: the page\n- Not done: payments (`pay()`), because no bank is known\n"
           "- How to check: open index.html\n- Could not: send mails\n");
  CHECK(lines(told.review().blockers) ==
        "coder did not do: payments (`pay()`), because no bank is known\n"
        "coder did not do: send mails\n"
        "Not saved as a file: ../x.txt: a path outside the project\n"
        "Missing: the part of ux: Draw it.\n");
  CHECK(lines(told.review().ready) == "to check the part of coder: open index.html\n");
  told.say(
      "coder", "work",
      "Text.\n\n## Done and not done\n\nI built the page. Not done: the map. It can be seen.\n");
  CHECK(lines(told.review().blockers).starts_with("coder did not do: Not done: the map.\n"));
  told.say("coder", "work",
           "## Done and not done\n\n**Not done**\n\n- the map\n\n## Next\n\n- no\n");
  CHECK(lines(told.review().blockers).starts_with("coder did not do: the map\nNot saved as"));
  told.say("coder", "work", "## Done and not done\n\n- Not done: nothing\n- Missing: none\n");
  CHECK_FALSE(lines(told.review().blockers).contains("did not do"));
}

TEST_CASE("C-44 a review of nothing says so") {
  ProjectBuilder told("/f");
  const ReviewSummary review = review_of(told.script.view, told.project());
  CHECK(review.one_liner == "Nothing was handed in.");
  CHECK(review.plan == "none");
  CHECK(review.number == 1);
}

}  // namespace
}  // namespace fm
