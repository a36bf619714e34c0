// folkmoot, without a command: talk in the room of the folder.
#include <unistd.h>

#include "cli/command/commands.h"
#include "cli/session/open_conversation.h"
#include "cli/session/watch_room.h"
#include "cli/terminal/first_line.h"
#include "cli/terminal/piped_lines.h"

namespace fm::cli {

int run(const ConversationArgs& args, Context& context) {
  PipedLines piped(context.loop, STDIN_FILENO);
  FirstLine lines(piped);
  const bool interactive = context.terminal.is_interactive() && !context.json();
  // A room that may have to be made is made for words, not for an empty pipe.
  if (!context.terminal.on.stdin_tty && args.room.empty() && args.new_title.empty())
    if (const auto said = lines.read(context.loop); !said) return report(said.error(), context);
  auto conversation = open_conversation({.command = "",
                                         .room = args.room,
                                         .new_title = args.new_title,
                                         .team = args.team,
                                         .model = args.model,
                                         .record = args.record,
                                         .replay = args.replay},
                                        context);
  if (!conversation) return report(conversation.error(), context);
  return watch_room(
      conversation->opened, conversation->started,
      {.plain = args.plain, .mode = Mode::kConversation, .lines = interactive ? nullptr : &lines},
      context);
}

}  // namespace fm::cli
