// folkmoot ideate TOPIC
#include <optional>

#include "app/idea_files.h"
#include "cli/commands.h"
#include "cli/given_text.h"
#include "cli/watch_room.h"

namespace fm::cli {
namespace {

// More than any topic may have: the service says what is too long, and by how much.
constexpr std::size_t kMostRead = std::size_t{1} << 20;

// What the person did not say is as configured, and then as usual.
std::string first_of(const std::string& said, const std::string& configured, std::string usual) {
  return !said.empty() ? said : !configured.empty() ? configured : std::move(usual);
}

// Nothing is to be seen before it is known who speaks.
ChosenModel choose_model(Service& service, Loop& loop) {
  std::optional<ChosenModel> chosen;
  bool waits = false;
  service.choose_model([&](ChosenModel model) {
    chosen = std::move(model);
    if (waits) loop.stop();
  });
  waits = true;
  if (!chosen) loop.run();
  return std::move(*chosen);
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
  request.force_new = args.force_new;

  OpenRequest to_open = context.to_open("ideate");
  to_open.record = context.absolute(args.record);
  to_open.replay = context.absolute(args.replay);
  auto opened = context.backend.open(to_open, context.loop);
  if (!opened) return report(opened.error(), context);
  request.team = first_of(args.team, opened->team, request.team);
  request.preset = first_of(args.preset, opened->preset, request.preset);
  request.model = first_of(args.model, opened->model, request.model);
  std::optional<Error> chosen;
  if (request.model.empty()) {
    const ChosenModel model = choose_model(*opened->service, context.loop);
    request.model = model.model;
    request.model_is_chosen = true;
    chosen = notice_of(model);
  }
  auto started = opened->service->ideate(std::move(request));
  if (!started) return report(started.error(), context);
  if (chosen && !started->continued) started->notices.insert(started->notices.begin(), *chosen);
  return watch_room(*opened, *started, {.plain = args.plain}, context);
}

}  // namespace fm::cli
