// View: one way of showing a room while something happens in it.
//
// The room's session applies every event to the story before the view hears of it, and tells the
// view when it begins and ends. Everything on the loop thread. A view writes to the Output only;
// it never asks or decides.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/service.h"
#include "cli/terminal/styled_text.h"
#include "cli/view/view_state.h"

namespace fm::cli {

// The type of the gate that opens when a turn was interrupted. The question after Ctrl-C stands for
// it, so views do not show it again to the person who is asked.
inline constexpr std::string_view kInterruptedGate = "interrupted";

// The type of the gate of a turn that no model answers just now (P-33).
inline constexpr std::string_view kDeferredGate = "parked";

enum class Age { kEarlier, kNew };  // kEarlier: it happened before this command began to watch

// What is watched: one way of working until it ends, or a room in which people talk on and on.
enum class Mode { kFlow, kConversation };

struct Opening {
  Started started;
  Mode mode = Mode::kFlow;
  RoomSeq earlier;           // events up to here are kEarlier
  bool resumed = false;      // it was asked for by name that it goes on
  bool interactive = false;  // the person can speak
  UtcMs now;                 // when it opens
  std::string client;        // what the client ids of this person's words begin with
};

// Lines that are laid out for whoever shows them.
using Layout = std::function<Lines(std::size_t columns, Charset charset)>;

enum class EndKind {
  kOver,     // the flow finished; how is in the story
  kPaused,   // the flow waits to be resumed
  kWaiting,  // a gate is open and nobody here can answer it
  kLeft,     // the person left; everything is kept
  kGone      // nobody is there any more to be told anything
};

struct Ending {
  EndKind kind = EndKind::kOver;
  int status = 0;
  Millis elapsed{0};
};

class View {
 public:
  virtual ~View() = default;

  virtual void begin(const Opening& opening) = 0;
  virtual void event(const Event& event, Age age) = 0;
  virtual void delta(const TurnDelta& delta) = 0;
  virtual void notice(const TurnNotice& notice) = 0;
  virtual void end(const Ending& ending) = 0;

  // What is asked of the person just now, e.g. after Ctrl-C; empty: nothing any more.
  virtual void ask(const std::string& question) = 0;
  // What the person is typing, its lines parted by line ends, and where in it the cursor is, in
  // bytes.
  virtual void typing(const std::string& text, std::size_t cursor) = 0;
  // Something went wrong with what the person did; the room goes on.
  virtual void trouble(const Error& error) = 0;
  // What the person asked to see, or is told about what they did.
  virtual void show(const Layout& layout) = 0;
  // Nobody goes on by themselves: the floor is the person's.
  virtual void idle() {}

  virtual void drained() {}  // the output takes bytes again
  virtual void resized() {}  // the window has a new size
  virtual void leave() {}    // the terminal is handed back for a while (Ctrl-Z)
  virtual void come_back() {}
};

}  // namespace fm::cli
