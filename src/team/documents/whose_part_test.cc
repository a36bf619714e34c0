#include "team/documents/whose_part.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "team/room/brief.h"
#include "test/support/project_builder.h"

namespace fm {
namespace {

using enum Phase;
using testing::ProjectBuilder;

// A script by a specification, and a page on how to use it.
struct Tips : ProjectBuilder {
  Tips() : ProjectBuilder("/f") {
    Brief made{.title = "Tips split",
               .goal = "The tips are split.",
               .next_steps = {{"architect",
                               "Writes spec.md: the rule and what the list for the "
                               "wall looks like."},
                              {"coder", "Writes tips.py by the spec.", {"architect"}},
                              {"ux",
                               "Writes how-to.md: Friday step by step, printing the list, "
                               "what to do when something looks wrong.",
                               {"coder"}}}};
    to(kDiscovery).to(kSynthesis);
    script.tell(brief_proposed(id, {made, 1, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}));
    to(kApproval).to(kExecution);
    say("architect", "work",
        "```markdown path=spec.md\nThe names stand in the order of typing on the list.\n```\n");
    say("coder", "work",
        "```python path=tips.py\ndef wall_list(names):\n    return names  # the list\n```\n");
    say("ux", "work", "```markdown path=how-to.md\nInstall Python. Print the list.\n```\n");
  }

  std::string whose(std::string text, std::vector<std::string> addressed = {},
                    std::string trade = {}) const {
    return join(whose_part(script.view, project(), {std::move(text), std::move(addressed), trade}),
                " ");
  }
};

TEST_CASE("C-44 a complaint goes to whoever is named") {
  const Tips told;
  CHECK(told.whose("@coder sort the names", {"coder"}) == "coder");
  CHECK(told.whose("??? i said that already. then let coder fix it") == "coder");
  CHECK(told.whose("ux and coder have to agree on the printing") == "coder ux");
  CHECK(told.whose("please look at it", {"creative"}) == "creative");  // who has no part yet
}

// Of agents whose ids are everyday words.
struct Words : ProjectBuilder {
  Words() : ProjectBuilder("/f") {
    Brief made{.title = "Shop",
               .next_steps = {{"ask", "Asks for opinions."},
                              {"creative", "Writes the words of the banner."},
                              {"market", "Gathers market numbers."},
                              {"coder", "Builds index.html.", {"creative"}}}};
    to(kDiscovery).to(kSynthesis);
    script.tell(brief_proposed(id, {made, 1, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}));
    to(kApproval).to(kExecution);
    say("coder", "work", "```html path=index.html\n<form>Your order</form>\n```\n");
  }

