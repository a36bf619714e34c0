// Attendance: the keyboard and the signals of one session, while a person sits before a room.
//
// Hands what is typed to the session and the line that is being typed to the view; stops and goes
// on with the terminal (Ctrl-Z). Loop thread; session and view outlive it.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "cli/context/context.h"
#include "cli/session/room_session.h"
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

  RoomSession& session_;
  View& view_;
  Typing typing_;
  Context& context_;
  TypingHelp help_;
  std::unique_ptr<Signals> signals_;
  std::unique_ptr<Keyboard> keyboard_;
};

}  // namespace fm::cli
