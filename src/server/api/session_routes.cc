// Who is signed in, and what they find here.
#include <memory>
#include <utility>

#include "server/api/api.h"
#include "server/api/openapi.h"
#include "team/pack/screenplays.h"

namespace fm::server {

void Api::description(ApiCallPtr call) {
  HttpAnswer answer = text_answer(200, std::string(openapi_description()));
  answer.headers["content-type"] = "application/yaml";
  call->answer(std::move(answer));
}

void Api::session(ApiCallPtr call) {
  struct Found {
    ChosenModel model;
    std::vector<TeamLine> teams;
  };
  const auto found = std::make_shared<Found>();
  const auto tell = [this, call, found] {
    JsonArray teams;
    for (const TeamLine& team : found->teams)
      teams.push_back(JsonObject{
          {"id", team.id}, {"title", team.title}, {"what", team.what}, {"flow", team.flow}});
    JsonArray demos;
    for (const OfferedDemonstration& one : built_in_demonstrations())
      demos.push_back(JsonObject{
          {"id", one.name}, {"title", one.title}, {"about", one.about}, {"opening", one.opening}});
    service_.rooms({}, [this, call, found, teams = std::move(teams), demos = std::move(demos),
                        alive = std::weak_ptr(alive_)](const Result<Page<RoomSummary>>& rooms) {
      if (alive.expired()) return;
      if (!rooms) return call->fail(rooms.error());
      std::vector<std::string> folders;
      for (const RoomSummary& room : rooms->items)
        if (std::ranges::find(folders, room.folder) == folders.end())
          folders.push_back(room.folder);
      JsonObject out{{"name", call->who().name},
                     {"version", facts_.version},
                     {"epoch", sessions_.epoch()},
                     {"folder", facts_.folder},
                     {"folders", to_json(folders)},
                     {"demo", found->model.model == "rehearsal"},
                     {"teams", teams},
                     {"demos", demos}};
      if (!found->model.model.empty()) out["model"] = found->model.model;
      call->answer(200, out);
    });
  };
  const auto read_teams = [this, found, tell] {
    pool_.run(
        [found, &teams = facts_.teams, folder = facts_.folder] { found->teams = teams(folder); },
        tell);
  };
  if (!facts_.model.empty()) {
    found->model.model = facts_.model;
    return read_teams();
  }
  service_.choose_model([found, read_teams, alive = std::weak_ptr(alive_)](ChosenModel chosen) {
    if (alive.expired()) return;
    found->model = std::move(chosen);
    read_teams();
  });
}

void Api::leave_session(ApiCallPtr call) {
  const std::string id = call->who().session;
  revoke(std::move(call), id);
}

void Api::revoke_session(ApiCallPtr call) {
  const std::string id = call->path("session");
  revoke(std::move(call), id);
}

void Api::revoke(ApiCallPtr call, const std::string& id) {
  const auto revoked = std::make_shared<Result<bool>>(false);
  pool_.run([&sessions = sessions_, id, revoked] { *revoked = sessions.revoke(id); },
            [this, call, id, revoked] {
              streams_.end_session(id);
              if (!*revoked) return call->fail(revoked->error());
              if (!**revoked)
                return call->fail({"session_unknown", "There is no session of that id.", "", ""});
              call->done();
            });
}

void Api::list_sessions(ApiCallPtr call) {
  JsonArray items;
  for (const WebSession& one : sessions_.all())
    items.push_back(JsonObject{{"id", one.id},
                               {"name", one.name},
                               {"since", to_rfc3339(one.since)},
                               {"used", to_rfc3339(one.used)},
                               {"here", one.id == call->who().session}});
  call->answer(200, {{"items", std::move(items)}});
}

void Api::make_link(ApiCallPtr call) {
  const auto body = call->body();
  if (!body) return call->fail(body.error());
  const std::string name(text_at(*body, "name", call->who().name));
  const auto link = std::make_shared<Result<WebSessions::Link>>(std::unexpect);
  pool_.run([&sessions = sessions_, name, link] { *link = sessions.new_link(name); },
            [call, name, link] {
              if (!*link) return call->fail(link->error());
              call->answer(201, {{"url", (*link)->url},
                                 {"name", name},
                                 {"ends_at", to_rfc3339((*link)->ends_at)}});
            });
}

}  // namespace fm::server
