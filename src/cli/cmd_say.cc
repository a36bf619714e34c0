// folkmoot say TEXT
#include "cli/commands.h"
#include "cli/given_text.h"
#include "cli/open_talk.h"
#include "cli/watch_room.h"

namespace fm::cli {
namespace {

// More than any message may have: the service says what is too long, and by how much.
constexpr std::size_t kMostRead = std::size_t{1} << 20;

}  // namespace

int run(const SayArgs& args, Context& context) {
  std::string text = args.text;
  if (args.text == "-") {
    auto read = read_standard_input("message", kMostRead);
    if (!read) return report(read.error(), context);
    text = std::move(*read);
  }
  auto talk = open_talk({.command = "say",
                         .room = args.room,
                         .new_title = {},
                         .team = args.team,
                         .model = args.model,
                         .record = args.record,
                         .replay = args.replay},
                        context);
  if (!talk) return report(talk.error(), context);
  OneText words(std::move(text));
  return watch_room(talk->opened, talk->started,
                    {.plain = args.plain, .mode = Mode::kConversation, .lines = &words}, context);
}

}  // namespace fm::cli
