#include "cli/session/attendance.h"

#include <unistd.h>

#include <utility>

#include "app/message_limits.h"
#include "base/text.h"
#include "cli/view/notes.h"

namespace fm::cli {
namespace {

constexpr Millis kBeforeStopping{200};

}  // namespace

Result<void> Attendance::open(bool interactive) {
  signals_ = TRY(Signals::open(context_.loop, [this](Signal signal) { handle(signal); }));
  if (!interactive) return {};
  listen();
  session_.edit_with([this](std::string text, ExternalEditor::Done done) { edit(text, done); });
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
  const std::string shown = editor.shown();
  session_.typing(shown);
  view_.typing(shown, editor.cursor());
  if (editor.take_refused()) view_.trouble(text_too_long("message", kMessageLimit).error());
  if (const auto choices = editor.take_choices(); !choices.empty())
    view_.show([text = join(choices, "  ")](std::size_t columns, Charset charset) {
      return marked_lines("-", text, kQuiet, columns, charset);
    });
}

// What the terminal sends to all who run in it is the editor's while that has it.
void Attendance::handle(Signal signal) {
  const bool editors = editor_ != nullptr;
  switch (signal) {
    case Signal::kInterrupt:
      return editors ? void() : session_.pressed_interrupt();
    case Signal::kLeave:
      return session_.leave();
    case Signal::kHangUp:
      return session_.hang_up();
    case Signal::kResize:
      return view_.resized();
    case Signal::kSuspend:
      return editors ? signals_->suspend() : stop_for_a_while();
    case Signal::kContinue:
      return editors ? void() : go_on();
  }
}

void Attendance::give_terminal() {
  view_.leave();
  if (keyboard_) keyboard_->release();
  context_.out.flush(kBeforeStopping);
}

void Attendance::take_terminal() {
  if (keyboard_) keyboard_->take();
  view_.come_back();
}

void Attendance::stop_for_a_while() {
  give_terminal();
  signals_->suspend();
}

// Also when somebody else stopped us. In the background the terminal is not ours to set.
void Attendance::go_on() {
  if (keyboard_ && !look_at_descriptors().foreground) return;
  take_terminal();
}

// An editor that fails may leave the terminal as no shell can use it.
void Attendance::edit(const std::string& text, const ExternalEditor::Done& done) {
  if (editor_) return;
  give_terminal();
  termios settings{};
  if (tcgetattr(STDIN_FILENO, &settings) == 0) settings_ = settings;
  auto begun = ExternalEditor::begin(context_.loop, context_.env, text,
                                     [this, done](Result<EditedText> saved) {
                                       editor_.reset();
                                       if (settings_)
                                         tcsetattr(STDIN_FILENO, TCSADRAIN, &*settings_);
                                       take_terminal();
                                       done(std::move(saved));
                                     });
  if (begun) {
    editor_ = *std::move(begun);
  } else {
    take_terminal();
    done(std::unexpected(begun.error()));
  }
}

}  // namespace fm::cli
