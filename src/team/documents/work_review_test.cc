#include "team/documents/work_review.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "team/documents/work_log.h"
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
};

std::string lines(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += text + "\n";
  return out;
}

TEST_CASE("C-44 a review says where the work lies, by whole paths") {
  Working told;
  told.say("ux", "work", "It is green.");
  told.say("coder", "work", "```html path=index.html\n<p>tea</p>\n```\n");
  const ReviewSummary review = told.review();
  CHECK(review.name == "Tea shop");
  CHECK(review.plan == "brief-1");
  CHECK(review.tasks == 2);
  CHECK(review.one_liner == "Handed in: 2 parts, 1 file; not checked.");
  CHECK(lines(review.files) ==
        "`/f/.folkmoot/projects/p-tea2/files/index.html` by coder\n"
        "`/f/.folkmoot/projects/p-tea2/work/ux.md` by ux\n");
  CHECK(review.are_files_hidden);
  CHECK(review.provides == std::vector<std::string>{"index.html"});
  CHECK(lines(review.blockers) == "coder: not checked.\nux: not checked.\n");
  REQUIRE(review.decisions.size() == 2);
  CHECK(review.decisions[0].text == "One page");
  CHECK(review.decisions[1].text == "What about q1?");
  CHECK(review.decisions[1].reason == "Green.");
  const auto documents = built_in_documents();
  REQUIRE(documents.has_value());
  const std::string text = documents->review(review);
  CHECK(text.starts_with("---\nphase: \"Tea shop\"\nplan: \"brief-1\"\n"));
  CHECK(text.contains("provides: [\"index.html\"]"));
  const std::string shown = documents->shown_review(review);
  CHECK(shown.starts_with(
      "**Tea shop**: Handed in: 2 parts, 1 file; not checked.\n\n- `/f/.folkmoot/"));
  CHECK_FALSE(shown.contains("Build the page"));
}

TEST_CASE("C-44 the paths are told on their own, also of many files and before anything is there") {
  Working told;
  CHECK(where_text(told.script.view, told.project()) ==
        "Nothing is handed in yet, so there is no file.");
  told.say("coder", "work", "```py path=a.py\na\n```\n");
  CHECK(where_text(told.script.view, told.project()) ==
        "The file is here:\n- /f/.folkmoot/projects/p-tea2/files/a.py");
  std::string many;
  for (int i = 0; i < 9; ++i) many += "```py path=f" + std::to_string(i) + ".py\na\n```\n";
  told.say("ux", "work", many);
  CHECK(where_text(told.script.view, told.project())
            .starts_with("10 files, in /f/.folkmoot/projects/p-tea2/: files/a.py, files/f0.py"));
}

TEST_CASE("C-44 a review tells how each part was checked, and only what is open whole") {
  Working told;
  told.say("coder", "work", "one").say("ux", "work", "two");
  told.say("adversary", "check", "Check: pass");
  CHECK(lines(told.review().checked) ==
        "coder: adversary found no fault.\nux: adversary found no fault.\n");
  CHECK(told.review().one_liner == "Handed in: 2 parts; checked by adversary, no fault found.");

  told.say("adversary", "check", "Check: fail\n- coder: `date.weekday()` is off by one (see f()).");
  CHECK(lines(told.review().checked) ==
        "coder: adversary found what is told above.\nux: adversary found no fault.\n");
  CHECK(lines(told.review().blockers) ==
        "adversary found in the part of coder, not put right: `date.weekday()` is off by one (see "
        "f()).\n");
  CHECK(told.review().one_liner.ends_with("adversary found faults that are not put right."));

  told.say("coder", "work", "three");
  CHECK(lines(told.review().blockers) ==
        "coder: handed in again after what adversary found, not checked again: `date.weekday()` is "
        "off by one (see f()).\n");
  CHECK(lines(told.review().checked) == "ux: adversary found no fault.\n");
  CHECK(told.review().one_liner ==
        "Handed in: 2 parts; handed in again after what adversary found, and not checked again.");

  told.say("adversary", "check", "Check: pass");
  CHECK(told.review().blockers.empty());
  CHECK(lines(told.review().checked) ==
        "coder: what was found is put right, adversary checked it again.\n"
        "ux: adversary found no fault.\n");
  CHECK(told.review().one_liner ==
        "Handed in: 2 parts; what adversary found was put right and checked again.");
}

