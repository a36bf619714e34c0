#include "team/agency/coding_performer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/sha256.h"
#include "base/text.h"
#include "coding/launch.h"
#include "team/agency/coding_live.h"
#include "team/agency/lane_setup.h"
#include "team/tasks/task_events.h"
#include "team/text/one_line.h"
#include "team/turn/task_prompt.h"
#include "team/turn/turn_record.h"
#include "work/git/snapshot.h"
#include "work/git/worktree.h"

namespace fm {
namespace {

constexpr std::string_view kTool = "coding_agent";
constexpr std::string_view kCutOff =
    "You were cut off in the middle of your work. Look at what the folder holds, and go on with "
    "the task to its end.";
constexpr std::size_t kMostWhy = 1'000;  // bytes of an agent's own words in an error

struct Asked {
  std::string agent;
  std::string task;
  std::string work;
  std::string profile;
  std::string permissions;
  std::string told;     // since its last run
  std::string session;  // of that
  CodingUse used;       // up to then
};

Asked asked_of(const JsonObject& request) {
  Asked asked{.agent = std::string(text_at(request, "agent")),
              .task = std::string(text_at(request, "task")),
              .work = std::string(text_at(request, "work")),
              .profile = std::string(text_at(request, "profile")),
              .permissions = std::string(text_at(request, "permissions")),
              .told = std::string(text_at(request, "told")),
              .session = std::string(text_at(request, "session")),
              .used = {}};
  if (const Json* used = request.if_contains("used"); used != nullptr)
    asked.used = {.input = int_at(*used, "input"),
                  .cached = int_at(*used, "cached"),
                  .output = int_at(*used, "output"),
                  .micro_usd = std::nullopt};
  return asked;
}

TurnRequest turn_of(const EffectCall& call, const Asked& asked) {
  TurnRequest turn;
  turn.agent = asked.agent;
  turn.task = asked.work;
  turn.model = "exec:" + asked.profile;
  turn.prompts = "agency";
  turn.project = {std::string(text_at(call.request, "project"))};
  turn.plan_task = asked.task;
  turn.values = text_map_at(call.request, "values");
  return turn;
}

std::string turn_id(const EffectCall& call) {
  return derived_id('t', call.flow->id, call.place.value);
}

// Told in one text: the task, or only what is new where it knows the task already.
Result<std::string> prompt_of(const TeamSnapshot& team, const EffectCall& call, const Asked& asked,
                              bool goes_on) {
  if (goes_on) return std::string(asked.told.empty() ? kCutOff : std::string_view(asked.told));
  const auto& view = *static_cast<const RoomView*>(call.view.get());
  return outside_prompt(team, view, turn_of(call, asked), asked.told);
}

JsonObject question(const CodingProfile& profile, std::string what, std::string pattern,
                    std::string why) {
  return {{"call", std::string(pattern)}, {"tool", kTool},
          {"what", std::move(what)},      {"pattern", std::move(pattern)},
          {"why", std::move(why)},        {"exact", coding_subject(profile)}};
}

// What a person has to agree to before it is run at all (S-13): bound to all that would be run.
JsonArray questions(const CodingProfile& profile, const SandboxState& sandbox) {
  const std::string digest = to_hex(sha256(canonical(coding_subject(profile)))).substr(0, 16);
  const std::string command = profile.program + " " + join(profile.arguments, " ");
  JsonArray asks;
  if (profile.from_folder)
    asks.push_back(question(profile, fmt::format("run `{}`, as {} says", command, profile.path),
                            "folder-" + digest,
                            "The file came with the folder, and names a program to be run with the "
                            "network and with your variables."));
  if (!sandbox.works)
    asks.push_back(question(profile, fmt::format("run `{}` outside of a sandbox", command),
                            "unconfined-" + digest,
                            "No sandbox works here, so it can do all that you can. " +
                                sandbox.why_not.cause + " " + sandbox.why_not.cure));
  return asks;
}

// Of the questions those that nobody has answered with a yes, now or for the project.
JsonArray still_to_ask(const JsonArray& asks, const TaskGround& ground, const EffectCall& call,
                       const std::string& agent) {
  const auto is_allowed = [&](const Json& ask) {
    const std::string_view pattern = text_at(ask, "pattern");
    const Json* answers = call.request.if_contains("answers");
    const bool now = answers != nullptr && answers->is_array() &&
                     std::ranges::any_of(answers->get_array(), [&](const Json& answer) {
                       return text_at(answer, "call") == pattern &&
                              text_at(answer, "answer").starts_with("allow");
                     });
    return now || std::ranges::any_of(ground.project->work.grants, [&](const Grant& grant) {
             return grant.agent == agent && grant.tool == kTool && grant.pattern == pattern;
           });
  };
  JsonArray left;
  for (const Json& ask : asks)
    if (!is_allowed(ask)) left.push_back(ask);
  return left;
}

JsonObject to_json(const CodingUse& use) {
  return {{"input", use.input}, {"cached", use.cached}, {"output", use.output}};
}

std::string tail_of(std::string_view text) {
  const std::string cleaned = clean(to_utf8(text)).text;
  const std::string_view trimmed = trim(cleaned);
  if (trimmed.size() <= kMostWhy) return std::string(trimmed);
  return to_utf8(trimmed.substr(trimmed.size() - kMostWhy));
}

}  // namespace

// One run: what it needs until its end.
struct CodingPerformer::Work {
  EffectCall call;
  Asked asked;
  CodingProfile profile;
  LaneWork lane;
  Workshop::AgentRun run;
  CancelToken stop;  // ours, or the person's
  CancelToken::Registration passed_on;
  std::unique_ptr<CodingLive> live;
  Redactor secrets;