  std::string whose(std::string text) const {
    return join(whose_part(script.view, project(), {std::move(text), {}, {}}), " ");
  }
  std::string passed(const std::string& answer) const {
    return join(passed_on_to(script.view, project(), "creative", answer), " ");
  }
};

TEST_CASE("C-44 a word that is an agent's id as well does not call that agent") {
  const Words told;
  CHECK(told.whose("make it more creative") == "coder");
  CHECK(told.whose("the form should ask for the name") == "coder");
  CHECK(told.whose("creative: make it shorter") == "creative");
  CHECK(told.passed("I did nothing: the form does ask for the name.").empty());
  CHECK(told.passed("That is not mine: market has to say it.") == "market");
  CHECK(told.passed("That is not mine, @askers know it.").empty());
}

TEST_CASE("C-44 a part in prose is handed in, whomever it speaks of") {
  const Words told;
  const std::string prose = "The banner: fresh tea. " + std::string(600, 'x') + ".\n";
  CHECK(told.passed(prose + "Then coder has to build it in.").empty());
  CHECK(told.passed(prose + "\n## Done and not done\nNot done: coder has to build it in.") ==
        "coder");
}

TEST_CASE("C-44 a complaint goes to whose file is named, by path, name or what it is called") {
  const Tips told;
  CHECK(told.whose("in spec.md the rest is wrong") == "architect");
  CHECK(told.whose("the how-to is too long") == "ux");
  CHECK(told.whose("`tips.py`: write a euro sign") == "coder");
  CHECK(told.whose("the how-to is too long, and tips.py crashes") == "ux coder");
  CHECK(told.whose("there is no mytips.py here") != "coder architect");
}

TEST_CASE("C-44 a complaint of what is made goes to who made it, not to who wrote about it") {
  const Tips told;
  CHECK(told.whose("hm no. the names have to be in alphabetical order on the list, and there is no "
                   "euro sign on it, that looks sloppy") == "coder");
  CHECK(told.whose("this is not what i wanted") == "coder");
  CHECK(told.whose("installing is explained badly") == "ux");
}

TEST_CASE("C-44 words about what the check found go to whose part that was") {
  Tips told;
  told.say("adversary", "check", "Check: fail\n- ux: the page does not say where the jar stands.");
  CHECK(told.whose("well then put that right, thats the thing i wanted") == "ux");
  CHECK(told.whose("the jar has to be in it") == "ux");
  CHECK(told.whose("sort the names on the wall list") == "coder");
  told.say("ux", "work", "```markdown path=how-to.md\nThe jar stands on the bar.\n```\n");
  CHECK(told.whose("well then put that right, thats the thing i wanted") == "coder");
}

TEST_CASE("C-44 of two things in one complaint neither is lost") {
  Tips told;
  CHECK(told.whose("the how-to is too long, and the names on the wall list are not sorted") ==
        "ux coder");
  told.say("adversary", "check", "Check: fail\n- ux: the page does not say where the jar stands.");
  CHECK(told.whose("where is the jar standing? and sort the names on the wall list") == "ux coder");
}

TEST_CASE("C-44 one word of a finding is no match where another part says more of it") {
  Tips told;
  told.say("adversary", "check", "Check: fail\n- ux: the page does not say where the jar stands.");
  CHECK(told.whose("the page of the wall list needs a title") == "coder");
}

TEST_CASE("C-44 a pasted text is looked at only at its beginning") {
  const Tips told;
  std::string pasted;
  for (int i = 0; i < 5000; ++i) pasted += "17,";
  CHECK(told.whose(pasted + " spec.md") == "coder");
  CHECK(told.whose("spec.md is wrong:\n" + pasted) == "architect");
  CHECK(told.whose(", , , ; and , spec.md is wrong") == "architect");
  std::string many;
  for (int i = 0; i < 40; ++i) many += "no,";
  CHECK(told.whose(many + " spec.md") == "coder");
}

TEST_CASE("C-44 where no part is meant by the words the trade counts, then who made the thing") {
  const Tips told;
  CHECK(told.whose("no", {}, "ux") == "ux");
  CHECK(told.whose("no", {}, "leader") == "coder");

  ProjectBuilder texts("/f");
  Brief made{.title = "Page",
             .next_steps = {{"creative", "Words"}, {"coder", "Page", {"creative"}}}};
  texts.to(kDiscovery).to(kSynthesis);
  texts.script.tell(
      brief_proposed(texts.id, {made, 1, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}));
  texts.to(kApproval).to(kExecution);
  CHECK(whose_part(texts.script.view, texts.project(), {"not this", {}, {}}) ==
        std::vector<std::string>{"coder"});
}

TEST_CASE("C-44 an agent whose part it is not names who has to do it") {
  const Tips told;
  const auto passed = [&](const std::string& agent, const std::string& answer) {
    return join(passed_on_to(told.script.view, told.project(), agent, answer), " ");
  };
  CHECK(
      passed("architect",
             "```markdown path=spec.md\nsorted\n```\n\n## Done and not done\nDone: the order. Not "
             "done: this is the description only; `tips.py` does neither yet, @coder has to "
             "follow.") == "coder");
  CHECK(passed("ux", "That is not my part: coder has to sort them.") == "coder");
  CHECK(passed("coder",
               "```python path=tips.py\nx\n```\n\n## Done and not done\nDone: sorted, as "
               "architect wrote it. Not done: nothing was run.")
            .empty());
}

}  // namespace
}  // namespace fm
