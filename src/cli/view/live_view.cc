#include "cli/view/live_view.h"

#include <algorithm>
#include <utility>

namespace fm::cli {
namespace {

constexpr Millis kBetweenFrames{50};
constexpr Millis kTick{1000};

}  // namespace

LiveView::LiveView(const ViewState& view_state, Loop& loop, Output& output,
                   const Terminal& terminal, std::function<Size()> size, std::string me)
    : loop_(loop),
      output_(output),
      screen_(view_state, {.charset = terminal.charset, .me = std::move(me)}),
      painter_(terminal.reflow, terminal.size, terminal.colour ? Colours::kShown : Colours::kNone),
      read_size_(std::move(size)),
      size_(terminal.size),
      started_(loop.clock().steady()) {
  screen_.resize(terminal.size.columns, terminal.size.rows);
}

void LiveView::begin(const Opening& opening) {
  screen_.begin(opening);
  draw_soon();
}

void LiveView::event(const Event& event, Age age) {
  screen_.event(event, age);
  draw_soon();
}

void LiveView::delta(const TurnDelta& delta) {
  screen_.delta(delta);
  draw_soon();
}

void LiveView::notice(const TurnNotice& notice) {
  screen_.notice(notice);
  draw_soon();
}

void LiveView::ask(const std::string& question) {
  screen_.ask(question);
  draw_if_ready();
}

void LiveView::typing(const std::string& text, std::size_t cursor) {
  screen_.typing(text, cursor);
  draw_if_ready();  // what is typed shows at once
}

void LiveView::trouble(const Error& error) {
  screen_.trouble(error);
  draw_soon();
}

void LiveView::show(const Layout& layout) {
  screen_.show(layout);
  draw_soon();
}

void LiveView::idle() {
  screen_.idle();
  draw_soon();
}

void LiveView::end(const Ending& ending) {
  screen_.end(ending);
  tick_.reset();
  frame_.reset();
  draw();
}

// Looked at before each frame: a frame for the former size would draw over lines that the terminal
// has moved, and the signal may come later.
void LiveView::adopt_size() {
  const Size size = read_size_();
  if (size == std::exchange(size_, size)) return;
  Painter::Resized resized = painter_.resize(size);
  output_.write(std::move(resized.bytes));
  screen_.scrolled_off(resized.scrolled_off);
  screen_.resize(size.columns, size.rows);
}

void LiveView::leave() {
  output_.write(painter_.take_away());
  away_ = true;
}

void LiveView::come_back() {
  away_ = false;
  draw_soon();
}

void LiveView::drained() {
  if (std::exchange(due_, false)) draw_if_ready();
}

void LiveView::draw_soon() {
  if (frame_) return;
  const Millis since = loop_.clock().steady() - drawn_;
  frame_ = loop_.after(std::max(Millis(0), kBetweenFrames - since), [this] {
    frame_.reset();
    draw_if_ready();
  });
}

void LiveView::draw_if_ready() {
  // A terminal that stands still gets no frames; the first after it moves again has everything.
  due_ = away_ || !output_.empty();
  if (!due_) draw();
}

void LiveView::draw() {
  adopt_size();
  drawn_ = loop_.clock().steady();
  output_.write(painter_.paint(screen_.frame(drawn_ - started_)));
  if (screen_.is_anyone_at_work()) tick_ = loop_.after(kTick, [this] { draw_if_ready(); });
}

}  // namespace fm::cli
