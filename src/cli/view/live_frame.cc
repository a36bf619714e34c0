// The living lines of the live view: what stands at the bottom now.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "cli/text/marks.h"
#include "cli/view/conversation_wording.h"
#include "cli/view/due.h"
#include "cli/view/input_rows.h"
#include "cli/view/live_screen.h"
#include "cli/view/status_line.h"
#include "cli/view/task_lines.h"

namespace fm::cli {
namespace {

constexpr std::string_view kHint = "say something, or: pause, skip round, one more round, stop";
constexpr std::string_view kShortHint = "say something, or: pause, stop";
constexpr std::string_view kGateHint = "a number, or your own words";
constexpr std::string_view kPrompt = "> ";
constexpr Millis kWorthCounting{3'000};  // shorter waits are over before one has read it
constexpr std::size_t kTeamLines = 6;
constexpr std::size_t kTailBytes = 600;  // of growing words: more than any line shows
constexpr std::size_t kKeptGrowing = 2;  // the last lines of growing text may still change

// The end of `text`, at most so wide.
std::string tail_of(std::string_view text, std::size_t columns, Charset charset) {
  if (text.size() > kTailBytes) text.remove_prefix(text.size() - kTailBytes);
  while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0) == 0x80)
    text.remove_prefix(1);
  std::string row = one_line(text, charset);
  std::string_view rest = row;
  const std::string_view dots = charset == Charset::kUtf8 ? "…" : "...";
  if (width(rest) <= columns) return row;
  while (!rest.empty() && width(rest) + width(dots) > columns) {
    std::size_t bytes = 1;
    while (bytes < rest.size() && (static_cast<unsigned char>(rest[bytes]) & 0xC0) == 0x80) ++bytes;
    rest.remove_prefix(bytes);
  }
  return std::string(dots) + std::string(rest);
}

}  // namespace

Preview* LiveScreen::front() {
  const auto shown = [](const Preview& one) { return !one.agent.empty() && !one.text.empty(); };
  auto found = std::ranges::find_if(previews_, &Preview::begun);
  if (found == previews_.end()) {
    found = std::ranges::find(previews_, front_, &Preview::turn);
    if (found == previews_.end() || !shown(*found)) found = std::ranges::find_if(previews_, shown);
  }
  front_ = found == previews_.end() ? std::string() : found->turn;
  return front_.empty() ? nullptr : &*found;
}

Speech LiveScreen::speech_of(const Preview& one) const {
  return {.agent = one.agent,
          .task = one.task,
          .text = one.text,
          .person = false,
          .rehearsed = view_state_.is_rehearsal(),
          .interrupted = false};
}

// The growing speech in at most `room` lines. What does not fit is settled from its top.
Lines LiveScreen::growing_lines(std::size_t room) {
  grown_head_ = 0;
  grown_.clear();
  Preview* one = front();
  if (one == nullptr) return {};
  const Speech speech = speech_of(*one);
  Lines body = speech_body(speech, text_columns(), options_.charset, Growth::kGrowing);
  if (body.empty()) return {};
  if (one->begun) {
    if (auto rest = rest_after(body, one->out)) {
      body = std::move(*rest);
    } else {  // another attempt says it in other words
      one->begun = false;
      one->out.clear();
      put(Block::kNote, {Line("  (cut off; again:)", kQuiet)});
    }
  }
  Lines head;
  if (!one->begun) {
    const bool votes_on = block_of(speech) == Block::kVote && last_ == Block::kVote;
    if (last_ != Block::kNone && !votes_on) head.emplace_back();
    if (!continues(speech)) head.push_back(speech_head(speech, options_.charset));
  }
  const std::size_t total = head.size() + body.size();
  if (total > room && body.size() > kKeptGrowing) {
    const std::size_t excess = total - room;
    const std::size_t spill = std::clamp<std::size_t>(
        excess > head.size() ? excess - head.size() : 1, 1, body.size() - kKeptGrowing);
    const auto edge = body.begin() + static_cast<std::ptrdiff_t>(spill);
    Lines above(body.begin(), edge);
    body.erase(body.begin(), edge);
    one->begun = true;
    one->out += visible(above);
    append(settled_, std::exchange(head, {}));
    append(settled_, std::move(above));
    last_ = block_of(speech);
    last_speaker_ = speaker_of(speech);
  }
  if (head.size() + body.size() > room) {  // no room for more than its end
    append(head, std::move(body));
    head.erase(head.begin(), head.end() - static_cast<std::ptrdiff_t>(room));
    return head;
  }
  grown_head_ = head.size();
  grown_ = body;
  append(head, std::move(body));
  return head;
}

