// RoomSession: one person in front of one room while a flow runs in it (I-13, I-14).
//
// Feeds a view with the room's events, says what is typed, answers gates, and decides when it is
// over and with which exit status. When the output is slower than the room it stops handing on
// events and reads them from the log later, so that nothing is lost and nothing grows. Leaving
// never harms the room: whatever is acknowledged is durable and `folkmoot resume` goes on. Loop
// thread; the service, view, story and output outlive it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/service.h"
#include "cli/interrupt.h"
#include "cli/keyboard.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/view.h"
#include "loop/loop.h"

namespace fm::cli {

class RoomSession final : public Watcher {
 public:
  struct Options {
    bool interactive = false;  // a person is there to speak and to be asked
    bool resumed = false;      // what is there already is not shown again
  };

  RoomSession(Service& service, Loop& loop, Story& story, View& view, Output& output,
              Options options);
  ~RoomSession() override;

  // Watches what was started until it is over; runs the loop. The exit status.
  Result<int> run(const Started& started);

  // What comes from outside while it runs.
  void pressed_interrupt();
  void line(std::string text);
  bool key(char c);  // true: it answered a question
  void leave();      // the person goes, the room stays
  void hang_up();    // the terminal is gone: say nothing more

  const std::optional<Ending>& ending() const { return ending_; }

  // Watcher.
  void event(const EventPtr& event) override;
  void delta(const TurnDelta& delta) override;
  void notice(const TurnNotice& notice) override;
  void idle(const RoomId& room) override;

 private:
  void deliver(const Event& event);
  void catch_up();
  void consider_end();
  void end(EndKind kind, int status);
  void stop_when_written();
  void say(std::string text);
  void act(InterruptPrompt::Act act);
  void decide(const std::string& word);
  bool answer_gate(const std::string& text);
  void answer(const OpenGate& gate, const std::string& option);
  void follow_prompt(const Event& event);
  int status_of_flow() const;

  Service& service_;
  Loop& loop_;
  Story& story_;
  View& view_;
  Output& output_;
  Options options_;

  RoomId room_;
  RoomSeq earlier_;
  RoomSeq seen_;
  bool behind_ = false;  // events are waiting in the log
  bool idle_ = false;
  bool waits_for_output_ = false;
  InterruptPrompt prompt_;
  std::optional<Ending> ending_;
  Millis started_{0};
  std::string client_;  // this run's part of the client ids
  int said_ = 0;
  std::shared_ptr<void> subscription_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

// "1" is the first option; an option's own words, or a beginning that only it has, mean it too.
std::optional<std::string> chosen_option(const OpenGate& gate, std::string_view text);

}  // namespace fm::cli
