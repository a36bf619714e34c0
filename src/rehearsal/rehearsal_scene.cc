#include "rehearsal/rehearsal_scene.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "rehearsal/rehearsal_conversation.h"
#include "rehearsal/rehearsal_json.h"
#include "rehearsal/rehearsal_speaker.h"
#include "rehearsal/rehearsal_values.h"
#include "rehearsal/written_answer.h"

namespace fm {
namespace {

bool among(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::ranges::any_of(names, [&](const std::string& one) {
           return one == "*" || one == name;
         });
}

bool among(const Numbers& numbers, std::int64_t number, std::int64_t last) {
  if (numbers.last) return number == last;
  return number >= numbers.from && number <= numbers.to;
}

// Which review of a task it is, or which one is answered: its rounds count up before the rework.
std::int64_t review_number(const Purpose& purpose) {
  const std::int64_t round = int_at(purpose.facts, "review", 1);
  return std::max<std::int64_t>(purpose.task == "rework" ? round - 1 : round, 1);
}

bool fits(const Scene& scene, const Topic& topic, const Purpose& purpose) {
  const std::int64_t rounds = int_at(purpose.facts, "max_rounds", 3);
  const TaskAtHand hand = task_at_hand(purpose);
  if (scene.talk && !is_conversation(purpose.facts)) return false;
  if (scene.builds && !is_built(purpose.facts)) return false;
  return among(scene.agents, purpose.agent) && among(scene.tasks, purpose.task) &&
         among(scene.works, text_at(purpose.facts, "work")) &&
         among(scene.reviews, review_number(purpose), -1) &&
         (scene.before.empty() || among(scene.before, hand.task)) &&
         (scene.demonstration.empty() ||
          (topic.demonstration != nullptr && topic.demonstration->name == scene.demonstration)) &&
         among(scene.rounds, hand.round, rounds) &&
         among(scene.attempts, int_at(purpose.facts, "attempt", 1), -1);
}

void lend(Behaviour& to, const Behaviour& from) {
  const auto take = [](auto& mine, const auto& other) {
    if (!mine) mine = other;
  };
  take(to.delay, from.delay);
  take(to.chunk, from.chunk);
  take(to.failure, from.failure);
  take(to.cut_after, from.cut_after);
  take(to.broken, from.broken);
  take(to.empty, from.empty);
  take(to.finish, from.finish);
  take(to.reasoning, from.reasoning);
  to.scores.insert(from.scores.begin(), from.scores.end());
}

std::string tidy(std::string_view text) {
  std::string out;
  int blank = 0;
  for (const std::string_view line : split_lines(trim(text))) {
    blank = trim(line).empty() ? blank + 1 : 0;
    if (blank > 1) continue;
    if (!out.empty()) out += '\n';
    out += line.substr(0, line.find_last_not_of(' ') + 1);
  }
  return out;
}

bool names(const Template& text, std::string_view name) {
  const auto all = text.names();
  return std::ranges::find(all, name) != all.end();
}

// What stands behind the words, each on a line of its own.
std::string written(const Scene& scene, Speaker& speaker, const Json& scope) {
  const auto say = [&](const Template& text) { return speaker.say(text, {&scope}); };
  std::string out;
  for (const ScriptedCall& call : scene.calls)
    out += (out.empty() ? "" : "\n") + written_call(call.tool, call.arguments.render(say));
  if (scene.answer) out += written_block(scene.answer->render(say));
  return out;
}

}  // namespace

Staged stage(const Screenplay& play, const Topic& topic, const Purpose& purpose) {
  Staged staged;
  for (const Scene& scene : play.scenes) {
    if (!fits(scene, topic, purpose)) continue;
    lend(staged.behaviour, scene.behaviour);
    if (scene.texts.empty()) continue;
    staged.scene = &scene;
    break;
  }
  return staged;
}

SpokenTurn perform(const Screenplay& play, const Topic& topic, const Purpose& purpose,
                   const Staged& staged) {
  const Behaviour& behaviour = staged.behaviour;
  if (behaviour.empty.value_or(false)) return {};
  SpokenTurn made;
  if (staged.scene == nullptr) {
    made.text =
        "This rehearsal has no lines for " + purpose.task + ", so I only say that I am here.";
    made.words = made.text.size();
    return made;
  }

  const Dice dice(text_at(purpose.facts, "topic"));
  JsonObject values = rehearsal_values(play, topic, dice, purpose, behaviour.scores);
  const auto& texts = staged.scene->texts;
  const auto order = dice.shuffled(texts.size(), "text/" + purpose.agent + "/" + purpose.task);
  const Template& text = texts[order[turn_number(purpose) % texts.size()]];

  if (names(text, "again")) {
    Purpose before = purpose;
    const TaskAtHand hand = task_at_hand(purpose);
    std::string again;
    if (hand.task != purpose.task) {
      before.task = hand.task;
      before.round = hand.round;
      if (auto* facts = before.facts.if_object()) facts->erase("last_said");  // said above already
      Staged calm = stage(play, topic, before);
      calm.behaviour = {};
      again = perform(play, topic, before, calm).text;
    }
    values["again"] = again;
  }

  Speaker speaker = speaker_of(play, topic, dice, purpose);
  const Json scope = std::move(values);
  if (behaviour.reasoning) made.reasoning = speaker.say(*behaviour.reasoning, {&scope});
  std::string said;
  const bool hears = !text_at(scope, "last_said").empty() && !names(text, "last_said");
  if (hears) {
    const std::string own = "heard_" + purpose.agent;
    said = speaker.pick(speaker.has(own) ? own : "heard", {&scope}) + "\n\n";
  }
  said = tidy(said + speaker.say(text, {&scope}));
  made.words = said.size();
  if (const std::string more = written(*staged.scene, speaker, scope); !more.empty())
    said += (said.empty() ? "" : "\n\n") + more;
  made.text = behaviour.broken ? spoiled(said, *behaviour.broken) : said;
  return made;
}

}  // namespace fm
