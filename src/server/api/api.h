// Api: what a browser asks of the server (openapi.yaml), answered by the service (P-70).
//
// A table of routes, each with its handler; handlers ask the service and answer when it does. What
// is said is said in the session's name. Loop thread; all parts outlive it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/service.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"
#include "server/api/api_call.h"
#include "server/api/api_values.h"
#include "server/api/done_once.h"
#include "server/session/web_sessions.h"
#include "server/stream/streams.h"

namespace fm::server {

// What main knows and the service does not tell.
struct ApiFacts {
  std::string version;
  std::string folder;  // that serve was started in
  std::string team;    // configured for a new ideation; empty: the usual one
  std::string preset;
  std::string model;  // the same
  // Of a team as a folder has it, and the teams there are; these block.
  std::function<std::vector<AgentLine>(const std::string& team, const std::string& folder)> agents;
  std::function<std::vector<TeamLine>(const std::string& folder)> teams;
};

class Api {
 public:
  struct Route {
    std::string_view method;
    std::string_view pattern;  // "/api/rooms/{room}"
    void (Api::*handler)(ApiCallPtr call);
  };

  // `sessions` are loaded.
  Api(Service& service, WebSessions& sessions, Loop& loop, ApiFacts facts);
  ~Api();
  Api(const Api&) = delete;

  // Answers whatever the path is: 404 and 405 where nothing is.
  void handle(Admitted who, WebRequest request, std::shared_ptr<HttpReply> reply);

  static const std::vector<Route>& routes();

  // The server ends: streams are told.
  void leave();
  std::size_t streams() const { return streams_.count(); }

 private:
  // The agents of a team, as its files were a moment ago.
  struct KnownTeam {
    std::vector<AgentLine> agents;
    Millis at{0};
    bool is_read = false;
    std::vector<std::function<void(const std::vector<AgentLine>&)>> waiting;
  };

  // Who is here.
  void description(ApiCallPtr call);
  void session(ApiCallPtr call);
  void leave_session(ApiCallPtr call);
  void list_sessions(ApiCallPtr call);
  void revoke_session(ApiCallPtr call);
  void make_link(ApiCallPtr call);
  void revoke(ApiCallPtr call, const std::string& id);

  // Rooms, and what is said in them.
  void list_rooms(ApiCallPtr call);
  void open_room(ApiCallPtr call);
  void open_new(ApiCallPtr call, JsonObject body, std::string model, bool is_chosen);
  void show_room(ApiCallPtr call);
  void list_messages(ApiCallPtr call);
  void show_message(ApiCallPtr call);
  void say(ApiCallPtr call);
  void list_events(ApiCallPtr call);
  void interrupt(ApiCallPtr call);
  void resume(ApiCallPtr call);
  void cancel(ApiCallPtr call);
  void stream(ApiCallPtr call);

  // Decisions, projects, ideas.
  void list_gates(ApiCallPtr call);
  void answer_gate(ApiCallPtr call);
  void show_project(ApiCallPtr call);
  void show_work(ApiCallPtr call);
  void show_task_work(ApiCallPtr call);
  void edit_plan(ApiCallPtr call);
  void forget(ApiCallPtr call);
  void show_ideas(ApiCallPtr call);
  void show_report(ApiCallPtr call);

  // All rooms.
  void show_costs(ApiCallPtr call);
  void list_memory(ApiCallPtr call);
  void list_channels(ApiCallPtr call);
  void bind_channel(ApiCallPtr call);
  void unbind_channel(ApiCallPtr call);

  // Whoever speaks, decides or looks on comes into the room first: what was unfinished there goes
  // on. Where all was finished, `use` is called too.
  void entered(const ApiCallPtr& call, std::function<void()> use);
  // The same; a conversation that ended begins anew.
  void entered_to_talk(const ApiCallPtr& call, std::function<void()> use);
  void begin_to_talk(const ApiCallPtr& call, std::string model, bool is_chosen,
                     std::function<void()> use);

  void with_room(ApiCallPtr call, std::function<void(const RoomViewPtr&)> use);
  void with_agents(const std::string& team, const std::string& folder,
                   std::function<void(const std::vector<AgentLine>&)> use);

  Service& service_;
  WebSessions& sessions_;
  Loop& loop_;
  const ApiFacts facts_;
  std::map<std::pair<std::string, std::string>, KnownTeam> teams_;  // by team and folder
  DoneOnce done_once_;
  Streams streams_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
  PoolScope pool_;  // the last: what it runs uses all of the above
};

}  // namespace fm::server