TEST_CASE("C-44 what a check leaves open, says of the whole, or does not say is told as such") {
  Working told;
  told.say("coder", "work", "one").say("ux", "work", "two");
  told.say("adversary", "check", "Check: fail\n- the parts do not fit together");
  CHECK(lines(told.review().blockers) ==
        "adversary found in the whole, not put right: the parts do not fit together\n");
  told.say("adversary", "check", "I looked at it.");
  CHECK(lines(told.review().blockers).contains("ux: adversary looked at it and gave no verdict."));
  told.to(kReview).to(kExecution, "Greener.").say("ux", "work", "three");
  CHECK(
      lines(told.review().blockers)
          .contains("ux: handed in again after what adversary found, not checked again: the parts "
                    "do not fit together"));
}

TEST_CASE("C-44 a check without a verdict takes back nothing that was found") {
  Working told;
  told.say("coder", "work", "one").say("ux", "work", "two");
  told.say("adversary", "check", "Check: fail\n- coder: it is empty").say("leader", "check", "Hm.");
  CHECK(lines(told.review().blockers) ==
        "adversary found in the part of coder, not put right: it is empty\n"
        "coder: leader looked at it and gave no verdict.\n"
        "ux: leader looked at it and gave no verdict.\n");
  CHECK(told.review().one_liner.ends_with("; adversary found faults that are not put right."));
  told.say("adversary", "check", "Check: fail").say("leader", "check", "Hm.");
  CHECK(lines(told.review().blockers) ==
        "coder: adversary found that it is not what was asked for.\n"
        "ux: adversary found that it is not what was asked for.\n");
}

TEST_CASE("C-44 what a check found in the whole is told until it is checked again") {
  Working told;
  told.say("coder", "work", "one").say("ux", "work", "two");
  told.say("adversary", "check", "Check: fail\n- the parts do not fit together");
  CHECK(lines(told.review().checked) ==
        "coder: adversary found what is told above.\nux: adversary found what is told above.\n");
  told.say("ux", "work", "three");
  CHECK(lines(told.review().blockers) ==
        "ux: handed in again after what adversary found, not checked again: the parts do not fit "
        "together\n");
  told.say("adversary", "check", "Check: pass").to(kReview).to(kExecution, "Greener.");
  told.say("ux", "work", "four");
  CHECK(lines(told.review().blockers) == "ux: changed since adversary checked it.\n");
}

TEST_CASE("C-44 a check that passes with remarks is not told as one that found no fault") {
  Working told;
  told.say("coder", "work", "one").say("ux", "work", "two");
  told.say("adversary", "check", "Check: pass\n- the map could be larger");
  CHECK(lines(told.review().checked) == "coder: adversary passed it.\nux: adversary passed it.\n");
  CHECK(told.review().one_liner == "Handed in: 2 parts; adversary passed it.");
}

