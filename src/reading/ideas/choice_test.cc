#include "reading/ideas/choice.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

const std::vector<KnownIdea> kIdeas = {{"idea-1", "Tool library"},
                                       {"idea-2", "Rain garden kit"},
                                       {"idea-3", "Repair map"},
                                       {"idea-4", "Best of the week"}};

int choice(std::string_view text) {
  const auto index = read_choice(text, kIdeas);
  return index ? static_cast<int>(*index) + 1 : 0;
}

TEST_CASE("a choice that is said is read") {
  for (const std::string_view text :
       {"I choose idea-2.", "After all this, I'd go with the **Rain Garden Kit**.",
        "Final decision: Rain garden kit", "**Winner:** idea-2", "Rain garden kit",
        R"({"choice": "idea-2", "reason": "cheap"})",
        R"({"selected": {"id": "idea-2", "title": "Rain garden kit"}})",
        R"({"selected_idea": "Rain garden kit", "runner_up": "Tool library"})", R"({"id": 2})",
        R"({"idea_id": "idea-2", "title": "Rain garden kit", "explanation": "x"})",
        "The Tool library scored well. We select the rain-garden kit over the Tool library.",
        "While the Tool library is cheap, I pick idea 2 instead of idea 3.",
        "The Tool library is the strongest idea on paper, but I choose idea-2.",
        "Rain garden kit is our winner.", "We do not choose idea-1. We choose idea-2.",
        "I choose idea-1. Wait: the final choice is idea-2.",
        "<think>I choose idea-1</think>I choose idea-2", "We recommend the Rain garden kit."}) {
    INFO(text);
    CHECK(choice(text) == 2);
  }
}

TEST_CASE("nothing certain is no choice") {
  for (const std::string_view text :
       {"", "All of them are good.", "The Tool library is cheap and the Repair map is nice.",
        "I would not choose idea-2.", "If we had money, I would choose idea-2.",
        "Should we choose idea-2?", "We can't go with idea-2.", "I choose idea-1 and idea-2.",
        "I choose idea-1. I choose idea-2.", "I choose the kit.", "The best of the week is nice.",
        R"({"choice": "idea-9"})", R"({"choice": "idea-1", "winner": "idea-2"})",
        "> I choose idea-2", "idea-22"}) {
    INFO(text);
    CHECK(choice(text) == 0);
  }
}

}  // namespace
}  // namespace fm
