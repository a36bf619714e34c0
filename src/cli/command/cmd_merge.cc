// folkmoot merge
#include <fmt/format.h>

#include <utility>

#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/report_error.h"
#include "cli/context/wait_for.h"
#include "cli/session/open_conversation.h"
#include "cli/session/watch_room.h"

namespace fm::cli {
namespace {

constexpr const char* kAcceptMerge = "accept-and-merge";  // of a review (flows/conversation)

HandOverRequest request_of(const MergeArgs& args, const ProjectId& project,
                           const Context& context) {
  HandOverRequest request{.project = project};
  if (args.push) request.way = HandOverWay::kPushLines;
  if (!args.patch.empty()) {
    request.way = HandOverWay::kPatch;
    request.file = context.absolute(args.patch);
  }
  return request;
}

JsonObject to_json(const RoomId& room, const HandOverRequest& request, const HandedOver& handed) {
  JsonObject out{{"room", room.value},
                 {"project", handed.project.value},
                 {"title", handed.title},
                 {"branch", handed.branch},
                 {"way", to_string(request.way)}};
  switch (request.way) {
    case HandOverWay::kMerge:
      out["into"] = handed.into;
      out["commit"] = handed.commit;
      out["was_there"] = handed.was_there;
      out["merged"] = handed.merged;
      break;
    case HandOverWay::kPatch:
      out["file"] = request.file;
      break;
    case HandOverWay::kPushLines:
      out["push"] = handed.push;
      out["pull_request"] = handed.pull_request;
  }
  return out;
}

std::string merged_line(const HandedOver& handed) {
  const std::string into = handed.into.empty() ? "your checkout" : handed.into;
  if (handed.was_there) return fmt::format("\"{}\" is in {} already.", handed.title, into);
  return fmt::format("\"{}\" is in {} now, at {}.{}", handed.title, into,
                     handed.commit.substr(0, 10),
                     handed.merged ? " Your branch had gone on, so the two were merged: run your "
                                     "tests."
                                   : "");
}

Lines lines_of(const HandOverRequest& request, const HandedOver& handed, const Context& context) {
  std::vector<std::string> texts;
  if (request.way == HandOverWay::kMerge) texts.push_back(merged_line(handed));
  if (request.way == HandOverWay::kPatch) {
    texts.push_back(fmt::format("The patch is in {}. To apply it:", request.file));
    texts.push_back("  git apply " + request.file);
  }
  if (request.way == HandOverWay::kPushLines) {
    texts.push_back(handed.push.empty()
                        ? "The repository has no remote, so there is nothing to push to."
                        : "Nothing was pushed. To do it:");
    for (const std::string& line : {handed.push, handed.pull_request})
      if (!line.empty()) texts.push_back("  " + line);
  }
  Lines lines;
  for (const std::string& text : texts) {
    if (text.starts_with("  "))
      lines.emplace_back(text, kStrong);  // to be copied whole
    else
      for (const std::string& row : wrap(text, context.columns())) lines.emplace_back(row);
  }
  return lines;
}

// The review that waits for it is answered, and the project ends.
int answer_review(OpenedService& opened, const RoomId& room, const HandedOver& handed,
                  Context& context) {
  auto started = wait_for<Started>(context.loop, [&](auto done) {
    opened.service->enter(caller_of(opened), room, std::move(done));
  });
  if (!started) return report(started.error(), context);
  NoLines nothing;
  const GateChoice choice{{.gate = handed.gate, .digest = handed.digest}, kAcceptMerge, ""};
  return watch_room(opened, *started,
                    {.plain = true,
                     .resumed = true,
                     .mode = Mode::kConversation,
                     .lines = &nothing,
                     .answer = &choice},
                    context);
}

}  // namespace

int run(const MergeArgs& args, Context& context) {
  const auto seen = look_at_project(args.of, context);
  if (!seen) return report(seen.error(), context);
  auto opened = context.backend.open(context.to_open("merge"), context.loop);
  if (!opened) return report(opened.error(), context);
  const HandOverRequest request = request_of(args, seen->id, context);
  const auto handed = wait_for<HandedOver>(context.loop, [&](auto done) {
    opened->service->hand_over(caller_of(*opened), seen->room->id, request, std::move(done));
  });
  if (const auto lost = opened->service->failure()) return report(*lost, context);
  if (!handed) return report(handed.error(), context);
  if (context.json())
    print_json(to_json(seen->room->id, request, *handed), context);
  else if (!context.globals.quiet || request.way == HandOverWay::kPushLines)
    print(lines_of(request, *handed, context), context);
  return handed->gate.empty() ? kDone : answer_review(*opened, seen->room->id, *handed, context);
}

}  // namespace fm::cli