TEST_CASE("C-44 what was not handed in, not done, not run or not saved is open, in their words") {
  Working told;
  told.say("coder", "work",
           "# The page\n\n```txt path=../x.txt\nx\n```\n\n## Done and not done\n\n"
           "- Done: the page\n- Not done: payments (`pay()`), because no bank is known\n"
           "- How to check: open index.html\n- Could not: send mails\n");
  told.say("adversary", "check", "Check: pass");
  CHECK(lines(told.review().blockers) ==
        "coder, not done: payments (`pay()`), because no bank is known\n"
        "coder, not done: send mails\n"
        "ux handed in nothing: Draw it.\n"
        "Not saved as a file: ../x.txt: a path outside the project\n");
  CHECK(lines(told.review().ready) == "coder: open index.html\n");
  told.say("coder", "work",
           "Text.\n\n## Done and not done\nDone: the rule. To check: add it up.\n"
           "Not done: I could run nothing here, so the check has not been run. 10.0.0.0/8 is a "
           "guess of mine.\n");
  CHECK(lines(told.review().blockers)
            .starts_with("coder, not done: I could run nothing here, so the check has not been "
                         "run. 10.0.0.0/8 is a guess of mine.\n"));
  CHECK(lines(told.review().ready) == "coder: add it up.\n");
  told.say("coder", "work", "Text again, with another colour.");
  CHECK(lines(told.review().blockers).contains("I could run nothing here"));
  told.say("coder", "work",
           "Text.\n\n## Done and not done\n\nI built the page. Nothing was run. It can be seen.\n");
  CHECK(lines(told.review().blockers).starts_with("coder, not done: Nothing was run.\n"));
  told.say("coder", "work",
           "## Done and not done\n\n**Not done**\n\n- the map\n\n## Next\n\n- no\n");
  CHECK(lines(told.review().blockers).starts_with("coder, not done: the map\n"));
  told.say("coder", "work", "## Done and not done\n\n- Not done: nothing\n- Missing: none\n");
  CHECK_FALSE(lines(told.review().blockers).contains("not done"));
}

TEST_CASE("C-44 what waited for another agent is not open once that one has handed in") {
  Working told;
  told.say("coder", "work", "one");
  told.say("ux", "work",
           "two\n\n## Done and not done\n- Done: the colours\n- Not done: I clicked nothing. "
           "`app.py` is not changed by me; until coder does it, a row has no colour.\n");
  CHECK(lines(told.review().blockers).contains("until coder does it"));
  told.say("coder", "work", "three");
  CHECK(lines(told.review().blockers).contains("ux, not done: I clicked nothing.\n"));
}

TEST_CASE("C-44 a sentence that only holds a word like an agent's id stays open") {
  Working told;
  told.say("ux", "work", "two\n\n## Done and not done\n- Not done: I have no market numbers.\n");
  told.say("market", "work", "It grows.");
  CHECK(lines(told.review().blockers).contains("ux, not done: I have no market numbers.\n"));
}

TEST_CASE("C-44 an ordinary review is at most 24 lines, whatever the parts say") {
  Working told;
  const std::string end = "\n## Done and not done\nDone: it. To check: run it.\nNot done: " +
                          std::string("nothing was run here. ") + "It may be off.\n";
  told.say("coder", "work", "```py path=app.py\nx\n```\n```txt path=cron.txt\nx\n```\n" + end);
  told.say("ux", "work", "```html path=page.html\nx\n```\n" + end);
  told.say("adversary", "check", "Check: fail\n- coder: a\n- ux: b\n- coder: c");
  told.say("coder", "work", "```py path=app.py\ny\n```\n" + end);
  told.say("ux", "work", "```html path=page.html\ny\n```\n" + end);
  const auto documents = built_in_documents();
  REQUIRE(documents.has_value());
  CHECK(split_lines(documents->shown_review(told.review())).size() <= 24);
}

TEST_CASE(
    "C-44 an agent that is asked about the work is told what is handed in, open and checked") {
  Working told;
  told.say("coder", "work", "```py path=app.py\nx\n```\n");
  told.say("adversary", "check", "Check: pass");
  CHECK(work_state(told.script.view, told.project()) ==
        "Handed in:\n- `/f/.folkmoot/projects/p-tea2/files/app.py` by coder\n"
        "Open:\n- ux handed in nothing: Draw it.\n"
        "Checked:\n- coder: adversary found no fault.\n");
}

TEST_CASE("C-44 a fault between two parts is not told as none in one of them") {
  Working told;
  told.say("ux", "work", "```css path=style.css\nx\n```\n");
  told.say("coder", "work", "```py path=page.py\nx\n```\n");
  told.say("adversary", "check",
           "Check: fail\n- coder: page.py writes `<p>`, but style.css has `ul`");
  CHECK(lines(told.review().checked) ==
        "coder: adversary found what is told above.\nux: adversary found what is told above.\n");
  told.say("coder", "work", "```py path=page.py\ny\n```\n")
      .say("adversary", "check", "Check: pass");
  CHECK(lines(told.review().checked) ==
        "coder: what was found is put right, adversary checked it again.\n"
        "ux: adversary found no fault.\n");
}

