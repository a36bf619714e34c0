// folkmoot ideate TOPIC
#include <filesystem>

#include "app/idea_files.h"
#include "cli/commands.h"
#include "cli/given_text.h"
#include "cli/watch_room.h"

namespace fm::cli {
namespace {

// More than any topic may have: the service says what is too long, and by how much.
constexpr std::size_t kMostRead = std::size_t{1} << 20;

std::string absolute(const std::string& path, const std::string& folder) {
  if (path.empty()) return path;
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

// What the person did not say is as configured, and then as usual.
std::string first_of(const std::string& said, const std::string& configured, std::string usual) {
  return !said.empty() ? said : !configured.empty() ? configured : std::move(usual);
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
  request.out = absolute(args.out, context.folder);
  request.ideas_out = absolute(args.ideas, context.folder);
  if (!args.ideas.empty())  // better said now than after the discussion
    if (const auto format = idea_format(args.ideas); !format)
      return report(format.error(), context);
  request.max_rounds = args.rounds;
  request.min_ideas = args.min_ideas;
  request.deep_dive = args.deep_dive;
  request.min_score_hundredths = args.min_score_hundredths;
  request.force_new = args.force_new;

  auto opened = context.backend.open(context.to_open("ideate"), context.loop);
  if (!opened) return report(opened.error(), context);
  request.team = first_of(args.team, opened->team, request.team);
  request.preset = first_of(args.preset, opened->preset, request.preset);
  request.model = first_of(args.model, opened->model, request.model);
  const auto started = opened->service->ideate(std::move(request));
  if (!started) return report(started.error(), context);
  return watch_room(*opened, *started, {.plain = args.plain}, context);
}

}  // namespace fm::cli