Line LiveScreen::waiting_line(Line line, Preview& one, Millis elapsed) const {
  line.add(one.waiting, kAsk);
  if (one.wait >= kWorthCounting) {
    if (!one.waits_until) one.waits_until = elapsed + one.wait;
    const Millis left = std::max(*one.waits_until - elapsed, Millis(0));
    line.add(fmt::format(" {}:{:02} left", left.count() / 60'000, left.count() / 1'000 % 60),
             kQuiet);
  }
  return cut(line, line_columns(), options_.charset);
}

// Why the one that the status is about waits.
Lines LiveScreen::waiting_lines(Millis elapsed) {
  const Preview* shown = first_at_work();
  Lines lines;
  for (Preview& one : previews_)
    if (&one == shown && !one.waiting.empty())
      lines.push_back(waiting_line(Line("  "), one, elapsed));
  return lines;
}

Line LiveScreen::team_line(Preview& one, Millis elapsed) const {
  Line line("  ");
  for (const Span& span : name_line(mark_of(one.agent, options_.charset)).spans)
    line.add(span.text, {.colour = span.style.colour});
  if (!one.waiting.empty()) return waiting_line(line.add(" waits: ", kQuiet), one, elapsed);
  if (one.text.empty()) {
    line.add(" ").add(activity(one.task), kQuiet).add("...", kQuiet);
    return cut(line, line_columns(), options_.charset);
  }
  const std::string_view manner = manner_of(one.task);
  line.add(" ").add(manner.empty() ? "speaks" : manner, kQuiet).add(": ", kQuiet);
  const std::size_t used = std::min(width(line), line_columns() - 1);
  return line.add(tail_of(one.text, line_columns() - used, options_.charset), kQuiet);
}

// Everybody else who is at work, and who has done their part; empty while one alone works.
Lines LiveScreen::team_lines(Millis elapsed) {
  const std::size_t most = std::min(kTeamLines, rows_ / 4);
  const Preview* shown = first_at_work();
  Lines lines;
  not_listed_ = 0;
  for (Preview& one : previews_) {
    if (one.over || one.agent.empty() || &one == shown) continue;
    if (lines.size() < most) {
      lines.push_back(team_line(one, elapsed));
    } else {
      ++not_listed_;
    }
  }
  if (shown == nullptr || done_.empty() || lines.size() >= most) return lines;
  std::string names;
  for (const std::string& agent : done_)
    names.append(names.empty() ? "" : ", ").append(mark_of(agent, options_.charset).name);
  lines.push_back(cut(Line("  Done: " + names, kQuiet), line_columns(), options_.charset));
  return lines;
}

const Preview* LiveScreen::first_at_work() {
  if (const Preview* speaks = front(); speaks != nullptr && !speaks->over) return speaks;
  const auto works = [](const Preview& one) { return !one.over && !one.agent.empty(); };
  const auto found = std::ranges::find_if(previews_, works);
  return found == previews_.end() ? nullptr : &*found;
}

