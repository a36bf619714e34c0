// folkmoot room bind|unbind, folkmoot session migrate
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/find_room.h"
#include "cli/context/given_text.h"
#include "cli/context/report_error.h"
#include "cli/context/wait_for.h"
#include "cli/session/session_keys.h"

namespace fm::cli {
namespace {

constexpr std::size_t kMostKeys = std::size_t{8} << 20;  // bytes of standard input

Result<RoomId> room_meant(const std::string& said, const Context& context) {
  const OpenedService opened = TRY(look_at_store(context));
  return room_named(*opened.service, said, context.loop);
}

// Runs the loop until what `begin` asked of the service is durable.
template <class Value, class Begin>
Result<Value> in_store(const char* command, Context& context, Begin begin) {
  const OpenedService opened = TRY(context.backend.open(context.to_open(command), context.loop));
  Result<Value> done = wait_for<Value>(
      context.loop, [&](auto told) { begin(*opened.service, caller_of(opened), std::move(told)); });
  if (const auto lost = opened.service->failure()) return std::unexpected(*lost);
  return done;
}

Result<std::vector<Bound>> bind_in_store(const char* command, const RoomId& room,
                                         const std::vector<Channel>& channels, Context& context) {
  return in_store<std::vector<Bound>>(command, context,
                                      [&](Service& service, const Caller& caller, auto done) {
                                        service.bind(caller, room, channels, std::move(done));
                                      });
}

int list_channels(const std::string& said, Context& context) {
  const auto room = look_at_room(said, context);
  if (!room) return report(room.error(), context);
  if (context.json()) {
    Json channels = to_json((*room)->channels);
    print_json({{"room", (*room)->id.value}, {"channels", std::move(channels)}}, context);
    return kDone;
  }
  if ((*room)->channels.empty() && !context.globals.quiet)
    print({Line(fmt::format("Nothing is bound to room {}. The terminal is open to every room.",
                            (*room)->id.value))},
          context);
  for (const std::string& channel : (*room)->channels)
    if (!print({Line(channel)}, context)) return kDone;
  return kDone;
}

std::string bound_text(const RoomId& room, const Channel& channel, const RoomId& before) {
  if (channel.is_terminal()) return "The terminal is open to every room and needs no binding.";
  if (before == room)
    return fmt::format("{} is bound to room {} already.", channel.key, room.value);
  std::string text = fmt::format("{} speaks in room {} now", channel.key, room.value);
  if (!before.empty()) text += fmt::format(", and no longer in room {}", before.value);
  return text + ".";
}

// Where old keys go: the room that is named, else the folder's own.
Result<RoomId> room_for_keys(Service& service, const std::string& said, const Context& context) {
  ConversationRoomQuery wanted{.folder = context.folder};
  if (!said.empty()) wanted.room = TRY(room_named(service, said, context.loop)).value;
  const auto room = TRY(wait_for<std::optional<RoomId>>(
      context.loop, [&](auto done) { service.conversation_room(wanted, std::move(done)); }));
  if (room) return *room;
  return fail("room_unknown", "This folder has no room of its own yet.",
              "Old session keys are bound to the folder's room general where no other is named.",
              "Make it by saying something: folkmoot say \"...\". Or name another room with "
              "--room.");
}

struct Migration {
  std::vector<std::pair<std::string, RoomId>> mapped;  // each key and its room
  std::vector<Channel> to_bind;
  std::vector<Error> faults;
};

// A key that has a room keeps it, unless another was named.
Migration plan_migration(const std::vector<std::string>& keys, const RoomId& room,
                         const std::vector<ChannelBinding>& bound, bool is_named) {
  Migration plan;
  for (const std::string& key : keys) {
    const auto read = read_session_key(key);
    if (!read) {
      plan.faults.push_back(read.error());
      continue;
    }
    RoomId its = read->room;
    const auto before = std::ranges::find(bound, read->channel, &ChannelBinding::channel);
    if (before != bound.end() && !is_named) its = before->room;
    if (its.empty()) plan.to_bind.push_back(read->channel);
    plan.mapped.emplace_back(key, its.empty() ? room : its);
  }
  return plan;
}

Result<std::vector<std::string>> keys_given(const std::vector<std::string>& words) {
  if (words.size() == 1 && words.front() == "-")
    return session_keys_in(TRY(read_standard_input("keys", kMostKeys)));
  return words;
}

Result<Migration> migrate(const SessionMigrateArgs& args, Context& context) {
  const auto keys = TRY(keys_given(args.keys));
  RoomId room;
  std::vector<ChannelBinding> bound;
  {
    const OpenedService opened = TRY(look_at_store(context));
    room = TRY(room_for_keys(*opened.service, args.room, context));
    bound = TRY(all_channels(*opened.service, context.loop));
  }
  Migration plan = plan_migration(keys, room, bound, !args.room.empty());
  if (!plan.to_bind.empty()) TRY(bind_in_store("session migrate", room, plan.to_bind, context));
  return plan;
}

}  // namespace

int run(const RoomBindArgs& args, Context& context) {
  if (args.channel.empty()) return list_channels(args.room, context);
  const auto channel = parse_channel(args.channel);
  if (!channel) return report(channel.error(), context);
  const auto room = room_meant(args.room, context);
  if (!room) return report(room.error(), context);
  RoomId before;
  if (!channel->is_terminal()) {
    const auto bound = bind_in_store("room bind", *room, {*channel}, context);
    if (!bound) return report(bound.error(), context);
    before = bound->front().before;
  }
  if (context.json())
    print_json({{"room", room->value},
                {"channel", channel->name()},
                {"bound", true},
                {"before", before.empty() ? Json() : Json(boost::json::string(before.value))}},
               context);
  else if (!context.globals.quiet)
    print({Line(bound_text(*room, *channel, before))}, context);
  return kDone;
}

int run(const RoomUnbindArgs& args, Context& context) {
  const auto channel = parse_channel(args.channel);
  if (!channel) return report(channel.error(), context);
  const auto room = room_meant(args.room, context);
  if (!room) return report(room.error(), context);
  const auto gone = in_store<EventPtr>("room unbind", context,
                                       [&](Service& service, const Caller& caller, auto done) {
                                         service.unbind(caller, *room, *channel, std::move(done));
                                       });
  if (!gone) return report(gone.error(), context);
  if (context.json())
    print_json({{"room", room->value}, {"channel", channel->name()}, {"bound", false}}, context);
  else if (!context.globals.quiet)
    print({Line(fmt::format("{} speaks in room {} no longer.", channel->name(), room->value))},
          context);
  return kDone;
}

int run(const SessionMigrateArgs& args, Context& context) {
  const auto migrated = migrate(args, context);
  if (!migrated) return report(migrated.error(), context);
  JsonObject all;
  for (const auto& [key, room] : migrated->mapped) {
    const std::string name = "room:" + room.value;
    all[key] = name;
    if (!context.json() && !print({Line(key + " -> " + name)}, context)) return kDone;
  }
  if (context.json()) print_json(all, context);
  for (const Error& fault : migrated->faults) report(fault, context);
  return migrated->faults.empty() ? kDone : kFailed;
}

}  // namespace fm::cli
