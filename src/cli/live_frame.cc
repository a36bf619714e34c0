// The living lines of the live view: what stands at the bottom now.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "cli/live_screen.h"
#include "cli/status_line.h"

namespace fm::cli {
namespace {

constexpr std::string_view kHint = "say something, or: pause, skip round, one more round, stop";
constexpr std::string_view kGateHint = "type the number of your answer, or say something";
constexpr Millis kWorthCounting{3'000};  // shorter waits are over before one has read it
constexpr std::size_t kKeptGrowing = 2;  // the last lines of growing text may still change

}  // namespace

Preview* LiveScreen::front() {
  const auto shown = [](const Preview& one) { return !one.agent.empty() && !one.text.empty(); };
  const auto begun = std::ranges::find_if(previews_, &Preview::begun);
  const auto found = begun != previews_.end() ? begun : std::ranges::find_if(previews_, shown);
  return found == previews_.end() ? nullptr : &*found;
}

Speech LiveScreen::speech_of(const Preview& one) const {
  return {.agent = one.agent,
          .task = one.task,
          .text = one.text,
          .person = false,
          .rehearsed = story_.is_rehearsal(),
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
      put(Block::kNote, {Line("  (cut off; once more:)", kQuiet)});
    }
  }
  Lines head;
  if (!one->begun) {
    if (last_ != Block::kNone) head.emplace_back();
    if (!continues(one->agent)) head.push_back(speech_head(speech, options_.charset));
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
    last_ = Block::kSpeech;
    last_speaker_ = one->agent;
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

Lines LiveScreen::waiting_lines(Millis elapsed) {
  Lines lines;
  for (Preview& one : previews_) {
    if (one.waiting.empty() || one.over) continue;
    Line line("  " + one.waiting, kAsk);
    if (one.wait >= kWorthCounting) {
      if (!one.waits_until) one.waits_until = elapsed + one.wait;
      const Millis left = std::max(*one.waits_until - elapsed, Millis(0));
      line.add(fmt::format(" {}:{:02} left", left.count() / 60'000, left.count() / 1'000 % 60),
               kQuiet);
    }
    lines.push_back(cut(line, line_columns(), options_.charset));
    if (lines.size() == 2) break;
  }
  return lines;
}

Line LiveScreen::status(Millis elapsed) const {
  Status status;
  const RoomView& room = story_.room;
  const Preview* at_work = nullptr;
  for (const Preview& one : previews_) {
    if (one.over || one.agent.empty()) continue;
    if (at_work == nullptr) {
      at_work = &one;
    } else {
      ++status.others;
    }
  }
  const auto newest = room.turns.empty() ? nullptr : &room.turns.back();
  if (at_work != nullptr) {
    status.agent = at_work->agent;
    status.activity = !at_work->waiting.empty() ? "waiting"
                      : !at_work->text.empty()  ? "speaking"
                                                : activity(at_work->task);
  } else {
    const FlowRecord* flow = room.latest_flow();
    const bool paused = flow != nullptr && flow->state == FlowState::kPaused;
    status.activity = story_.open_gate() != nullptr ? "Waiting for your answer."
                      : paused                      ? "Paused."
                                                    : "One moment...";
  }
  if (newest != nullptr)
    status.progress = progress_of(room, newest->task, newest->agent, newest->round);
  const Usage usage = room.usage();
  status.ideas = room.living_ideas().size();
  status.tokens = usage.input + usage.output;
  status.cost = room.cost();
  status.elapsed = elapsed;
  return status_line(status, line_columns(), options_.charset);
}

// A long line is shown around its cursor.
Line LiveScreen::input_line(std::size_t& cursor) const {
  Line line;
  line.add("> ", kStrong);
  cursor = 2;
  const std::size_t room = line_columns() - 2;
  if (!question_.empty()) return cut(Line(question_, kAsk), line_columns(), options_.charset);
  if (typed_.empty())
    return line.add(cut(story_.open_gate() != nullptr ? kGateHint : kHint, room, options_.charset),
                    kQuiet);
  std::string_view text = typed_;
  std::size_t at = typed_cursor_;
  while (at + 1 > room) {  // drop from the left until the cursor is inside
    const std::size_t wide = width(text);
    std::size_t bytes = 1;
    while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) ++bytes;
    text.remove_prefix(bytes);
    at -= std::min(at, wide - width(text));
  }
  cursor += at;
  return line.add(fit(text, room));
}

Frame LiveScreen::frame(Millis elapsed) {
  Frame frame;
  if (!ended_) {
    Lines below = waiting_lines(elapsed);
    Lines held;
    for (const Held& one : held_) append(held, one.lines);
    std::size_t cursor = 0;
    below.emplace_back();
    below.push_back(status(elapsed));
    if (interactive_) {
      below.push_back(input_line(cursor));
      if (!question_.empty()) cursor = width(below.back());
    } else {
      cursor = width(below.back());
    }
    const std::size_t room = rows_ - std::min(rows_, below.size() + 1);
    const std::size_t for_held = std::min(held.size(), room / 2);
    held.erase(held.begin(), held.end() - static_cast<std::ptrdiff_t>(for_held));
    frame.living = growing_lines(room - for_held);
    append(frame.living, std::move(held));
    append(frame.living, std::move(below));
    frame.cursor = cursor;
  }
  frame.settled = std::exchange(settled_, {});
  return frame;
}

}  // namespace fm::cli
