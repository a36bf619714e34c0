#include "cli/view/live_screen.h"

#include <algorithm>
#include <utility>

#include "cli/text/idea_table.h"
#include "cli/text/idea_text.h"
#include "cli/text/marks.h"
#include "cli/view/conversation_wording.h"
#include "cli/view/notes.h"
#include "team/room/event_error.h"
#include "team/room/phase_change.h"

namespace fm::cli {
namespace {

constexpr std::size_t kNarrowest = 20;

// Its message has come, or never will.
bool is_past(const Preview& preview) {
  return preview.over || (preview.earlier && preview.text.empty());
}

}  // namespace

void LiveScreen::resize(std::size_t columns, std::size_t rows) {
  columns_ = std::max(columns, kNarrowest);
  rows_ = std::max<std::size_t>(rows, 4);
}

// Settling.

void LiveScreen::settle(Block block, Lines lines, std::string speaker) {
  const bool inside_a_speech =
      std::ranges::any_of(previews_, [](const Preview& preview) { return preview.begun; });
  if (inside_a_speech) {
    held_.push_back({block, std::move(lines), std::move(speaker)});
  } else {
    put(block, std::move(lines), std::move(speaker));
  }
}

void LiveScreen::put(Block block, Lines lines, std::string speaker) {
  if (lines.empty()) return;
  const bool rows = block == Block::kNewIdeas || block == Block::kScores || block == Block::kNote ||
                    block == Block::kVote;
  const bool goes_with = std::exchange(table_follows_, false) && block != Block::kSpeech;
  if (last_ != Block::kNone && !(rows && last_ == block) && !(rows && goes_with))
    settled_.emplace_back();
  append(settled_, std::move(lines));
  last_ = block;
  last_speaker_ = std::move(speaker);
}

void LiveScreen::release_held() {
  for (Held& held : std::exchange(held_, {}))
    settle(held.block, std::move(held.lines), std::move(held.speaker));
}

// Events.

void LiveScreen::scrolled_off(std::size_t lines) {
  Preview* one = front();
  if (one == nullptr || lines == 0 || lines < grown_head_) return;
  one->begun = true;
  const std::size_t count = std::min(lines - grown_head_, grown_.size());
  one->out += visible({grown_.begin(), grown_.begin() + static_cast<std::ptrdiff_t>(count)});
  last_ = Block::kSpeech;
  last_speaker_ = speaker_of(speech_of(*one));
}

void LiveScreen::begin(const Opening& opening) {
  opening_ = opening;
  recap_due_ = opening.earlier.value > 0 || converses();
  for (const Error& notice : opening.started.notices) told_.push_back(notice.message);
  note(started_lines(opening, text_columns(), options_.charset));
}

void LiveScreen::event(const Event& event, Age age) {
  if (age == Age::kEarlier) {
    earlier_turn(event);
    if (event.room_seq >= opening_.earlier) recap();  // a room that waits for an answer has no news
    return;
  }
  if (event.kind == "room.created") return;  // what the room is, its first flow knows
  recap();
  tell(event);
  if (converses()) follow_gate();
}

void LiveScreen::tell(const Event& event) {
  const std::size_t columns = text_columns();
  if (event.kind == "flow.started" && !std::exchange(opened_, true)) {
    settle(Block::kOther, opening_lines(view_state_, columns, options_.charset));
  }
  const std::string_view kind = event.kind;
  if (kind == "turn.started") return turn_started(event);
  if (kind == "turn.finished" || kind == "turn.failed") return turn_ended(event);
  if (kind == "message.posted") {
    message_posted(event);
    for (const std::string& text : unseen_files(event, options_.charset))
      note(marked_lines("-", text, kQuiet, columns, options_.charset));
    return;
  }
  if (kind == "idea.proposed" || kind == "idea.revised") return new_idea(event);
  if (event.number("more") > 0) return;  // of a panel the last one tells what all add up to
  if (kind == "idea.scored" && event.by.kind != Actor::kPerson) return score_row(event);
  if (kind == "gate.opened") return gate_opened(event);
  if (kind == "warning") return warn(error_from_json(event.body));
  if (converses())
    if (const auto error = fault_in(event)) return fault(*error);
  if (const auto text = small_event(event, view_state_.room, options_.me, options_.charset))
    note(marked_lines("-", *text, kQuiet, columns, options_.charset));
}

void LiveScreen::turn_started(const Event& event) {
  std::erase_if(previews_, &is_past);
  release_held();
  if (!is_anyone_at_work()) done_.clear();
  idle_ = false;
  fault_.clear();
  const std::string agent(event.text("agent"));
  const std::string task(event.text("task"));
  const Progress progress =
      progress_of(view_state_.room, task, agent, static_cast<int>(event.number("round")));
  if (!progress.stage.empty() && std::exchange(stage_, progress.stage) != progress.stage)
    settle(Block::kHead, {Line(progress.stage, kStrong)});
  Preview& one = preview(std::string(event.text("turn")));
  one.agent = agent;
  one.task = task;
  one.over = false;
}

// A turn that was under way when the discussion was cut off is done again under its own id.
void LiveScreen::earlier_turn(const Event& event) {
  const std::string turn(event.text("turn"));
  if (event.kind == "turn.started") {
    Preview& one = preview(turn);
    one.agent = event.text("agent");
    one.task = event.text("task");
    one.earlier = true;
  } else if (event.kind == "turn.finished" || event.kind == "turn.failed") {
    std::erase_if(previews_, [&](const Preview& one) { return one.turn == turn; });
  }
}

void LiveScreen::turn_ended(const Event& event) {
  const auto found = std::ranges::find(previews_, std::string(event.text("turn")), &Preview::turn);
  if (found != previews_.end()) {
    found->over = true;
    found->waiting.clear();
    // Who only routes and reads has no work to be done with.
    const bool speaks = !found->agent.empty() && found->agent != "orchestrator";
    if (event.kind == "turn.finished" && speaks) done_.push_back(found->agent);
  }
  if (event.kind != "turn.failed") {
    if (const auto text = small_event(event, view_state_.room, options_.me, options_.charset))
      note(marked_lines("-", *text, kQuiet, text_columns(), options_.charset));
    return;
  }
  Error error = error_of(event).value_or(Error());
  std::string agent;
  if (found != previews_.end()) {
    agent = found->agent;
    previews_.erase(found);  // what it had said is no message
    release_held();
  }
  if (is_no_news(event)) return;
  told_.push_back(error.message);
  if (converses() && std::exchange(fault_, error.message) == error.message) return;
  if (!agent.empty()) error.message = mark_of(agent, options_.charset).name + ": " + error.message;
  note(error_lines(error, kAsk, text_columns(), options_.charset));
}

void LiveScreen::message_posted(const Event& event) {
  const bool person = event.by.kind == Actor::kPerson;
  if (person && !opened_) return;  // the topic, which the room's head shows
  if (event.text("kind") == kSystemMessage)
    return note(marked_lines("-", event.text("text"), kQuiet, text_columns(), options_.charset));
  Speech speech;
  speech.agent = person ? person_name(event.by.id, options_.me, event.text("channel"))
                        : std::string(event.text("from"));
  speech.task = event.text("kind");
  speech.text = event.text("text");
  speech.person = person;
  speech.rehearsed = view_state_.is_scripted(event);
  speech.interrupted = bool_at(event.body, "interrupted");
  speech.cut = bool_at(event.body, "cut");
  Lines body = speech_body(speech, text_columns(), options_.charset, Growth::kDone);
  // What somebody else wrote, or oneself elsewhere, is news here.
  const bool typed_here = person && event.by.id == options_.me && event.text("channel").empty();
  if (typed_here && opening_.interactive) body = shortened(std::move(body));

  // Of several turns of one agent side by side it is the one that has just ended.
  const auto is_its = [&](const Preview& one) {
    return !person && one.agent == speech.agent && !is_silent(one.task);
  };
  auto grown =
      std::ranges::find_if(previews_, [&](const Preview& one) { return is_its(one) && one.over; });
  if (grown == previews_.end()) grown = std::ranges::find_if(previews_, is_its);
  if (grown != previews_.end()) {
    const Preview preview = std::move(*grown);
    previews_.erase(grown);
    auto rest = preview.begun ? rest_after(body, preview.out) : std::nullopt;
    if (rest) {  // it belongs to what is out already
      append(settled_, std::move(*rest));
      last_ = block_of(speech);
      last_speaker_ = speaker_of(speech);
      table_follows_ = ends_in_list(speech);
      return release_held();
    }
    if (preview.begun) note({Line("  (a first try; what was said:)", kQuiet)});
  }
  Lines lines;
  if (!held_.empty() || !continues(speech)) lines.push_back(speech_head(speech, options_.charset));
  append(lines, std::move(body));
  settle(block_of(speech), std::move(lines), speaker_of(speech));
  table_follows_ = ends_in_list(speech);
  release_held();
}

void LiveScreen::new_idea(const Event& event) {
  if (const Idea* idea = view_state_.room.idea(event.text("id")))
    settle(Block::kNewIdeas, idea_text(*idea, text_columns(), options_.charset));
}

void LiveScreen::score_row(const Event& event) {
  const Idea* idea = view_state_.room.idea(event.text("id"));
  if (idea == nullptr) return;
  const IdeaTable table(line_columns(), options_.charset, IdeaColumns::kScored);
  Lines lines;
  const Block before = held_.empty() ? last_ : held_.back().block;
  if (before != Block::kScores) lines.push_back(table.header());
  lines.push_back(table.row(*idea));
  settle(Block::kScores, std::move(lines));
}

void LiveScreen::delta(const TurnDelta& delta) { preview(delta.turn).add(delta); }

void LiveScreen::notice(const TurnNotice& notice) {
  Preview& one = preview(notice.turn);
  one.waiting = one_line(notice.text, options_.charset);
  one.wait = notice.wait;
  one.waits_until.reset();
  if (one.agent.empty()) one.agent = notice.agent;
}

void LiveScreen::typing(std::string text, std::size_t cursor) {
  typed_ = std::move(text);
  typed_cursor_ = cursor;
}

bool LiveScreen::is_anyone_at_work() const {
  return std::ranges::any_of(previews_, [](const Preview& one) { return !one.over; });
}

Preview& LiveScreen::preview(const std::string& turn) {
  const auto found = std::ranges::find(previews_, turn, &Preview::turn);
  return found != previews_.end() ? *found : previews_.emplace_back(turn);
}

bool LiveScreen::continues(const Speech& speech) const {
  return last_ == Block::kSpeech && last_speaker_ == speaker_of(speech);
}

LiveScreen::Block LiveScreen::block_of(const Speech& speech) const {
  return kind_of(speech.task) == "vote" ? Block::kVote : Block::kSpeech;
}

}  // namespace fm::cli