TEST_CASE("C-44 each finding is told by itself and to its end, and code in it as it is") {
  Working told;
  const std::string first =
      "the table is `<p class=\"level2\">`, " + std::string(280, 'x') + " end";
  told.say("coder", "work", "one").say("ux", "work", "two");
  told.say("adversary", "check", "Check: fail\n- coder: " + first + "\n- coder: convert() stops");
  told.say("coder", "work", "three");
  CHECK(lines(told.review().blockers) ==
        "coder: handed in again after what adversary found, not checked again: " + first +
            "\ncoder: handed in again after what adversary found, not checked again: convert() "
            "stops\n");
  const auto documents = built_in_documents();
  REQUIRE(documents.has_value());
  CHECK(documents->shown_review(told.review()).contains("`<p class=\"level2\">`"));
  // What is longer than anybody reads ends with a sentence.
  told.say("coder", "work",
           "x\n\n## Done and not done\nNot done: " + std::string(400, 'y') + ". But " +
               std::string(400, 'z') + ".");
  CHECK(lines(told.review().blockers).contains(std::string(400, 'y') + ". ...\n"));
}

TEST_CASE("C-44 what was left as it was is not missing") {
  Working told;
  told.say("coder", "work",
           "one\n\n## Done and not done\nDone: the lists. Nothing else was changed.\n"
           "The rest is not touched. I could not run it.\n");
  CHECK_FALSE(lines(told.review().blockers).contains("Nothing else"));
  CHECK_FALSE(lines(told.review().blockers).contains("The rest"));
  CHECK(lines(told.review().blockers).contains("coder, not done: I could not run it.\n"));
}

TEST_CASE("C-44 what stands in a file is no word about what was done") {
  Working told;
  told.say("coder", "work",
           "````md path=a.md\n```\nx\n```\n## Not done\n- the map\n````\n\n## Done and not "
           "done\nDone: it.\n");
  CHECK_FALSE(lines(told.review().blockers).contains("the map"));
}

TEST_CASE(
    "C-44 after a complaint the review says what was asked for, and who has changed what since") {
  Working told;
  told.say("coder", "work", "one").say("ux", "work", "two").to(kReview);
  CHECK(told.review().wishes.empty());
  told.to(kExecution, "the toc misses headings and the colours are ugly");
  CHECK(
      lines(told.review().blockers)
          .starts_with("\"the toc misses headings and the colours are ugly\": nobody has handed in "
                       "anything since.\n"));
  told.say("coder", "work", "three").to(kReview);
  CHECK(lines(told.review().wishes) ==
        "\"the toc misses headings and the colours are ugly\": changed since by coder.\n");
  CHECK(work_state(told.script.view, told.project()).contains("What the person asked for since:"));
  // It was shown then: now another matter is asked for.
  told.to(kExecution, "bigger").say("ux", "work", "four").to(kReview);
  CHECK(lines(told.review().wishes) == "\"bigger\": changed since by ux.\n");
}

TEST_CASE("C-44 C-52 what was accepted is told as accepted") {
  Working told;
  told.say("coder", "work", "one").to(kReview);
  PhaseRequest request;
  request.to = kIdle;
  request.line_id = "m-end";
  request.ending = ProjectEnding::kSuccess;
  const auto events = change_phase(told.project(), request);
  REQUIRE(events);
  for (const NewEvent& event : *events) told.script.tell(event);
  CHECK(told.review().one_liner == "Accepted: 1 part; not checked.");
}

TEST_CASE("C-44 a review of nothing says so") {
  ProjectBuilder told("/f");
  const ReviewSummary review = review_of(told.script.view, told.project());
  CHECK(review.one_liner == "Nothing was handed in.");
  CHECK(review.plan == "none");
}

}  // namespace
}  // namespace fm
