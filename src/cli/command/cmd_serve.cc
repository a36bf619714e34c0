// folkmoot serve, and folkmoot serve link
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>

#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/terminal/signals.h"

namespace fm::cli {
namespace {

// As a person's desktop opens links; false where none of the usual programs is there. Not waited
// for: it may be the browser itself.
bool open_in_browser(std::string url) {
  for (const char* program : {"xdg-open", "open", "wslview"}) {
    std::string name(program);
    std::array<char*, 3> arguments{name.data(), url.data(), nullptr};
    pid_t child = 0;
    if (::posix_spawnp(&child, program, nullptr, nullptr, arguments.data(), environ) == 0)
      return true;
  }
  return false;
}

void tell(const Serving& serving, const ServeLink& link, Context& context) {
  if (context.json()) {
    print_json({{"url", serving.url()},
                {"link", link.url},
                {"ends_at", to_rfc3339(link.ends_at)},
                {"page", serving.has_page()}},
               context);
    return;
  }
  Lines lines;
  lines.emplace_back("Folkmoot is at " + serving.url());
  if (serving.has_page())
    lines.emplace_back("Open it with this link, which is good once, within an hour:");
  else
    lines.emplace_back("This program was built without the page; the API works. A session by:");
  lines.push_back(Line("  ").add(link.url, kStrong));
  lines.push_back(Line("For another browser or person: folkmoot serve link --as NAME", kQuiet));
  lines.push_back(Line("Ctrl-C ends it; what runs goes on the next time.", kQuiet));
  print(lines, context);
  context.out.flush();
}

}  // namespace

int run(const ServeArgs& args, Context& context) {
  OpenRequest to_open = context.to_open("serve");
  to_open.paced = true;  // people watch in their browsers
  auto opened = context.backend.open(to_open, context.loop);
  if (!opened) return report(opened.error(), context);
  const auto serving = context.backend.serve({.globals = context.globals,
                                              .folder = context.folder,
                                              .host = args.host,
                                              .port = args.port,
                                              .public_url = args.public_url},
                                             *opened, context.loop);
  if (!serving) return report(serving.error(), context);
  const auto link = (*serving)->link();
  if (!link) return report(link.error(), context);
  tell(**serving, *link, context);
  if (args.open && !open_in_browser(link->url))
    report_notice(
        {"browser_absent", "No browser could be opened from here.", "", "Open the link yourself."},
        context);
  const auto signals = Signals::open(context.loop, [&](Signal signal) {
    if (signal == Signal::kInterrupt || signal == Signal::kLeave || signal == Signal::kHangUp)
      context.loop.stop();
  });
  if (!signals) return report(signals.error(), context);
  context.loop.run();
  (*serving)->leave();
  if (const auto failure = opened->service->failure()) return report(*failure, context);
  return kDone;
}

int run(const ServeLinkArgs&, Context& context) {
  const auto link = context.backend.serve_link(context.globals, context.folder);
  if (!link) return report(link.error(), context);
  if (context.json())
    print_json({{"link", link->url}, {"ends_at", to_rfc3339(link->ends_at)}}, context);
  else
    print({Line(link->url)}, context);
  return kDone;
}

}  // namespace fm::cli
