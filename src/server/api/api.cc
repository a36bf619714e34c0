#include "server/api/api.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace fm::server {
namespace {

constexpr Millis kFresh{60'000};  // people edit the files of teams

using PathValues = std::map<std::string, std::string, std::less<>>;

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 1; at <= path.size();) {
    const auto end = std::min(path.find('/', at), path.size());
    parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::optional<PathValues> match(std::string_view pattern, std::string_view path) {
  const auto wanted = parts_of(pattern);
  const auto given = parts_of(path);
  if (wanted.size() != given.size()) return std::nullopt;
  PathValues values;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].starts_with('{') && !given[i].empty())
      values[std::string(wanted[i].substr(1, wanted[i].size() - 2))] = given[i];
    else if (wanted[i] != given[i])
      return std::nullopt;
  }
  return values;
}

}  // namespace

const std::vector<Api::Route>& Api::routes() {
  static const std::vector<Route> all = {
      {"GET", "/api/openapi.yaml", &Api::description},
      {"GET", "/api/session", &Api::session},
      {"DELETE", "/api/session", &Api::leave_session},
      {"GET", "/api/sessions", &Api::list_sessions},
      {"DELETE", "/api/sessions/{session}", &Api::revoke_session},
      {"POST", "/api/links", &Api::make_link},
      {"GET", "/api/rooms", &Api::list_rooms},
      {"POST", "/api/rooms", &Api::open_room},
      {"GET", "/api/rooms/{room}", &Api::show_room},
      {"GET", "/api/rooms/{room}/messages", &Api::list_messages},
      {"POST", "/api/rooms/{room}/messages", &Api::say},
      {"GET", "/api/rooms/{room}/messages/{message}", &Api::show_message},
      {"GET", "/api/rooms/{room}/events", &Api::list_events},
      {"POST", "/api/rooms/{room}/interrupt", &Api::interrupt},
      {"POST", "/api/rooms/{room}/resume", &Api::resume},
      {"POST", "/api/rooms/{room}/cancel", &Api::cancel},
      {"POST", "/api/rooms/{room}/gates/{gate}", &Api::answer_gate},
      {"GET", "/api/rooms/{room}/projects/{project}", &Api::show_project},
      {"PUT", "/api/rooms/{room}/projects/{project}/plan", &Api::edit_plan},
      {"GET", "/api/rooms/{room}/projects/{project}/work", &Api::show_work},
      {"GET", "/api/rooms/{room}/projects/{project}/work/{task}", &Api::show_task_work},
      {"DELETE", "/api/rooms/{room}/projects/{project}/memory", &Api::forget},
      {"GET", "/api/rooms/{room}/ideas", &Api::show_ideas},
      {"GET", "/api/rooms/{room}/report", &Api::show_report},
      {"PUT", "/api/rooms/{room}/channels/{channel}", &Api::bind_channel},
      {"DELETE", "/api/rooms/{room}/channels/{channel}", &Api::unbind_channel},
      {"GET", "/api/gates", &Api::list_gates},
      {"GET", "/api/costs", &Api::show_costs},
      {"GET", "/api/memory", &Api::list_memory},
      {"GET", "/api/channels", &Api::list_channels},
      {"GET", "/api/stream", &Api::stream},
  };
  return all;
}

Api::Api(Service& service, WebSessions& sessions, Loop& loop, ApiFacts facts)
    : service_(service),
      sessions_(sessions),
      loop_(loop),
      facts_(std::move(facts)),
      streams_(service, loop, sessions.epoch()),
      pool_(loop) {}

Api::~Api() = default;

void Api::handle(Admitted who, WebRequest request, std::shared_ptr<HttpReply> reply) {
  const std::string_view method =
      request.method == "HEAD" ? std::string_view("GET") : std::string_view(request.method);
  std::string allowed;
  for (const Route& route : routes()) {
    auto values = match(route.pattern, request.path);
    if (!values) continue;
    if (route.method != method) {
      allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
      continue;
    }
    const auto call = std::make_shared<ApiCall>(std::move(who), std::move(request),
                                                *std::move(values), std::move(reply));
    return (this->*route.handler)(call);
  }
  if (allowed.empty())
    return reply->answer(problem(404, {"path_unknown", "There is nothing at this address.", "",
                                       "What there is, is told at /api/openapi.yaml."}));
  HttpAnswer refused = problem(405, {"method_unknown", "This cannot be done at this address.",
                                     "Here " + allowed + " can be asked.", ""});
  refused.headers["allow"] = allowed;
  reply->answer(std::move(refused));
}

void Api::leave() { streams_.leave(); }

void Api::with_room(ApiCallPtr call, std::function<void(const RoomViewPtr&)> use) {
  const RoomId id = call->room();
  service_.room(id, [call = std::move(call), use = std::move(use),
                     alive = std::weak_ptr(alive_)](Result<RoomViewPtr> room) {
    if (alive.expired()) return;
    if (!room) return call->fail(room.error());
    use(*room);
  });
}

void Api::entered(const ApiCallPtr& call, std::function<void()> use) {
  service_.enter(
      call->caller(), call->room(),
      [call, use = std::move(use), alive = std::weak_ptr(alive_)](const Result<Started>& started) {
        if (alive.expired()) return;
        if (started || started.error().code == "nothing_to_resume") return use();
        call->fail(started.error());
      });
}

void Api::entered_to_talk(const ApiCallPtr& call, std::function<void()> use) {
  service_.enter(call->caller(), call->room(),
                 [this, call, use = std::move(use),
                  alive = std::weak_ptr(alive_)](const Result<Started>& started) mutable {
                   if (alive.expired()) return;
                   if (started) return use();
                   if (started.error().code != "nothing_to_resume")
                     return call->fail(started.error());
                   if (!facts_.model.empty())
                     return begin_to_talk(call, facts_.model, false, std::move(use));
                   service_.choose_model([this, call, use = std::move(use),
                                          alive](const ChosenModel& chosen) mutable {
                     if (alive.expired()) return;
                     if (chosen.failure) return call->fail(*chosen.failure);
                     begin_to_talk(call, chosen.model, true, std::move(use));
                   });
                 });
}

void Api::begin_to_talk(const ApiCallPtr& call, std::string model, bool is_chosen,
                        std::function<void()> use) {
  service_.open_conversation(
      call->caller(),
      {.folder = facts_.folder,
       .room = call->room().value,
       .model = std::move(model),
       .model_is_chosen = is_chosen},
      [call, use = std::move(use), alive = std::weak_ptr(alive_)](const Result<Started>& started) {
        if (alive.expired()) return;
        if (!started) return call->fail(started.error());
        use();
      });
}

void Api::with_agents(const std::string& team, const std::string& folder,
                      std::function<void(const std::vector<AgentLine>&)> use) {
  const auto key = std::pair(team, folder);
  KnownTeam& kept = teams_[key];
  const Millis now = loop_.clock().steady();
  if (kept.is_read && now - kept.at < kFresh) return use(kept.agents);
  kept.waiting.push_back(std::move(use));
  if (kept.waiting.size() > 1) return;
  const auto agents = std::make_shared<std::vector<AgentLine>>();
  pool_.run([agents, team, folder, &read = facts_.agents] { *agents = read(team, folder); },
            [this, key, agents] {
              KnownTeam& read = teams_[key];
              read = {.agents = *agents,
                      .at = loop_.clock().steady(),
                      .is_read = true,
                      .waiting = std::exchange(read.waiting, {})};
              for (const auto& one : std::exchange(read.waiting, {})) one(*agents);
            });
}

}  // namespace fm::server