  std::string redacted(const Workshop& workshop, std::string_view text) const {
    return secrets.redact(workshop.options().redactor.redact(text));
  }
};

void CodingPerformer::tell(const EffectCall& call, std::vector<NewEvent> events) {
  if (engine_ == nullptr) return;
  Append append;
  append.room = call.room;
  for (NewEvent& event : events) {
    event.flow = call.flow->id;
    event.place = call.place;
    event.at = loop_.clock().now();
  }
  append.events = std::move(events);
  append.urgency = Urgency::kLazy;
  // A line that is lost is only one that nobody follows: the run's end says what counts.
  engine_->append(std::move(append), [](const Result<Appended>&) {});
}

// Begun once already: what runs of it is ended, and where it cannot go on the lane is brought back.
Task<Result<void>> CodingPerformer::recover(EffectCall call, TaskGround ground, Lane lane,
                                            bool resumes) {
  const Json* left = call.progress.if_contains("process");
  if (const auto mark = left != nullptr ? mark_from_json(*left) : std::nullopt)
    co_await workshop_.commands().end_tree(*mark);
  if (!resumes)
    CO_TRY(co_await restore(workshop_.git(), lane,
                            ground.work->commit.empty() ? lane.base : ground.work->commit));
  co_return Result<void>();
}

Task<Result<CommandEnd>> CodingPerformer::work(std::shared_ptr<Work> work) {
  const EffectCall& call = work->call;
  CodingLiveOptions options{
      .task = work->asked.task,
      .agent = work->asked.agent,
      .project = {std::string(text_at(call.request, "project"))},
      .lane = work->lane.lane.path,
      .prefix = fmt::format("{}-{}-", turn_id(call), call.attempt),
      .redact = [this, work = work.get()](
                    std::string_view text) { return work->redacted(workshop_, text); },
      .tell =
          [this, work = work.get()](std::vector<NewEvent> events) {
            if (work->call.beat) work->call.beat();
            tell(work->call, std::move(events));
          },
      .started = [record = call.record](
                     ProcessMark mark) { return record(JsonObject{{"process", to_json(mark)}}); },
      .has_session =
          [this, record = call.record](const std::string& session) {
            const auto keep = [](std::function<Task<bool>(JsonObject)> record,
                                 std::string session) -> Task<Result<bool>> {
              co_return co_await record(JsonObject{{"session", std::move(session)}});
            };
            records_.run(keep(record, session), [](const Result<bool>&) {});
          },
      .cancel = work->stop};
  work->live = std::make_unique<CodingLive>(work->profile.stream, std::move(options));
  work->passed_on = call.cancel.on_cancel([stop = work->stop] { stop.cancel(); });
  auto end =
      co_await workshop_.run_agent(work->lane, std::move(work->run), work->stop, work->live.get());
  if (end) work->live->finish();
  co_return end;
}

namespace {

// Why a run did not come to a good end; nothing: it did.
std::optional<Error> trouble_of(const CodingProfile& profile, const CommandEnd& end,
                                const CodingEnd& told, const CodingLive& live) {
  if (live.has_flooded())
    return Error{"coding_agent_failed", profile.title + " was ended.",
                 "It wrote more than 256 MiB.", "Have the task tried again."};
  if (end.ending == CommandEnding::kTimedOut || end.ending == CommandEnding::kQuiet ||
      end.ending == CommandEnding::kOverLimits) {
    CommandSpec limits;
    limits.time_limit = profile.time_limit;
    limits.quiet_limit = profile.quiet_limit;
    return Error{"coding_agent_time", profile.title + " was ended.", describe(end, limits),
                 "Have the task tried again; what it has changed is in its lane. Its limits stand "
                 "in " +
                     profile.path + "."};
  }
  if (told.ok) return std::nullopt;
  if (!told.error.empty()) return coding_trouble(profile, told.error);
  std::string why = told.has_ended ? std::string() : "It ended without saying that it is done. ";
  if (end.ending != CommandEnding::kExited || end.status != 0) why += describe(end, {}) + " ";
  return coding_trouble(profile, why + tail_of(live.stream().beside() + "\n" + end.errors));
}

// What it used in this run: some tell what the whole session has.
TurnUse use_of(const CodingProfile& profile, const Asked& asked, const CodingEnd& told,
               const CommandEnd& end) {
  TurnUse use;
  use.took = end.took;
  use.attempts = 1;
  if (!told.use) return use;
  const bool is_of_session = profile.stream == StreamFamily::kCodex && !asked.session.empty();
  const CodingUse before = is_of_session ? asked.used : CodingUse();
  use.usage.input = std::max<std::int64_t>(0, told.use->input - before.input);
  use.usage.cached = std::max<std::int64_t>(0, told.use->cached - before.cached);
  use.usage.output = std::max<std::int64_t>(0, told.use->output - before.output);
  if (told.use->micro_usd) use.cost = MicroUsd{*told.use->micro_usd};
  return use;
}

}  // namespace

Task<Result<Performed>> CodingPerformer::run(EffectCall call, TaskGround ground) {
  if (ground.work == nullptr) co_return fail("lane_missing", "The task has no lane.");
  const Asked asked = asked_of(call.request);
  const Variables& ours = workshop_.options().environment;
  const std::string folder = ground.view->folder;
  const auto profile = CO_TRY(co_await in_pool(
      workshop_.pool(), [this, folder, id = asked.profile] { return find_profile_(folder, id); }));
  const Lane lane =
      CO_TRY(co_await workshop_.lane_of(ground.project->work.repository, ground.work->lane));
  CO_TRY(co_await verify_lane(workshop_.git(), lane));
  const SandboxState sandbox = co_await workshop_.sandbox();
  const std::string turn = turn_id(call);
  if (JsonArray asks = still_to_ask(questions(profile, sandbox), ground, call, asked.agent);
      !asks.empty())
    co_return done_with(
        JsonObject{{"asks", std::move(asks)}},
        {turn_held(turn, asked.agent, {"permission", "It waits for you.", "", ""})});
  if (find_program(profile, ours).empty()) co_return std::unexpected(coding_missing(profile));

  const std::string cut_off(call.attempt > 1 ? text_at(call.progress, "session") : "");
  const std::string session = !profile.resume.empty() && !cut_off.empty() ? cut_off : asked.session;
  const bool resumes = !session.empty() && !profile.resume.empty();
  if (call.attempt > 1) CO_TRY(co_await recover(call, ground, lane, resumes && !cut_off.empty()));

  const auto team = CO_TRY(workshop_.options().snapshot(*call.flow));
  auto work = std::make_shared<Work>();
  work->call = call;
  work->asked = asked;
  work->profile = profile;
  work->lane = CO_TRY(co_await lane_work(workshop_, ground, lane));
  work->secrets = Redactor(coding_secrets(profile, ours));
  // Of a sandbox in ours nothing works for root, who is held by ours alone then.
  const bool nests = sandbox.works && profile.has_own_sandbox && ::getuid() != 0;
  const auto wished = coding_permission(asked.permissions).value_or(CodingPermission::kEdit);
  const bool ours_holds = sandbox.works && profile.has_own_sandbox && !nests;
  CodingRun start{
      .prompt = CO_TRY(prompt_of(*team, call, asked, resumes)),
      .session = resumes ? session : std::string(),
      .permission = CO_TRY(permission_for(profile, ours_holds ? CodingPermission::kAll : wished)),
      .folder = work->lane.folder()};
  work->run.spec = CO_TRY(coding_command(profile, start, ours));
  CodingFolders folders = coding_folders(profile, ours);
  work->run.writable = std::move(folders.writable);
  work->run.read_only = CO_TRY(co_await in_pool(
      workshop_.pool(), [profile, ours, settings = std::move(folders.read_only)]() mutable {
        for (std::string& more : program_folders(profile, ours))
          settings.push_back(std::move(more));
        return Result<std::vector<std::string>>(std::move(settings));
      }));
  if (profile.needs_network) work->run.network = Network::kAllowed;
  if (nests) work->run.nested = NestedSandbox::kAllowed;

  const auto ended = co_await this->work(work);
  if (!ended && ended.error().code == "command_unknown_program")
    co_return std::unexpected(coding_missing(profile));
  const CommandEnd end = CO_TRY(std::move(ended));
  const CodingEnd told = work->live->stream().end(end.ok());
  const std::string said = work->redacted(workshop_, told.said);
  const Snapshot now = CO_TRY(co_await snapshot(
      workshop_.git(), lane,
      fmt::format("{}: {}", ground.task, said.empty() ? profile.title : on_one_line(said, 200))));
  std::vector<NewEvent> events;
  if (now.fresh)
    events.push_back(lane_changed(ground.project->id, {.task = ground.task,
                                                       .to = "stepped",
                                                       .path = "",
                                                       .base = "",
                                                       .branch = "",
                                                       .commit = now.commit,
                                                       .tree = now.tree}));
  const TurnUse use = use_of(profile, asked, told, end);
  Performed performed;
  auto trouble = trouble_of(profile, end, told, *work->live);
  if (call.cancel.cancelled()) {
    trouble = Error{"model_cancelled", "It was broken off.", "", ""};
    performed.outcome.interrupted = true;
  }
  if (trouble) {
    trouble->cause = work->redacted(workshop_, trouble->cause);
    events.push_back(turn_failed(turn, asked.agent, *trouble, use));
    if (!performed.outcome.interrupted) performed.outcome.error = std::move(trouble);
  } else {
    CallReport report;
    report.model = "exec:" + asked.profile;
    events.push_back(turn_finished(turn, turn_of(call, asked), report, use, {}, ""));
    JsonObject value{{"commit", now.commit}, {"changed", now.fresh}, {"said", said}};
    if (!told.session.empty()) value["session"] = told.session;
    if (told.use) value["use"] = to_json(*told.use);
    performed.outcome.value = std::move(value);
  }
  for (NewEvent& event : events) event.project = ground.project->id;
  performed.events = std::move(events);
  co_return performed;
}

std::vector<NewEvent> CodingPerformer::announce(const EffectCall& call) {
  const Asked asked = asked_of(call.request);
  NewEvent started = by_agent("turn.started", asked.agent,
                              {{"turn", turn_id(call)},
                               {"agent", asked.agent},
                               {"task", asked.work},
                               {"model", "exec:" + asked.profile}});
  started.project = {std::string(text_at(call.request, "project"))};
  return {std::move(started)};
}

Task<Performed> CodingPerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  const std::string turn = turn_id(call);
  const std::string agent(text_at(call.request, "agent"));
  const ProjectId project = (*ground).project->id;
  const auto closed = [](Task<Result<Performed>> run, std::string turn, std::string agent,
                         ProjectId project) -> Task<Performed> {
    auto performed = co_await std::move(run);
    if (performed) co_return std::move(*performed);
    Performed failed = failed_with(performed.error());
    failed.events.push_back(turn_failed(turn, agent, performed.error()));
    failed.events.back().project = project;
    co_return failed;
  };
  return closed(run(std::move(call), std::move(*ground)), turn, agent, project);
}

}  // namespace fm
