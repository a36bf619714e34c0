#include "cli/args/args_agency.h"

#include <fmt/format.h>

#include <utility>

namespace fm::cli {
namespace {

constexpr int kMostSteps = 100'000;
constexpr const char* kWish = "a command-line stopwatch in Python";

ProjectTarget target(ConversationOptions& said) {
  return {.room = std::move(said.room), .project = std::move(said.project)};
}

}  // namespace

Result<Command> read_policy_wanted(ConversationOptions& said, AgencyOptions& agency,
                                   const Words& words, const std::string& path) {
  if (path == "policy show") {
    TRY(no_words(words, path));
    return PolicyShowArgs{.of = target(said)};
  }
  if (words.empty() || words.front().empty())
    return wrong("folkmoot policy why needs a tool and what it would do.", "",
                 "For example: folkmoot policy why run_command \"git push\"");
  PolicyWhyArgs args{.of = target(said),
                     .tool = words.front(),
                     .words = {words.begin() + 1, words.end()},
                     .sandboxed = !agency.no_sandbox};
  if (!agency.agent.empty()) args.agent = std::move(agency.agent);
  return args;
}

Result<Command> read_merge(ConversationOptions& said, AgencyOptions& agency, const Words& words) {
  TRY(no_words(words, "merge"));
  if (agency.push && !agency.patch.empty())
    return wrong("--patch and --push are two ways to take the result along.", "",
                 "Give one of them.");
  return MergeArgs{.of = target(said), .patch = std::move(agency.patch), .push = agency.push};
}

Result<Command> read_rewind(ConversationOptions& said, const Words& words) {
  if (words.empty() || words.front().empty())
    return wrong("folkmoot rewind needs a task.", "", "See them with: folkmoot project status");
  if (words.size() > 2)
    return wrong(fmt::format("folkmoot rewind does not take \"{}\".", words[2]), "",
                 see_help("rewind"));
  const auto step =
      TRY(whole_number("folkmoot rewind", words.size() == 2 ? words[1] : "", kMostSteps, 0));
  return RewindArgs{.of = target(said), .task = words.front(), .step = step};
}

Result<Command> read_build(ConversationOptions& said, const Words& words) {
  TRY(check_cassettes(said.record, said.replay));
  return BuildArgs{.wish = TRY(sentence(words, "build", "wish", kWish)),
                   .team = std::move(said.team),
                   .model = std::move(said.model),
                   .plain = said.plain,
                   .record = std::move(said.record),
                   .replay = std::move(said.replay)};
}

Result<Command> read_run(ConversationOptions& said, const AgencyOptions& agency,
                         const Words& words) {
  TRY(check_cassettes(said.record, said.replay));
  if (agency.merge && !said.yes)
    return wrong("--merge needs --yes.", "Nobody is there to accept what is merged.",
                 fmt::format("For example: folkmoot run \"{}\" --yes --merge", kWish));
  return RunArgs{.goal = TRY(sentence(words, "run", "goal", kWish)),
                 .team = std::move(said.team),
                 .model = std::move(said.model),
                 .yes = said.yes,
                 .merge = agency.merge,
                 .record = std::move(said.record),
                 .replay = std::move(said.replay)};
}

}  // namespace fm::cli
