#include "cli/session/attendance.h"

#include <unistd.h>

#include <utility>

#include "base/text.h"
#include "cli/view/notes.h"

namespace fm::cli {
namespace {

constexpr Millis kBeforeStopping{200};

}  // namespace

Result<void> Attendance::open(bool interactive) {
  signals_ = TRY(Signals::open(context_.loop, [this](Signal signal) { handle(signal); }));
  if (interactive) listen();
  return {};
}

void Attendance::listen() {
  keyboard_ = std::make_unique<Keyboard>(
      context_.loop, STDIN_FILENO, typing_, context_.out,
      Keyboard::Handlers{.line = [this](std::string text) { entered(std::move(text)); },
                         .changed = [this] { changed(); },
                         .key = [this](char c) { return session_.key(c); },
                         .finished = [this] { session_.finished_typing(); }});
  if (help_.history != nullptr && typing_ == Typing::kByKey)
    keyboard_->editor().assist(help_.history->lines(), help_.complete);
}

void Attendance::entered(std::string text) {
  if (help_.history != nullptr) help_.history->add(text);
  session_.line(std::move(text));
}

void Attendance::changed() {
  LineEditor& editor = keyboard_->editor();
  session_.typing(editor.text());
  view_.typing(editor.shown(), editor.cursor_columns());
  if (const auto choices = editor.take_choices(); !choices.empty())
    view_.show([text = join(choices, "  ")](std::size_t columns, Charset charset) {
      return marked_lines("-", text, kQuiet, columns, charset);
    });
}

void Attendance::handle(Signal signal) {
  switch (signal) {
    case Signal::kInterrupt:
      return session_.pressed_interrupt();
    case Signal::kLeave:
      return session_.leave();
    case Signal::kHangUp:
      return session_.hang_up();
    case Signal::kResize:
      return view_.resized();
    case Signal::kSuspend:
      return stop_for_a_while();
    case Signal::kContinue:
      return go_on();
  }
}

void Attendance::stop_for_a_while() {
  view_.leave();
  if (keyboard_) keyboard_->release();
  context_.out.flush(kBeforeStopping);
  signals_->suspend();
}

// Also when somebody else stopped us. In the background the terminal is not ours to set.
void Attendance::go_on() {
  if (keyboard_ && !look_at_descriptors().foreground) return;
  if (keyboard_) keyboard_->take();
  view_.come_back();
}

}  // namespace fm::cli
