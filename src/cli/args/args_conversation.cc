#include "cli/args/args_conversation.h"

#include <fmt/format.h>

#include <utility>

namespace fm::cli {
namespace {

constexpr int kMostLines = 10'000;
constexpr int kMostRevisions = 10'000;

// The room and project that are looked at or acted on.
ProjectTarget target(ConversationOptions& said) {
  return {.room = std::move(said.room), .project = std::move(said.project)};
}

Result<Command> read_brief_wanted(ConversationOptions& said, const Words& words) {
  const std::string path = "project brief";
  const std::string word = TRY(at_most_one(words, path));
  const auto revision = TRY(whole_number("folkmoot " + path, word, kMostRevisions));
  const auto compare = TRY(whole_number("--compare", said.compare, kMostRevisions));
  return ProjectBriefArgs{.of = target(said), .revision = revision, .compare = compare};
}

}  // namespace

Result<Command> read_conversation(ConversationOptions& said) {
  TRY(check_cassettes(said.record, said.replay));
  if (!said.room.empty() && !said.new_title.empty())
    return wrong("--room goes on with a room, --new makes another.", "", "Give one of them.");
  return ConversationArgs{.room = std::move(said.room),
                          .new_title = std::move(said.new_title),
                          .team = std::move(said.team),
                          .model = std::move(said.model),
                          .plain = said.plain,
                          .record = std::move(said.record),
                          .replay = std::move(said.replay)};
}

Result<Command> read_say(ConversationOptions& said, const Words& words) {
  TRY(check_cassettes(said.record, said.replay));
  return SayArgs{.text = TRY(sentence(words, "say", "message", "build me a recipe app")),
                 .room = std::move(said.room),
                 .channel = std::move(said.channel),
                 .team = std::move(said.team),
                 .model = std::move(said.model),
                 .plain = said.plain,
                 .record = std::move(said.record),
                 .replay = std::move(said.replay)};
}

Result<Command> read_gate(ConversationOptions& said, const Words& words, const std::string& path) {
  if (path == "gate list") {
    TRY(no_words(words, path));
    return GateListArgs{.room = std::move(said.room)};
  }
  if (words.empty() || words.front().empty())
    return wrong("folkmoot gate answer needs a gate.", "", "See what waits: folkmoot gate list");
  if (words.size() > 2)
    return wrong(fmt::format("folkmoot gate answer does not take \"{}\".", words[2]), "",
                 fmt::format("Put an answer of several words in quotes: folkmoot gate answer {} "
                             "\"{}\"",
                             words.front(), one_argument({words.begin() + 1, words.end()})));
  return GateAnswerArgs{.gate = words.front(),
                        .option = words.size() > 1 ? words[1] : std::string(),
                        .reason = std::move(said.reason)};
}

Result<Command> read_project(ConversationOptions& said, const Words& words,
                             const std::string& path) {
  if (path == "project brief") return read_brief_wanted(said, words);
  if (path == "project new")
    return ProjectNewArgs{.goal = TRY(sentence(words, path, "goal", "a shop for candles")),
                          .room = std::move(said.room)};
  if (path == "project switch")
    return ProjectSwitchArgs{.project = TRY(exactly_one(words, path, "a project")),
                             .room = std::move(said.room)};
  TRY(no_words(words, path));
  if (path == "project list") return ProjectListArgs{.room = std::move(said.room)};
  if (path == "project history") return ProjectHistoryArgs{.of = target(said)};
  if (path == "project reset") return ProjectResetArgs{.of = target(said), .yes = said.yes};
  if (path == "project log") {
    const auto lines = TRY(whole_number("-n", said.lines, kMostLines));
    return ProjectLogArgs{.of = target(said), .lines = lines.value_or(kUsualLogLines)};
  }
  return ProjectStatusArgs{.of = target(said)};
}

Result<Command> read_memory(ConversationOptions& said, const Words& words,
                            const std::string& path) {
  if (path == "memory show")
    return MemoryShowArgs{.project = TRY(exactly_one(words, path, "a project")),
                          .room = std::move(said.room)};
  if (path == "memory delete")
    return MemoryDeleteArgs{.project = TRY(exactly_one(words, path, "a project")),
                            .room = std::move(said.room),
                            .yes = said.yes};
  TRY(no_words(words, path));
  return MemoryListArgs{.room = std::move(said.room)};
}

Result<Command> read_channels(const Words& words, const std::string& path) {
  if (words.empty() || words.front().empty())
    return wrong(fmt::format("folkmoot {} needs a room.", path), "", see_help(path));
  const std::string channel = TRY(at_most_one({words.begin() + 1, words.end()}, path));
  if (path == "room bind") return RoomBindArgs{.room = words.front(), .channel = channel};
  if (channel.empty())
    return wrong(fmt::format("folkmoot {} needs a channel.", path), "",
                 fmt::format("See what is bound: folkmoot room bind {}", words.front()));
  return RoomUnbindArgs{.room = words.front(), .channel = channel};
}

Result<Command> read_migration(ConversationOptions& said, const Words& words) {
  if (words.empty())
    return wrong("folkmoot session migrate needs keys.", "",
                 "For example: folkmoot session migrate telegram:123456");
  return SessionMigrateArgs{.keys = words, .room = std::move(said.room)};
}

}  // namespace fm::cli
