// RoomSession: one person in front of one room (C-4, I-13, I-14).
//
// Feeds a view with the room's events, says what is typed, answers gates, and decides when it is
// over and with which exit status. A flow is watched until it ends. A conversation goes on until
// the person leaves; where nobody sits there, until all lines are said and the room is at rest.
// When the output is slower than the room it stops handing on events and reads them from the log
// later, so that nothing is lost and nothing grows. Leaving never harms the room: whatever is
// acknowledged is durable. Loop thread; the service, view, story, output and lines outlive it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/service.h"
#include "cli/session/command_check.h"
#include "cli/session/yes_to.h"
#include "cli/terminal/external_editor.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/keyboard.h"
#include "cli/terminal/line_source.h"
#include "cli/terminal/output.h"
#include "cli/terminal/signals.h"
#include "cli/view/view.h"
#include "loop/loop.h"
#include "team/agency/plan_edit.h"

namespace fm::cli {

class RoomSession final : public Watcher {
 public:
  struct Options {
    bool interactive = false;  // a person is there to speak and to be asked
    bool resumed = false;      // what is there already is not shown again
    Mode mode = Mode::kFlow;
    Door door = Door::kSession;
    LineSource* lines = nullptr;         // of a conversation with nobody there
    Channel channel = {};                // that the person speaks by
    const GateChoice* answer = nullptr;  // given before anything is said; outlives the session
    std::string first = {};              // said before anything else; empty: nothing
    bool rest_first = false;             // what was left goes on before a line is taken
    YesTo yes = YesTo::kNothing;         // said in advance, where nobody can be asked
  };

  RoomSession(Service& service, Loop& loop, ViewState& view_state, View& view, Output& output,
              Options options);
  ~RoomSession() override;

  // Opens a text in the person's own editor, and tells what was saved. Without one there is nobody
  // to edit.
  using Edit = std::function<void(std::string text, ExternalEditor::Done done)>;
  void edit_with(Edit edit) { edit_ = std::move(edit); }

  // Watches what was started until it is over; runs the loop. The exit status.
  Result<int> run(const Started& started);

  // What comes from outside while it runs.
  void pressed_interrupt();
  void line(std::string text);
  void typing(std::string_view shown);  // what stands in the line that is being typed
  bool key(char c);                     // true: it answered a question
  void finished_typing();               // Ctrl-D, or the terminal's input ends
  void leave();                         // the person goes, the room stays
  void hang_up();                       // the terminal is gone: say nothing more

  const std::optional<Ending>& ending() const { return ending_; }

  // Words and answers that were not taken, each once: whoever sits nowhere is told at the end.
  const std::vector<Error>& refused() const { return refused_; }
  // Why nothing came of the last words: nobody could be heard, or the project failed.
  std::optional<Error> failure() const;

  // Watcher.
  void event(const EventPtr& event) override;
  void delta(const TurnDelta& delta) override;
  void notice(const TurnNotice& notice) override;
  void idle(const RoomId& room) override;

 private:
  bool converses() const { return options_.mode == Mode::kConversation; }
  void deliver(const Event& event);
  void follow_failures(const Event& event);
  void fall_behind();
  void catch_up();
  void consider_end();
  void consider_rest();
  bool says_yes();
  void end(EndKind kind, int status);
  void stop_when_written();
  int status_of_flow() const;
  int status_at_rest() const;
  int status_of_refused() const;

  // The person (room_session_person.cc).
  void say(std::string text) {
    say(std::move(text), [](bool) {});
  }
  // `settled` hears whether it was taken, also when this object is gone.
  void say(std::string text, std::function<void(bool)> settled);
  void act(InterruptPrompt::Act act);
  void interrupt_talk();
  void tell_stopped();
  void tell_paused();
  void tell(std::string text);
  void decide(const std::string& word);
  bool answer_gate(const std::string& text);
  void answer(const OpenGate& gate, const std::string& option, const std::string& reason = {});
  void sent(const Result<EventPtr>& result);
  void refuse(const Error& error);
  void follow_prompt(const Event& event);
  void want_line();

  // Commands and answers of a conversation (room_session_commands.cc).
  void talk_line(std::string text);
  bool own_command(const std::string& text);
  void show_costs();
  // What is edited: the text as it was, and what it was the text of.
  struct EditedBrief {
    ProjectId project;
    int revision = 0;
    std::string text;
  };
  void edit_brief();
  void edited(const EditedBrief& before, const Result<EditedText>& saved);
  // A plan that was edited and could not be taken: it is opened again with the next edit.
  struct KeptPlan {
    ProjectId project;
    int revision = 0;
    EditedText text;
  };
  void edit_plan();
  void edited_plan_text(const EditablePlan& before, const EditedText& saved);
  void keep_plan(const EditablePlan& before, const EditedText& saved, const Error& why);

  Service& service_;
  Loop& loop_;
  ViewState& view_state_;
  View& view_;
  Output& output_;
  Options options_;
  const Caller me_;

  RoomId room_;
  RoomSeq earlier_;
  RoomSeq seen_;
  bool behind_ = false;  // the output is, and the watch waits for it
  bool idle_ = false;
  bool waits_for_output_ = false;
  InterruptPrompt prompt_;
  std::optional<Ending> ending_;
  Millis started_{0};
  std::string client_;  // this run's part of the client ids
  int said_ = 0;
  int told_paused_ = -1;  // `said_` when the person was told last that the room stands paused

  int unsettled_ = 0;  // words and answers that are not acknowledged yet
  std::vector<Error> refused_;
  std::optional<Error> unheard_;  // of a turn that failed, while no agent has spoken since
  std::optional<Error> failed_;   // of the project, while it stands in `failed`
  bool wants_line_ = false;
  bool no_more_lines_ = false;
  bool stopped_ = false;                   // by Ctrl-C, and not told yet
  bool stops_next_turn_ = false;           // Ctrl-C came between two turns
  bool told_to_leave_ = false;             // that Ctrl-C leaves, and nothing was typed since
  std::optional<std::string> typed_gate_;  // what was asked when this line was begun; may be empty

  std::set<std::string> said_yes_;  // types of gates, each once
  Edit edit_;
  std::optional<KeptPlan> kept_plan_;
  std::shared_ptr<Watching> subscription_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

// The id of the option that is meant. "1" is the first one; an option's own words, its id, or a
// beginning that only it has, mean it too.
std::optional<std::string> chosen_option(const OpenGate& gate, std::string_view text);

// As in a conversation, where most of what is typed is said: a number, "2." and "2)", or all words
// of an option. A single letter is none of these, and a question neither.
std::optional<std::string> named_option(const OpenGate& gate, std::string_view text);

}  // namespace fm::cli
