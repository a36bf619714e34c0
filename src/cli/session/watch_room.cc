#include "cli/session/watch_room.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "cli/context/report_error.h"
#include "cli/session/attendance.h"
#include "cli/session/completion.h"
#include "cli/session/folder_paths.h"
#include "cli/session/room_session.h"
#include "cli/view/conversation_json_view.h"
#include "cli/view/json_view.h"
#include "cli/view/live_view.h"
#include "cli/view/notes.h"
#include "cli/view/plain_view.h"

namespace fm::cli {
namespace {

bool shows_live(const WatchOptions& options, const Context& context) {
  return context.terminal.redraws && !options.plain && !context.globals.quiet && !context.json();
}

std::unique_ptr<View> make_view(const ViewState& view_state, const std::string& me,
                                const WatchOptions& options, Context& context) {
  const Terminal& terminal = context.terminal;
  if (context.globals.json == JsonMode::kTalk)
    return std::make_unique<ConversationJsonView>(view_state, context.out);
  if (context.json()) return std::make_unique<JsonView>(context.out, context.globals.json);
  if (shows_live(options, context))
    return std::make_unique<LiveView>(
        view_state, context.loop, context.out, terminal,
        [env = context.env] { return read_size(env); }, me);
  return std::make_unique<PlainView>(
      view_state, context.out,
      PlainView::Options{.charset = terminal.charset,
                         .columns = terminal.on.stdout_tty ? terminal.size.columns : 0,
                         .me = me,
                         .say = context.globals.quiet ? Say::kOutcome : Say::kEverything});
}

// What a conversation waits for, for whoever cannot be asked.
void tell_who_waits(const RoomId& room, const Ending& ending, const ViewState& view_state,
                    const Context& context) {
  if (ending.kind != EndKind::kWaiting) return;
  std::string asked;
  std::string cure = "Say it: folkmoot say --room " + room.value + " \"...\"";
  if (const OpenGate* gate = view_state.asked_gate()) {
    asked = gate->question;
    cure = "Choose: folkmoot gate answer " + gate->gate + " 1. Or say it: folkmoot say --room " +
           room.value + " \"...\"";
  } else if (const Project* project = view_state.room.projects.current()) {
    for (const ProjectQuestion* question : project->awaited_questions())
      asked += (asked.empty() ? "" : " ") + question->text;
  }
  report_notice({.code = "waits_for_decision",
                 .message = "Your turn: the team needs your answer.",
                 .cause = asked,
                 .cure = cure},
                context);
}

// What leaves the person without a word on the screen they look at.
void tell_how_to_go_on(const RoomId& room, const Ending& ending, const ViewState& view_state,
                       const Context& context) {
  if (ending.kind == EndKind::kOver || ending.kind == EndKind::kGone) return;
  if (context.terminal.on.stdout_tty && !context.json()) return;  // the view has said it
  const bool waits = ending.kind == EndKind::kWaiting;
  const OpenGate* gate = view_state.open_gate();
  report_notice(
      {.code = waits ? "waits_for_decision" : "left_unfinished",
       .message = waits ? "Your turn: the discussion needs your answer." : "Not finished. Saved.",
       .cause = waits && gate != nullptr ? gate->question : "",
       .cure = std::string(waits ? "Answer it in a terminal: " : "Go on with: ") +
               "folkmoot resume " + room.value},
      context);
}

// Why it failed, for whoever does not look at the screen (E-8). Nothing when it did not fail.
std::optional<Error> failure_of(const Service& service, const RoomSession& session,
                                const ViewState& view_state) {
  if (auto lost = service.failure()) return lost;
  const FlowRecord* flow = view_state.room.latest_flow();
  if (flow != nullptr && flow->completion == "error" && flow->error) return flow->error;
  if (auto paused = paused_error(view_state.room)) return paused;
  if (auto failure = session.failure()) return failure;
  // Whoever is not there to be asked is told what the turn waits for.
  const OpenGate* gate = view_state.open_gate();
  if (gate == nullptr || gate->type != kDeferredGate) return std::nullopt;
  const auto& turns = view_state.room.turns;
  const auto failed = std::find_if(turns.rbegin(), turns.rend(),
                                   [](const TurnRecord& turn) { return turn.error.has_value(); });
  return failed == turns.rend() ? std::nullopt : failed->error;
}

// What a person reads above the discussion; programs are told on standard error.
void tell_programs(const Started& started, const Context& context) {
  if (started.continued)
    report_notice({"discussion_continued", "This discussion was unfinished and goes on.", "",
                   "Start over with --new."},
                  context);
  if (started.unfinished)
    report_notice({"other_unfinished", "Another discussion of this folder is unfinished.", "",
                   "Go on with it: folkmoot resume " + started.unfinished->value},
                  context);
}

}  // namespace

int watch_room(OpenedService& opened, const Started& started, WatchOptions options,
               Context& context) {
  const bool interactive =
      context.terminal.is_interactive() && !context.json() && options.lines == nullptr;
  ViewState view_state;
  view_state.me = opened.me;
  const auto view = make_view(view_state, opened.me, options, context);
  RoomSession session(
      *opened.service, context.loop, view_state, *view, context.out,
      {.interactive = interactive,
       .resumed = options.resumed,
       .mode = options.mode,
       .door = context.json() || !options.channel.is_terminal() ? Door::kElsewhere : Door::kSession,
       .lines = options.lines,
       .channel = options.channel,
       .answer = options.answer,
       .first = options.first,
       .rest_first = options.rest_first,
       .yes = options.yes});
  const Typing typing = shows_live(options, context) ? Typing::kByKey : Typing::kByLine;
  const bool remembers = interactive && options.mode == Mode::kConversation;
  LineHistory history(remembers ? opened.history : "", Redactor(opened.secrets));
  FolderPaths paths(context.loop, remembers ? context.folder : "");
  TypingHelp help;
  if (remembers)
    help = {.history = &history, .complete = [&](std::string_view text) {
              return completions(view_state, text, paths.known());
            }};
  Attendance attendance(session, *view, typing, context, std::move(help));
  if (const auto open = attendance.open(interactive); !open) return report(open.error(), context);
  if (context.json() || context.globals.quiet)
    for (const Error& notice : started.notices) report_notice(notice, context);
  if (context.json() && options.mode == Mode::kFlow) tell_programs(started, context);

  const Result<int> status = session.run(started);
  if (!status) return report(status.error(), context);
  const bool on_screen = context.terminal.on.stdout_tty && !context.json();
  if (!on_screen)
    for (const Error& refused : session.refused()) report(refused, context);
  if (const auto error = failure_of(*opened.service, session, view_state)) {
    if (!on_screen) report(*error, context);
    return *status;
  }
  // No status but success is without its reason (E-8).
  if (*status == kFailed && session.refused().empty() && !on_screen)
    report({"ended_in_error", "This ended in an error.", "The room does not say which.",
            "Look at it: folkmoot room show " + started.room.value},
           context);
  if (!session.ending()) return *status;
  if (options.mode == Mode::kConversation) {
    if (!interactive) tell_who_waits(started.room, *session.ending(), view_state, context);
    return *status;
  }
  tell_how_to_go_on(started.room, *session.ending(), view_state, context);
  return *status;
}

}  // namespace fm::cli
