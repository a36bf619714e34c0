#include "cli/args/args_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "app/reading/answer_kinds.h"
#include "base/text.h"
#include "team/pack/preset.h"

namespace fm::cli {
namespace {

constexpr int kMostDays = 36'500;
constexpr int kMostEvents = 1'000'000'000;

// "7", "7.5" or "7.25" as hundredths, without a detour over binary fractions.
Result<std::optional<int>> score(const std::string& said) {
  if (said.empty()) return std::optional<int>();
  const std::size_t point = std::min(said.find('.'), said.size());
  std::string digits = said.substr(0, point) + said.substr(std::min(point + 1, said.size()));
  const std::size_t decimals = point == said.size() ? 0 : said.size() - point - 1;
  const bool plain = !digits.empty() && digits.size() <= 5 && decimals <= 2 && point > 0 &&
                     digits.find_first_not_of("0123456789") == std::string::npos;
  if (plain) {
    digits.append(2 - decimals, '0');
    if (const int value = std::stoi(digits); value <= kMaxScore) return std::optional(value);
  }
  return wrong(fmt::format("--min-score takes a number from 0 to 10, not \"{}\".", said),
               "At most two decimals count.", "For example: --min-score 7.5");
}

// What a discussion that is gone on with has already, and keeps.
Result<void> check_continue(const RawArgs& raw) {
  if (!raw.words.empty())
    return wrong("--continue takes no topic: the room has one.", "",
                 fmt::format("For example: folkmoot ideate --continue {}", raw.ideate.continues));
  const std::pair<std::string_view, bool> kept[] = {{"--team", !raw.ideate.team.empty()},
                                                    {"--preset", !raw.ideate.preset.empty()},
                                                    {"--new", raw.ideate.force_new}};
  for (const auto& [option, given] : kept)
    if (given)
      return wrong(fmt::format("--continue and {} exclude each other.", option),
                   "The discussion goes on with its own team and preset.",
                   "--rounds, --min-score, --deep-dive, --panel and --model can be given again.");
  return {};
}

}  // namespace

Result<Command> read_ideate(RawArgs& raw) {
  IdeateArgs args = raw.ideate;
  if (args.continues.empty()) {
    args.topic = TRY(sentence(raw.words, "ideate", "topic", "a tool library for our street"));
  } else {
    TRY(check_continue(raw));
  }
  if (raw.deep_dive && raw.no_deep_dive)
    return wrong("--deep-dive and --no-deep-dive say opposite things.", "", "Give one of them.");
  args.rounds = TRY(whole_number("--rounds", raw.rounds, kMaxRounds));
  args.min_ideas = TRY(whole_number("--min-ideas", raw.min_ideas, kMaxIdeas));
  args.min_score_hundredths = TRY(score(raw.min_score));
  args.panel = TRY(whole_number("--panel", raw.panel, kMaxPanel));
  if (raw.deep_dive || raw.no_deep_dive) args.deep_dive = raw.deep_dive;
  args.out = std::move(raw.out);
  args.plain = raw.plain;
  TRY(check_cassettes(raw.record, raw.replay));
  args.record = std::move(raw.record);
  args.replay = std::move(raw.replay);
  return args;
}

Result<Command> read_resume(RawArgs& raw) {
  TRY(check_cassettes(raw.record, raw.replay));
  return ResumeArgs{.room = TRY(at_most_one(raw.words, "resume")),
                    .force = raw.force,
                    .anew = raw.anew,
                    .plain = raw.plain,
                    .record = std::move(raw.record),
                    .replay = std::move(raw.replay)};
}

Result<Command> read_show(const RawArgs& raw) {
  const auto after = TRY(whole_number("--after", raw.after, kMostEvents, 0));
  if (after && raw.json.empty())
    return wrong("--after is for programs, which read events.", "",
                 fmt::format("Give --json too: folkmoot room show --json --after {}", *after));
  return RoomShowArgs{.room = TRY(at_most_one(raw.words, "room show")), .after = after};
}

Result<Command> read_costs(RawArgs& raw) {
  TRY(no_words(raw.words, "costs"));
  const Words groups{"day", "room", "agent", "model", "task"};
  if (!raw.by.empty() && std::ranges::find(groups, raw.by) == groups.end())
    return wrong(fmt::format("--by takes {}, not \"{}\".", join(groups, ", "), raw.by), "",
                 did_you_mean(raw.by, groups, "For example: --by agent"));
  const auto days = TRY(whole_number("--days", raw.days, kMostDays));
  return CostsArgs{.by = raw.by, .room = raw.room, .days = days.value_or(0)};
}

Result<Command> read_serve(RawArgs& raw) {
  constexpr int kHighestPort = 65'535;
  TRY(no_words(raw.words, "serve"));
  ServeArgs args = std::move(raw.serve);
  if (args.host.empty())
    return wrong("--host wants an address.", "", "For example: --host 127.0.0.1");
  args.port = TRY(whole_number("--port", raw.port, kHighestPort, 0)).value_or(kServePort);
  return args;
}

Result<Command> read_read(RawArgs& raw) {
  ReadArgs args = std::move(raw.read);
  const Words kinds = readable_kinds();
  if (raw.words.empty())
    return wrong("folkmoot read needs to know what the answer is.", "",
                 fmt::format("One of {}.", join(kinds, ", ")));
  args.what = raw.words.front();
  if (std::ranges::find(kinds, args.what) == kinds.end())
    return wrong(fmt::format("folkmoot read does not know \"{}\".", args.what), "",
                 did_you_mean(args.what, kinds, fmt::format("It reads {}.", join(kinds, ", "))));
  if (raw.words.size() > 2)
    return wrong(fmt::format("folkmoot read does not take \"{}\".", raw.words[2]), "",
                 see_help("read"));
  if (raw.words.size() == 2) args.file = raw.words[1];
  if (args.what == kMessage && args.context.empty()) args.context = std::exchange(args.file, {});
  args.by_model = !args.model.empty();
  if (args.model == "configured") args.model.clear();
  if (args.what != kMessage && (args.by_model || !args.context.empty()))
    return wrong("--context and --model are for folkmoot read message.", "", see_help("read"));
  const Words forms = message_form_names();
  if (!args.form.empty() && std::ranges::find(forms, args.form) == forms.end())
    return wrong(fmt::format("--form takes {}, not \"{}\".", join(forms, ", "), args.form), "",
                 "For example: --form openai");
  return args;
}

Result<CatalogArgs> read_catalog(const RawArgs& raw, const std::string& path) {
  if (path.ends_with(" show"))
    return CatalogArgs{CatalogAction::kShow, TRY(exactly_one(raw.words, path, "a name"))};
  TRY(no_words(raw.words, path));
  return CatalogArgs{path.ends_with(" check") ? CatalogAction::kCheck : CatalogAction::kList, ""};
}

}  // namespace fm::cli
