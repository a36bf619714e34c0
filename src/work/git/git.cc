#include "work/git/git.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "work/git/plumbing/git_settings.h"

namespace fm {
namespace {

// These look at no file's content and start nothing, so the names of filters need not be known.
// Whatever writes an index does: it looks again at files that changed in the same second.
constexpr auto kPlain = std::to_array<std::string_view>(
    {"cat-file", "check-ref-format", "commit-tree", "config", "for-each-ref", "init", "ls-tree",
     "merge-base", "mktree", "rev-list", "rev-parse", "symbolic-ref", "update-ref", "version"});

constexpr Millis kFirstPause{20};
constexpr Millis kLongestPause{500};
constexpr std::size_t kShownOfErrors = 600;

bool is_lock_of_another(std::string_view errors) {
  return errors.contains(".lock': File exists") || errors.contains("could not lock config file");
}

// What git says at the end counts; hints and advice do not.
std::string essence(std::string_view errors) {
  std::string text;
  for (const std::string_view line : split_lines(errors))
    if (!line.starts_with("hint:") && !line.starts_with("warning:") && !trim(line).empty())
      text += (text.empty() ? "" : " ") + std::string(trim(line));
  const std::string cleaned = clean(to_utf8(text)).text;
  return std::string(cut_bytes(cleaned, kShownOfErrors));
}

std::unexpected<Error> failure(const GitCall& call, const CommandEnd& end) {
  const std::string said = essence(end.errors.empty() ? end.output : end.errors);
  const std::string what = "git " + call.arguments.front();
  if (end.ending == CommandEnding::kTimedOut)
    return fail("git_timeout", what + " took too long and was ended.", said,
                "Try again; perhaps the disk is slow or the repository very large.");
  if (end.errors.contains("dubious ownership"))
    return fail("git_not_trusted", "git does not work in this folder, since another user owns it.",
                said, "git config --global --add safe.directory FOLDER, if you trust it.");
  if (is_lock_of_another(end.errors))
    return fail("git_locked", "Another git process holds the repository.", said,
                "Wait for it to end. If no git runs any more, delete the .lock file it names.");
  if (end.ending != CommandEnding::kExited)
    return fail("git_failed", what + " was ended before it was done.", said + end.why);
  return fail("git_failed", what + " failed.", said,
              "Run it by hand in the repository to see more.");
}

}  // namespace

Git::Git(Loop& loop, CommandRunner& commands, GitOptions options)
    : loop_(loop),
      commands_(commands),
      options_(std::move(options)),
      locks_(loop),
      random_(options_.seed),
      pool_(loop) {}

Task<void> Git::pause(Millis span) {
  const Later<bool> over;
  const auto timer = loop_.after(span, [over] { over.resolve(true); });
  co_await over;
}

Task<Result<CommandEnd>> Git::once(GitPlace place, GitCall call, GitSettings settings) {
  CommandSpec spec;
  spec.argv = {"git"};
  spec.argv.insert(spec.argv.end(), call.arguments.begin(), call.arguments.end());
  spec.folder = place.folder;
  for (const auto& [name, value] : options_.environment)
    if (!name.starts_with("GIT_")) spec.environment.emplace(name, value);
  spec.environment.insert_or_assign("LC_ALL", "C");
  spec.environment.insert_or_assign("GIT_TERMINAL_PROMPT", "0");
  spec.environment.insert_or_assign("GIT_OPTIONAL_LOCKS", "0");
  // A clone that fetches missing objects by itself would run what its configuration says.
  spec.environment.insert_or_assign("GIT_ALLOW_PROTOCOL", "none");
  spec.environment.insert_or_assign("GIT_EDITOR", "false");
  spec.environment.insert_or_assign("GIT_LITERAL_PATHSPECS", "1");
  if (!place.git_dir.empty()) {
    spec.environment["GIT_DIR"] = place.git_dir;
    spec.environment["GIT_WORK_TREE"] = place.work_tree.empty() ? place.folder : place.work_tree;
  }
  if (!place.index_file.empty()) spec.environment["GIT_INDEX_FILE"] = place.index_file;
  add_settings(settings, spec.environment);
  for (const auto& [name, value] : call.environment) spec.environment.insert_or_assign(name, value);
  spec.input = std::move(call.input);
  spec.output_limit = call.output_limit;
  spec.time_limit = options_.time_limit;
  spec.streams = OutputStreams::kApart;
  co_return co_await commands_.run(std::move(spec), cancel_);
}

Task<Result<GitSettings>> Git::settings_for(GitPlace place, GitCall call) {
  GitSettings settings = quiet_settings();
  for (const auto& setting : call.settings) settings.push_back(setting);
  if (among(call.arguments.front(), kPlain)) co_return settings;
  GitCall listing;
  listing.arguments = {"config", "-z", "--show-scope", "--get-regexp", R"(^(filter|diff|merge)\.)"};
  // Exit status 1: it has none of them.
  const CommandEnd end = CO_TRY(co_await once(place, listing, quiet_settings()));
  if (end.ending != CommandEnding::kExited || end.status > 1 || end.cut)
    co_return failure(listing, end);
  GitSettings programs = call.programs == GitPrograms::kPersonsFilters
                             ? with_persons_filters(end.output)
                             : without_programs(end.output);
  settings.insert(settings.end(), std::make_move_iterator(programs.begin()),
                  std::make_move_iterator(programs.end()));
  co_return settings;
}

Task<Result<GitAnswer>> Git::run(GitPlace place, GitCall call) {
  const Millis until = clock().steady() + options_.lock_patience;
  for (Millis span = kFirstPause;; span = std::min(2 * span, kLongestPause)) {
    auto ended = co_await settings_and_run(place, call);
    if (!ended) {
      if (ended.error().code != "command_unknown_program")
        co_return std::unexpected(std::move(ended.error()));
      co_return fail("git_missing", "git is not installed.", ended.error().message,
                     "Install it, for example: sudo apt install git");
    }
    CommandEnd& end = *ended;
    const bool good =
        end.ending == CommandEnding::kExited &&
        (end.status == 0 || std::ranges::find(call.also_good, end.status) != call.also_good.end());
    if (good && end.cut && !call.may_be_cut)
      co_return fail("git_too_much", "git " + call.arguments.front() + " answers too much to read.",
                     "It wrote " + std::to_string(end.output_bytes) + " bytes.");
    if (good) co_return GitAnswer{std::move(end.output), end.status, end.cut};
    if (!is_lock_of_another(end.errors) || clock().steady() >= until) co_return failure(call, end);
    // Jitter, so that two who wait for the same lock do not meet again.
    const auto most = static_cast<std::uint64_t>(span.count());
    co_await pause(span / 2 + Millis(static_cast<std::int64_t>(random_() % most)));
  }
}

Task<Result<CommandEnd>> Git::settings_and_run(GitPlace place, GitCall call) {
  GitSettings settings = CO_TRY(co_await settings_for(place, call));
  co_return co_await once(std::move(place), std::move(call), std::move(settings));
}

Task<Result<std::string>> Git::line(GitPlace place, std::vector<std::string> arguments) {
  GitCall call;
  call.arguments = std::move(arguments);
  GitAnswer answer = CO_TRY(co_await run(std::move(place), std::move(call)));
  if (answer.output.ends_with('\n')) answer.output.pop_back();
  co_return std::move(answer.output);
}

Task<Result<std::string>> Git::version() {
  std::string said = CO_TRY(co_await line(GitPlace{.folder = "/"}, {"version"}));
  constexpr std::string_view kLead = "git version ";
  std::string number = said.starts_with(kLead) ? said.substr(kLead.size()) : said;
  number = number.substr(0, number.find(' '));
  int major = 0;
  int minor = 0;
  const char* const end = number.data() + number.size();
  const auto [after, error] = std::from_chars(number.data(), end, major);
  if (error == std::errc() && after != end) std::from_chars(after + 1, end, minor);
  constexpr std::pair kOldest{2, 38};
  if (std::pair(major, minor) < kOldest)
    co_return fail("git_too_old", "git " + number + " is too old.",
                   "Merging without touching your files needs git 2.38 or newer.",
                   "Install a newer git.");
  co_return number;
}

}  // namespace fm