Line LiveScreen::status(Millis elapsed) {
  Status status;
  const RoomView& room = view_state_.room;
  const Preview* at_work = first_at_work();
  status.others = static_cast<int>(not_listed_);
  const auto newest = room.turns.empty() ? nullptr : &room.turns.back();
  if (at_work != nullptr) {
    status.agent = at_work->agent;
    status.activity = !at_work->waiting.empty() ? "waiting"
                      : !at_work->text.empty()  ? "speaking"
                                                : activity(at_work->task);
  } else if (converses()) {
    const std::string done = idle_ ? std::string() : tasks_done(task_stands(room));
    status.activity = idle_          ? due_now(view_state_).what
                      : done.empty() ? "One moment..."
                                     : done + "...";
  } else {
    const FlowRecord* flow = room.latest_flow();
    const bool paused = flow != nullptr && flow->state == FlowState::kPaused;
    status.activity = view_state_.open_gate() != nullptr ? "Your turn: answer the question."
                      : paused                           ? "Paused."
                                                         : "One moment...";
  }
  if (converses()) {
    if (const Project* project = room.projects.current()) {
      status.strip = phase_strip(*project);
      status.iteration = project->iteration;
    }
    status.model = model_shown(view_state_, at_work == nullptr ? "" : at_work->turn);
  } else if (newest != nullptr) {
    status.progress = progress_of(room, newest->task, newest->agent, newest->round);
  }
  const Usage usage = room.usage();
  status.ideas = room.living_ideas().size();
  status.tokens = usage.input + usage.output;
  status.cost = room.cost();
  // In a conversation only a wait is worth counting, and it begins with those who are waited for.
  if (!converses()) {
    status.elapsed = elapsed;
  } else if (at_work == nullptr) {
    busy_since_.reset();
    status.elapsed.reset();
  } else {
    if (!busy_since_) busy_since_ = elapsed;
    status.elapsed = elapsed - *busy_since_;
  }
  return status_line(status, line_columns(), options_.charset);
}

// What is typed, a question that is answered by a key, or a hint: under everything else.
void LiveScreen::add_input(Lines& below, Frame& frame) const {
  const std::size_t room = line_columns() - kPrompt.size();
  if (!question_.empty()) {
    below.push_back(cut(Line(question_, kAsk), line_columns(), options_.charset));
    frame.cursor = width(below.back());
    return;
  }
  Line first(std::string(kPrompt), kStrong);
  frame.cursor = kPrompt.size();
  if (typed_.empty()) {
    const std::string_view hint =
        converses() ? typing_hint(view_state_, is_anyone_at_work() || !idle_, room)
        : view_state_.open_gate() != nullptr ? kGateHint
        : width(kHint) <= room               ? kHint
                                             : kShortHint;
    below.push_back(first.add(cut(hint, room, options_.charset), kQuiet));
    return;
  }
  const InputRows typed =
      input_rows(typed_, typed_cursor_, room, std::max<std::size_t>(1, rows_ / 3));
  for (std::size_t i = 0; i < typed.rows.size(); ++i) {
    Line line = i == 0 ? first : Line(std::string(kPrompt.size(), ' '));
    below.push_back(line.add(typed.rows[i]));
  }
  frame.cursor += typed.column;
  frame.above = typed.rows.size() - 1 - typed.row;
}

Frame LiveScreen::frame(Millis elapsed) {
  Frame frame;
  if (!ended_) {
    Lines below =
        task_lines(task_stands(view_state_.room), rows_ / 4, line_columns(), options_.charset);
    append(below, team_lines(elapsed));
    append(below, waiting_lines(elapsed));
    Lines held;
    for (const Held& one : held_) append(held, one.lines);
    below.emplace_back();
    below.push_back(status(elapsed));
    frame.cursor = width(below.back());
    if (opening_.interactive) add_input(below, frame);
    if (below.size() + 1 > rows_)  // what is typed comes before who is at work
      below.erase(below.begin(),
                  below.begin() + static_cast<std::ptrdiff_t>(below.size() + 1 - rows_));
    const std::size_t room = rows_ - std::min(rows_, below.size() + 1);
    const std::size_t for_held = std::min(held.size(), room / 2);
    held.erase(held.begin(), held.end() - static_cast<std::ptrdiff_t>(for_held));
    frame.living = growing_lines(room - for_held);
    append(frame.living, std::move(held));
    append(frame.living, std::move(below));
  }
  frame.settled = std::exchange(settled_, {});
  return frame;
}

}  // namespace fm::cli
