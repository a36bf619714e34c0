#include "test/support/conversation_lines.h"

#include <utility>

namespace fm::testing {
namespace {

Line line(std::string agent, std::string task, std::string text, int times = 1'000'000) {
  Line said;
  said.agent = std::move(agent);
  said.task = std::move(task);
  said.text = std::move(text);
  said.times = times;
  return said;
}

}  // namespace

std::vector<Line> talk_lines() {
  std::vector<Line> lines;
  const auto add = [&](std::string agent, std::string task, std::string text,
                       int times = 1'000'000) {
    lines.push_back(line(std::move(agent), std::move(task), std::move(text), times));
  };
  add("orchestrator", "questions",
      R"({"questions": [
{"agent": "leader", "text": "Who will book most often, regulars or people who walk in?", "fallback": "we plan for regulars"},
{"agent": "researcher", "text": "What is the budget for the first version?", "fallback": "as little as possible"},
{"agent": "creative", "text": "Which tone suits the shop, classic or playful?", "fallback": "classic"},
{"agent": "coder", "text": "Does the shop have a calendar already that bookings must go to?", "fallback": "it begins with an empty one"}]})",
      1);
  add("orchestrator", "questions", R"({"questions": []})");
  add("", "ask",
      "I have nothing left to ask. I can offer opening hours, slots and reminders as a start.");
  add("", "explain", "I ask because it decides how much can be built in the first version.");
  add("leader", "draft",
      R"({"title": "Booking page", "goal": "People book a slot at the barber shop",
"scope": {"included": ["free slots", "a name and a phone number"], "excluded": ["payments"]},
"constraints": {"budget": "900 euros", "timeline": "", "platform": "web"},
"decisions": ["One page, because the shop has two chairs"],
"unknowns": [], "next_steps": {"creative": "Write the words of the page", "coder": "Describe how slots are kept"}})");
  add("adversary", "review_draft",
      "Review: objects\n- Without a deposit people book and do not come. A reminder by text "
      "message "
      "would settle it.");
  add("", "review_draft", "Review: stands");
  add("leader", "revise",
      R"({"changes": [{"add": "included", "text": "a reminder by text message"}],
"objections": [{"at": "o1", "outcome": "taken_up", "why": "the reminder goes out a day before"}]})");
  add("leader", "edit",
      R"({"changes": [{"add": "constraints", "text": "as the person wished it"}], "objections": []})");
  add("adversary", "vote", "Vote: agree with conditions\nAs long as the reminder is in.");
  add("", "vote", "Vote: agree\nIt is small and answers what was asked.");
  add("", "debate",
      R"({"decided": [{"text": "One page with free slots", "reason": "it is enough", "by": "leader"}], "open": []})");
  add("", "answer_brief", "The text messages cost about five cents each.");
  add("", "findings",
      "## Summary\nThree things help.\n\n## Primary Recommendation\nA weekly list.\n\n## "
      "Alternatives "
      "Considered\n- An app: too much\n\n## Key Findings\n\n### Habits\n- Lists save time "
      "(https://example.org/lists)\n\n## Confidence Level\nMEDIUM: one source says so.");
  add("", "answer", "I would begin with a weekly list on paper, because it costs nothing.");
  add("", "options",
      "## Option 1: Sell prints\nWhat: prints of your garden.\n\n## Option 2: Give a course\nWhat: "
      "a "
      "course in spring.\n\n## Option 3: Write a calendar\nWhat: twelve pictures.\n");
  add("", "do_task", "Dear neighbour, the meeting is on Friday at six. Best wishes");
  add("", "adjust", "Dear neighbour, the meeting is on Friday at six in the hall. Best wishes");
  add("", "work", "# A document\n\nWhat was asked for, written down in full.");
  add("", "redo", "# A document\n\nWritten once more, with what was missing.");
  add("", "check_whole", "Check: pass");
  add("", "status", "Two are at work, and nothing stands in the way.");
  add("", "reply", "Good to hear. Tell me what you would like to do.");
  add("", "discuss", "I would keep it small, because the shop has two chairs.");
  return lines;
}

}  // namespace fm::testing
