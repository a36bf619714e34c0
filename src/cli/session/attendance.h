// Attendance: the keyboard and the signals of one session, while a person sits before a room.
//
// Hands what is typed to the session and what is being typed to the view; gives the terminal away
// and takes it back, for the shell (Ctrl-Z) and for the person's own editor. Loop thread; session
// and view outlive it.
#pragma once

#include <termios.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/context/context.h"
#include "cli/session/room_session.h"
#include "cli/terminal/external_editor.h"
#include "cli/terminal/keyboard.h"
#include "cli/terminal/line_history.h"
#include "cli/terminal/signals.h"
#include "cli/view/view.h"

namespace fm::cli {

// What helps a person to type in a conversation; all outlives the attendance.
struct TypingHelp {
  LineHistory* history = nullptr;
  LineEditor::Complete complete = {};
};

class Attendance {
 public:
  Attendance(RoomSession& session, View& view, Typing typing, Context& context,
             TypingHelp help = {})
      : session_(session),
        view_(view),
        typing_(typing),
        context_(context),
        help_(std::move(help)) {}

  // With nobody there only signals count. Errors: signals_failed.
  Result<void> open(bool interactive);

 private:
  void listen();
  void entered(std::string text);
  void changed();
  void handle(Signal signal);
  void stop_for_a_while();
  void go_on();
  void edit(const std::string& text, const ExternalEditor::Done& done);
  void give_terminal();
  void take_terminal();

  RoomSession& session_;
  View& view_;
  Typing typing_;
  Context& context_;
  TypingHelp help_;
  std::unique_ptr<Signals> signals_;
  std::unique_ptr<Keyboard> keyboard_;
  std::unique_ptr<ExternalEditor> editor_;  // has the terminal while it runs
  std::optional<termios> settings_;         // that the terminal had before
};

}  // namespace fm::cli
