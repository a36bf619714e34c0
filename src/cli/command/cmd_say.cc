// folkmoot say TEXT
#include <algorithm>

#include "app/message_limits.h"
#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/given_text.h"
#include "cli/context/wait_for.h"
#include "cli/session/command_check.h"
#include "cli/session/open_conversation.h"
#include "cli/session/watch_room.h"

namespace fm::cli {
namespace {

struct Where {
  std::string room;  // empty: the folder's own
  Channel channel;
};

// A channel speaks in the room that it is bound to, and in no other. That is found out before
// anything is begun; the service holds the words to it once more.
Result<Where> where_to_say(const SayArgs& args, const Context& context) {
  const Channel channel = args.channel ? TRY(parse_channel(*args.channel)) : Channel();
  if (channel.is_terminal()) return Where{.room = args.room, .channel = {}};
  const auto opened = look_at_store(context);
  if (!opened && is_no_store(opened.error())) return std::unexpected(channel_unbound(channel, {}));
  if (!opened) return std::unexpected(opened.error());
  Service& service = *opened->service;
  RoomId named;
  if (!args.room.empty()) named = TRY(room_named(service, args.room, context.loop));
  const auto channels = TRY(all_channels(service, context.loop));
  const auto bound = std::ranges::find(channels, channel, &ChannelBinding::channel);
  if (bound == channels.end() || (!named.empty() && bound->room != named))
    return std::unexpected(channel_unbound(channel, named));
  return Where{.room = bound->room.value, .channel = channel};
}

}  // namespace

int run(const SayArgs& args, Context& context) {
  std::string text = args.text;
  if (args.text == "-") {
    auto read = read_standard_input("message", kMessageLimit);
    if (!read) return report(read.error(), context);
    text = std::move(*read);
  }
  if (const auto said = check_message(text); !said) return report(said.error(), context);
  const bool is_seen = !context.json() && (!args.channel || *args.channel == "terminal");
  if (const auto known = check_command(text, is_seen ? Door::kSession : Door::kElsewhere); !known)
    return report(known.error(), context);
  const auto where = where_to_say(args, context);
  if (!where) return report(where.error(), context);
  auto conversation = open_conversation({.command = "say",
                                         .room = where->room,
                                         .new_title = {},
                                         .team = args.team,
                                         .model = args.model,
                                         .record = args.record,
                                         .replay = args.replay},
                                        context);
  if (!conversation) return report(conversation.error(), context);
  OneText words(std::move(text));
  return watch_room(conversation->opened, conversation->started,
                    {.plain = args.plain,
                     .mode = Mode::kConversation,
                     .lines = &words,
                     .channel = where->channel},
                    context);
}

}  // namespace fm::cli
