// Rooms: which there are, one as it is now, and opening one.
#include <charconv>
#include <utility>

#include "app/message_limits.h"
#include "app/queries/project_json.h"
#include "base/sha256.h"
#include "server/api/api.h"

namespace fm::server {
namespace {

constexpr const char* kDemoModel = "rehearsal";
constexpr std::size_t kMostRooms = 50;  // of one stream

// What is as the client has it is not sent again.
void answer_tagged(const ApiCallPtr& call, const JsonObject& object) {
  const std::string quoted = "\"" + to_hex(sha256(canonical(object))).substr(0, 16) + "\"";
  if (call->request().header("if-none-match") == quoted)
    return call->answer(HttpAnswer{.status = 304, .headers = {{"etag", quoted}}});
  HttpAnswer answer = json_answer(200, object);
  answer.headers["etag"] = quoted;
  call->answer(std::move(answer));
}

std::optional<int> int_in(const JsonObject& object, std::string_view key) {
  const Json* value = find_at(object, key);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  return static_cast<int>(std::clamp<std::int64_t>(value->get_int64(), 0, 1'000'000));
}

}  // namespace

void Api::list_rooms(ApiCallPtr call) {
  const auto page = call->page();
  if (!page) return call->fail(page.error());
  RoomsQuery query{.folder = {}, .page = *page};
  if (const auto folder = call->request().parameter("folder"); !folder.empty())
    query.folder = std::string(folder);
  service_.rooms(std::move(query), call->page_of<RoomSummary>(room_summary_json));
}

void Api::show_room(ApiCallPtr call) {
  with_room(call, [this, call](const RoomViewPtr& room) {
    with_agents(room->team, room->folder, [call, room](const std::vector<AgentLine>& team) {
      answer_tagged(call, room_json(*room, team));
    });
  });
}

void Api::open_room(ApiCallPtr call) {
  auto body = call->body();
  if (!body) return call->fail(body.error());
  std::string model(text_at(*body, "model", facts_.model));
  if (bool_at(*body, "demo")) model = kDemoModel;
  if (!model.empty()) return open_new(std::move(call), *std::move(body), std::move(model), false);
  service_.choose_model([this, call = std::move(call), body = *std::move(body),
                         alive = std::weak_ptr(alive_)](ChosenModel chosen) mutable {
    if (alive.expired()) return;
    if (chosen.failure) return call->fail(*chosen.failure);
    open_new(std::move(call), std::move(body), std::move(chosen.model), true);
  });
}

void Api::open_new(ApiCallPtr call, JsonObject body, std::string model, bool is_chosen) {
  const std::string folder(text_at(body, "folder", facts_.folder));
  if (!folder.starts_with('/')) return call->fail(request_invalid("`folder` is no absolute path."));
  const auto answer_started = [](const DoneOnce::Answer& answer) {
    return [answer](const Result<Started>& started) {
      answer(started ? json_answer(201, started_json(*started))
                     : problem(status_of(started.error()), started.error()));
    };
  };
  constexpr std::size_t kMostTitle = 200;
  if (text_at(body, "title").size() > kMostTitle)
    return call->fail(request_invalid("`title` is over 200 bytes."));
  const Json* ideate = find_at(body, "ideate");
  if (ideate == nullptr) {
    ConversationRequest request{.folder = folder,
                                .new_title = std::string(text_at(body, "title")),
                                .team = std::string(text_at(body, "team")),
                                .model = std::move(model),
                                .model_is_chosen = is_chosen};
    return done_once_.run(call, [&](DoneOnce::Answer answer) {
      service_.open_conversation(call->caller(), std::move(request),
                                 answer_started(std::move(answer)));
    });
  }
  IdeateRequest request{.topic = std::string(text_at(*ideate, "topic")),
                        .model = std::move(model),
                        .model_is_chosen = is_chosen,
                        .continues = RoomId{std::string(text_at(*ideate, "continues"))},
                        .folder = folder};
  if (!facts_.team.empty()) request.team = facts_.team;
  if (!facts_.preset.empty()) request.preset = facts_.preset;
  if (const auto team = text_at(body, "team"); !team.empty()) request.team = team;
  if (const auto preset = text_at(*ideate, "preset"); !preset.empty()) request.preset = preset;
  request.max_rounds = int_in(ideate->is_object() ? ideate->get_object() : JsonObject(), "rounds");
  request.min_ideas = int_in(ideate->is_object() ? ideate->get_object() : JsonObject(), "ideas");
  if (request.continues.empty()) {
    if (const auto topic = check_topic(request.topic); !topic) return call->fail(topic.error());
  } else if (find_at(body, "model") == nullptr) {
    request.model.clear();  // those that it had
    request.model_is_chosen = false;
  }
  done_once_.run(call, [&](DoneOnce::Answer answer) {
    service_.ideate(call->caller(), std::move(request), answer_started(std::move(answer)));
  });
}

void Api::resume(ApiCallPtr call) {
  const auto body = call->body();
  if (!body) return call->fail(body.error());
  const ResumeForce force = bool_at(*body, "force") ? ResumeForce::kYes : ResumeForce::kNo;
  const auto done = [call](const Result<Started>& started) {
    if (!started) return call->fail(started.error());
    call->answer(200, started_json(*started));
  };
  if (bool_at(*body, "anew"))
    service_.begin_anew(call->caller(), call->room(), force, done);
  else
    service_.resume(call->caller(), call->room(), force, done);
}

void Api::interrupt(ApiCallPtr call) {
  const auto done = service_.interrupt(call->caller(), call->room());
  if (!done) return call->fail(done.error());
  call->done();
}

void Api::cancel(ApiCallPtr call) {
  const auto body = call->body();
  if (!body) return call->fail(body.error());
  service_.cancel(call->caller(), call->room(), std::string(text_at(*body, "why")),
                  [call](const Result<EventPtr>& event) {
                    if (!event) return call->fail(event.error());
                    call->answer(200, {{"room_seq", (*event)->room_seq.value}});
                  });
}

void Api::stream(ApiCallPtr call) {
  StreamWanted wanted{.rooms = {},
                      .all = call->request().parameter("all") == "true",
                      .last_id = std::string(call->request().header("last-event-id")),
                      .session = call->who().session};
  if (call->request().method == "HEAD")  // which looks, and wakes nobody
    return call->answer(HttpAnswer{.headers = {{"content-type", "text/event-stream"}}});
  for (const auto& [name, value] : call->request().query) {
    if (name != "room") continue;
    const auto colon = value.rfind(':');
    std::int64_t after = 0;
    const char* end = value.data() + value.size();
    const char* from = colon == value.npos ? end : value.data() + colon + 1;
    const auto [stopped, failure] = std::from_chars(from, end, after);
    if (failure != std::errc() || stopped != end || after < 0 || colon == 0)
      return call->fail(
          request_invalid("`room` is a room and the room_seq after which its "
                          "events are wanted, as in tea-x1y2:17."));
    wanted.rooms[value.substr(0, colon)] = after;
  }
  if (wanted.rooms.size() > kMostRooms)
    return call->fail(request_invalid("One stream follows at most 50 rooms."));
  // Whoever looks on at a room whose work was cut off sees it go on, as in a terminal. What hinders
  // that is told by the room itself.
  for (const auto& [room, after] : wanted.rooms)
    service_.enter(call->caller(), RoomId{room}, [](const Result<Started>&) {});
  streams_.open(wanted, call->reply());
}

}  // namespace fm::server
