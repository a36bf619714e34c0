// folkmoot build WISH, folkmoot run GOAL
#include <unistd.h>

#include <utility>

#include "app/message_limits.h"
#include "base/text.h"
#include "cli/command/commands.h"
#include "cli/context/given_text.h"
#include "cli/session/open_conversation.h"
#include "cli/session/watch_room.h"
#include "cli/terminal/piped_lines.h"

namespace fm::cli {
namespace {

constexpr std::size_t kTitle = 60;  // bytes

Result<std::string> wish_of(const std::string& said) {
  std::string text = said == "-" ? TRY(read_standard_input("message", kMessageLimit)) : said;
  TRY(check_message(text));
  return text;
}

// In a room of its own: nothing that was talked about in the folder gets mixed with it.
Result<OpenedConversation> room_for(const std::string& command, const std::string& wish,
                                    const std::string& team, const std::string& model,
                                    const std::string& record, const std::string& replay,
                                    Context& context) {
  return open_conversation(
      {.command = command,
       .room = {},
       .new_title = std::string(cut_bytes(one_line(wish, Charset::kUtf8), kTitle)),
       .team = team,
       .model = model,
       .record = record,
       .replay = replay},
      context);
}

std::string said_as(const std::string& wish) { return "/build " + wish; }

}  // namespace

int run(const BuildArgs& args, Context& context) {
  const auto wish = wish_of(args.wish);
  if (!wish) return report(wish.error(), context);
  auto conversation =
      room_for("build", *wish, args.team, args.model, args.record, args.replay, context);
  if (!conversation) return report(conversation.error(), context);
  const bool interactive = context.terminal.is_interactive() && !context.json() && args.wish != "-";
  NoLines nothing;  // the wish was all of standard input
  PipedLines piped(context.loop, STDIN_FILENO);
  LineSource* lines = args.wish == "-" ? static_cast<LineSource*>(&nothing) : &piped;
  return watch_room(conversation->opened, conversation->started,
                    {.plain = args.plain,
                     .mode = Mode::kConversation,
                     .lines = interactive ? nullptr : lines,
                     .first = said_as(*wish)},
                    context);
}

int run(const RunArgs& args, Context& context) {
  const auto goal = wish_of(args.goal);
  if (!goal) return report(goal.error(), context);
  auto conversation =
      room_for("run", *goal, args.team, args.model, args.record, args.replay, context);
  if (!conversation) return report(conversation.error(), context);
  YesTo yes = YesTo::kNothing;
  if (args.yes) yes = args.merge ? YesTo::kMergeToo : YesTo::kPlanAndResult;
  NoLines nothing;  // nobody is there
  return watch_room(conversation->opened, conversation->started,
                    {.plain = true,
                     .mode = Mode::kConversation,
                     .lines = &nothing,
                     .first = said_as(*goal),
                     .yes = yes},
                    context);
}

}  // namespace fm::cli
