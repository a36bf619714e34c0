// folkmoot ideate TOPIC, and folkmoot ideate --continue ROOM
#include "app/files/idea_files.h"
#include "app/message_limits.h"
#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/given_text.h"
#include "cli/context/wait_for.h"
#include "cli/session/speaking_model.h"
#include "cli/session/watch_room.h"

namespace fm::cli {
namespace {

// More than any topic may have: the service says by how much one is too long.
constexpr std::size_t kMostRead = std::size_t{1} << 20;

Result<Started> ideate(IdeateRequest request, OpenedService& opened, Loop& loop) {
  return wait_for<Started>(loop, [&](auto done) {
    opened.service->ideate(caller_of(opened), std::move(request), std::move(done));
  });
}

// A discussion that goes on keeps its models where none is named, so nothing is asked about them.
Result<Started> add_rounds(const IdeateArgs& args, IdeateRequest request, OpenedService& opened,
                           Loop& loop) {
  const auto rooms = TRY(all_rooms(*opened.service, loop));
  request.continues = TRY(find_room(rooms, args.continues)).id;
  request.model = args.model;
  return ideate(std::move(request), opened, loop);
}

}  // namespace

int run(const IdeateArgs& args, Context& context) {
  IdeateRequest request;
  request.topic = args.topic;
  if (args.topic == "-") {
    auto topic = read_standard_input("topic", kMostRead);
    if (!topic) return report(topic.error(), context);
    request.topic = std::move(*topic);
  }
  if (args.continues.empty())
    if (const auto topic = check_topic(request.topic); !topic)
      return report(topic.error(), context);
  request.folder = context.folder;
  request.out = context.absolute(args.out);
  request.ideas_out = context.absolute(args.ideas);
  if (!args.ideas.empty())  // better said now than after the discussion
    if (const auto format = idea_format(args.ideas); !format)
      return report(format.error(), context);
  request.max_rounds = args.rounds;
  request.min_ideas = args.min_ideas;
  request.deep_dive = args.deep_dive;
  request.min_score_hundredths = args.min_score_hundredths;
  request.panel = args.panel;
  request.force_new = args.force_new;

  OpenRequest to_open = context.to_open("ideate");
  to_open.record = context.absolute(args.record);
  to_open.replay = context.absolute(args.replay);
  auto opened = context.backend.open(to_open, context.loop);
  if (!opened) return report(opened.error(), context);
  if (!args.continues.empty()) {
    const auto started = add_rounds(args, std::move(request), *opened, context.loop);
    if (!started) return report(started.error(), context);
    return watch_room(*opened, *started, {.plain = args.plain}, context);
  }
  request.team = first_of(args.team, opened->team, request.team);
  request.preset = first_of(args.preset, opened->preset, request.preset);
  SpeakingModel speaks = speaking_model(args.model, *opened, context.loop);
  if (speaks.failure) return report(*speaks.failure, context);
  request.model = std::move(speaks.model);
  request.model_is_chosen = speaks.chosen.has_value();
  auto started = ideate(std::move(request), *opened, context.loop);
  if (!started) return report(started.error(), context);
  if (speaks.chosen && !started->continued)
    started->notices.insert(started->notices.begin(), *speaks.chosen);
  return watch_room(*opened, *started, {.plain = args.plain}, context);
}

}  // namespace fm::cli
