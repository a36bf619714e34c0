// folkmoot, without a command: talk in the room of the folder.
#include <unistd.h>

#include "cli/command/commands.h"
#include "cli/session/open_talk.h"
#include "cli/session/watch_room.h"
#include "cli/terminal/piped_lines.h"

namespace fm::cli {

int run(const ChatArgs& args, Context& context) {
  auto talk = open_talk({.command = "",
                         .room = args.room,
                         .new_title = args.new_title,
                         .team = args.team,
                         .model = args.model,
                         .record = args.record,
                         .replay = args.replay},
                        context);
  if (!talk) return report(talk.error(), context);
  PipedLines lines(context.loop, STDIN_FILENO);
  const bool interactive = context.terminal.is_interactive() && !context.json();
  return watch_room(
      talk->opened, talk->started,
      {.plain = args.plain, .mode = Mode::kConversation, .lines = interactive ? nullptr : &lines},
      context);
}

}  // namespace fm::cli
