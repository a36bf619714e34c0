// folkmoot project new|switch|reset: said in the room like everything that a person does.
#include <iostream>

#include "app/message_limits.h"
#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/report_error.h"
#include "cli/session/open_conversation.h"
#include "cli/session/watch_room.h"

namespace fm::cli {
namespace {

// Lines that are said one after the other, each when the room is at rest.
class Lines final : public LineSource {
 public:
  explicit Lines(std::vector<std::string> lines) : lines_(std::move(lines)) {}
  void want(Got got) override {
    if (next_ == lines_.size()) return got(std::nullopt);
    got(lines_[next_++]);
  }

 private:
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
};

int say_in(const std::string& command, const std::string& room, std::vector<std::string> said,
           Context& context) {
  auto conversation = open_conversation({.command = command, .room = room}, context);
  if (!conversation) return report(conversation.error(), context);
  Lines lines(std::move(said));
  return watch_room(conversation->opened, conversation->started,
                    {.plain = true, .resumed = true, .mode = Mode::kConversation, .lines = &lines},
                    context);
}

bool agrees(Context& context) {
  context.err.write(
      "This ends the project; folkmoot say \"/resume\" goes on with it later. End it? [y/N] ");
  context.err.flush();
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace

int run(const ProjectNewArgs& args, Context& context) {
  if (const auto goal = check_message(args.goal); !goal) return report(goal.error(), context);
  return say_in("project new", args.room, {"/new " + args.goal}, context);
}

int run(const ProjectSwitchArgs& args, Context& context) {
  return say_in("project switch", args.room, {"/switch " + args.project}, context);
}

int run(const ProjectResetArgs& args, Context& context) {
  if (!args.yes && !context.terminal.is_interactive())
    return report({"project_reset_unsure", "Nothing was reset.", "Nobody is there to be asked.",
                   "Say it with --yes."},
                  context);
  if (!args.yes && !agrees(context)) return kInterrupted;
  std::vector<std::string> said;
  if (!args.of.project.empty()) said.push_back("/switch " + args.of.project);
  said.emplace_back("/cancel");
  return say_in("project reset", args.of.room, std::move(said), context);
}

}  // namespace fm::cli
