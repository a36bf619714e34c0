// Rehearsal: the offline model. It plays a screenplay instead of thinking (P-34).
//
// What it says is a pure function of the screenplay, of purpose {agent, task, round, facts} and of
// a hash of the topic; it never looks at the prompt. Its words are streamed through the sink like
// a provider's, and its world can be made slow, failing or sloppy by the screenplay. On the loop
// thread; it outlives its calls and keeps nothing between them.
//
// Tasks that the packaged screenplay `ideation` knows: kickoff, research, ideate, ideate_later,
// critique, answer_objections, settle_objections, implement, synthesis, synthesis_last, validate,
// validate_missing, select, visualize, summary, repair, empty_reply. Any other task gets a plain
// sentence. Facts that the caller fills, all optional, of other types ignored:
//
//   topic        text   what the person asked for; without it the rehearsal talks in general
//   max_rounds   int    of the whole discussion
//   min_ideas    int    how many ideas have to be there after round one
//   team         [id]   who takes part, in order; nobody else is cited
//   ideas        [{id, title, revision, score?, vetoed?}] as they stand, score in hundredths (when
//                there is one it is what `select` and `visualize` go by)
//   last_said    text   the person's words since the last turn; they come back in this turn
//   objections   [text] for answer_objections and settle_objections; else those of the critique
//   missing      [id]   for validate_missing
//   seat         text   for validate: the scorer's number in a panel
//   fault        text   for repair: what was wrong, for the person to read
//   task_before  {task, round} or text, for repair and empty_reply: what is done again
//   attempt      int    from 1: which attempt of this very turn it is (`fail: {times: 2}`)
//
// Ideas come as {"ideas": [{id?, title, description, rationale, builds_on?, tags}]}, scores as
// {"scores": [{id, title, feasibility, ..., completeness, overall, pros, cons, feedback}]}, both in
// a ```json fence at the end, after some prose. `select` begins with the line "Choice: " and an id.
// visualize gives an HTML document without a fence and without scripts.
//
// Of the work on a plan (prompts/agency.yaml) the facts are those of its project's conversation,
// and
//
//   work         text   the task of the plan: "1.1"
//   review       int    which round of building and reviewing it is in, from 1; a rework counts up
//
// The round of the purpose is that of the tools. Calls stand behind the words as a model without
// tools writes them (written_answer.h).
//
// Of a conversation (`conversation`; its tasks are those of prompts/conversation.yaml) the facts
// are topic (the project's goal; in a talk without a project what is said), team (who works on it),
// task_before, fault and attempt as above, and
//
//   seat, seats  int    where the agent sits; there being seats tells a conversation
//   turns        int    how often the agent has spoken in it before
//   said         text   the person's newest words
//   phase        text   and iteration: int, flow: text, intent: text
//   questions    [{agent, text, type, iteration, fallback?, answer?, end?}] as in question.asked
//   and .answered may_ask      bool   false: the agent has no question left wishes       [text]
//   what the person wants otherwise, newest last before       text   the goal of the project before
//   this one; what is asked next may go on brief        {...}  the newest, as in brief.proposed;
//   entries: [{id, text}] and objections:
//                       [{id, agent, text}] that are open, with the ids of brief_patch.h
//   worked       [{agent, task, times}] who has delivered
//   agents       [id]   who is asked, can be given work, or the word; spoken: [id] who has spoken
//   to
//                       the newest words; most: int, how many questions there may be
//   question, reason, wish, change, state, job  text  values of the task; job is its value `task`
//
// questions, draft, revise, edit, debate and route come as one ```json block, votes, reviews and
// checks with their first line.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "loop/loop.h"
#include "model/model.h"
#include "rehearsal/screenplay.h"

namespace fm {

// How fast it speaks. Without a loop nothing waits, not even where the screenplay says so.
struct Pacing {
  Loop* loop = nullptr;      // outlives the calls
  int words_per_second = 0;  // 0: at once
};

class Rehearsal final : public Model {
 public:
  explicit Rehearsal(Screenplay screenplay, Pacing pacing = {});
  Rehearsal(const Rehearsal&) = delete;
  Rehearsal& operator=(const Rehearsal&) = delete;

  // Errors: as Screenplay::parse.
  static Result<std::shared_ptr<Rehearsal>> open(const ScreenplayText& text,
                                                 const Screenplay::Source& source,
                                                 Pacing pacing = {});

  Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) override;
  std::int64_t context_tokens(std::string_view model) const override;
  bool is_rehearsal() const override { return true; }
  std::string endpoint() const override { return "rehearsal"; }

  // The whole answer and what the world does to it, without streaming it. Pure.
  struct Turn {
    std::string text;
    std::size_t words = 0;  // bytes of it that take their time; calls behind them come at once
    std::string reasoning;
    Behaviour behaviour;
    int attempt = 1;
  };
  Turn turn(const Purpose& purpose) const;

 private:
  const Screenplay screenplay_;
  Pacing pacing_;
};

// The screenplay's name in "rehearsal:NAME"; "ideation" when there is none. Its text is the pack's
// screenplays/NAME.yaml.
std::string screenplay_name(const ModelName& model);

}  // namespace fm
