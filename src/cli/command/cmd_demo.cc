// folkmoot demo [NAME]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cli/args/nearest.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/session/open_conversation.h"
#include "cli/session/watch_room.h"
#include "cli/terminal/piped_lines.h"
#include "cli/text/marks.h"
#include "team/agency/scratch_repository.h"
#include "team/pack/screenplays.h"

namespace fm::cli {
namespace {

using Offered = std::vector<OfferedDemonstration>;

constexpr const char* kDemoModel = "rehearsal";
constexpr std::size_t kName = 10;  // columns

int list(const Offered& offered, Context& context) {
  Lines lines;
  for (const OfferedDemonstration& one : offered) {
    if (context.json()) {
      print_json({{"name", one.name},
                  {"title", one.title},
                  {"about", one.about},
                  {"opening", one.opening}},
                 context);
      continue;
    }
    const Charset charset = context.terminal.charset;
    Line head(column(one.name, kName, charset), kStrong);
    lines.push_back(cut(head.add(one.title), context.columns(), charset));
    for (const std::string& row : wrap(one.about, context.columns() - kName))
      lines.push_back(Line(std::string(kName, ' ')).add(row, kQuiet));
  }
  if (context.json()) return kDone;
  lines.emplace_back();
  for (const char* words : {"Demo mode: scripted answers, no AI model.",
                            "Begin one with its name: folkmoot demo barber"})
    for (const std::string& row : wrap(words, context.columns())) lines.emplace_back(row);
  print(lines, context);
  return kDone;
}

Error unknown(const std::string& name, const Offered& offered) {
  std::vector<std::string> names;
  for (const OfferedDemonstration& one : offered) names.push_back(one.name);
  const auto near = nearest(name, names);
  return {.code = "demo_unknown",
          .message = fmt::format("There is no demonstration \"{}\".", name),
          .cause = "",
          .cure = near ? fmt::format("Did you mean: folkmoot demo {}", *near)
                       : "See them with: folkmoot demo"};
}

// What is built in it is built for real: in a folder of its own, in nobody's repository.
Result<void> go_to_scratch_repository(const OfferedDemonstration& chosen, Context& context) {
  const auto start = built_in_demonstration_start(chosen.name);
  if (!start) return {};  // nothing is built in it
  std::string parent = context.env("XDG_STATE_HOME");
  if (parent.empty()) parent = context.env("HOME") + "/.local/state";
  std::map<std::string, std::string> environment;
  for (const char* name : {"PATH", "HOME", "LANG"})
    if (std::string value = context.env(name); !value.empty()) environment[name] = std::move(value);
  context.folder = TRY(make_scratch_repository(context.loop, parent + "/folkmoot-demo", chosen.name,
                                               start->files, environment));
  report_notice({.code = "demo_folder",
                 .message = "What is built lies in " + context.folder + ".",
                 .cause = "",
                 .cure = ""},
                context);
  return {};
}

// In a room of its own, so that nothing of what is talked about in the folder gets mixed with it.
int begin(const OfferedDemonstration& chosen, const DemoArgs& args, Context& context) {
  auto conversation = open_conversation({.command = "demo",
                                         .room = {},
                                         .new_title = chosen.title,
                                         .team = {},
                                         .model = kDemoModel,
                                         .record = {},
                                         .replay = {}},
                                        context);
  if (!conversation) return report(conversation.error(), context);
  const bool interactive = context.terminal.is_interactive() && !context.json();
  if (!interactive)  // else the welcome says it
    report_notice({.code = "model_chosen",
                   .message = "Demo mode: scripted answers, no AI model.",
                   .cause = "",
                   .cure = ""},
                  context);
  PipedLines piped(context.loop, STDIN_FILENO);
  return watch_room(conversation->opened, conversation->started,
                    {.plain = args.plain,
                     .mode = Mode::kConversation,
                     .lines = interactive ? nullptr : &piped,
                     .first = chosen.opening},
                    context);
}

}  // namespace

int run(const DemoArgs& args, Context& context) {
  const Offered offered = built_in_demonstrations();
  if (args.name.empty()) return list(offered, context);
  const auto chosen = std::ranges::find(offered, args.name, &OfferedDemonstration::name);
  if (chosen == offered.end()) return report(unknown(args.name, offered), context);
  if (const auto ready = go_to_scratch_repository(*chosen, context); !ready)
    return report(ready.error(), context);
  return begin(*chosen, args, context);
}

}  // namespace fm::cli
