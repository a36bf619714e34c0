// folkmoot, without a command: talk in the room of the folder.
#include <unistd.h>

#include "cli/command/commands.h"
#include "cli/session/open_conversation.h"
#include "cli/session/watch_room.h"
#include "cli/terminal/piped_lines.h"

namespace fm::cli {

int run(const ConversationArgs& args, Context& context) {
  auto conversation = open_conversation({.command = "",
                                         .room = args.room,
                                         .new_title = args.new_title,
                                         .team = args.team,
                                         .model = args.model,
                                         .record = args.record,
                                         .replay = args.replay},
                                        context);
  if (!conversation) return report(conversation.error(), context);
  PipedLines lines(context.loop, STDIN_FILENO);
  const bool interactive = context.terminal.is_interactive() && !context.json();
  return watch_room(
      conversation->opened, conversation->started,
      {.plain = args.plain, .mode = Mode::kConversation, .lines = interactive ? nullptr : &lines},
      context);
}

}  // namespace fm::cli
