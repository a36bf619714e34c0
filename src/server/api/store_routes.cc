// What goes across rooms: costs, memory, channels.
#include <utility>

#include "server/api/api.h"

namespace fm::server {
namespace {

constexpr Millis kDay{86'400'000};
constexpr std::int64_t kMostDays = 36'500;

JsonArray lines_json(const std::vector<CostLine>& lines) {
  JsonArray out;
  for (const CostLine& line : lines)
    out.push_back(JsonObject{{"name", line.name}, {"sum", cost_json(line.sum)}});
  return out;
}

}  // namespace

void Api::show_costs(ApiCallPtr call) {
  const auto days = call->number("days");
  if (!days) return call->fail(days.error());
  if (*days && (**days < 1 || **days > kMostDays))
    return call->fail(request_invalid("`days` is 1 to 36500."));
  CostsQuery query{.since = {},
                   .room = RoomId{std::string(call->request().parameter("room"))},
                   .by = {CostGroup::kDay, CostGroup::kRoom, CostGroup::kAgent, CostGroup::kModel,
                          CostGroup::kTask}};
  if (*days) query.since = {loop_.clock().now().value - (**days * kDay.count())};
  service_.costs(std::move(query), [call](const Result<CostTables>& tables) {
    if (!tables) return call->fail(tables.error());
    JsonObject out;
    CostSum total;
    std::size_t at = 0;
    for (const char* name : {"day", "room", "agent", "model", "task"})
      out[name] = lines_json((*tables)[at++]);
    for (const CostLine& line : tables->front()) total += line.sum;
    out["total"] = cost_json(total);
    call->answer(200, out);
  });
}

void Api::list_memory(ApiCallPtr call) {
  const auto page = call->page();
  if (!page) return call->fail(page.error());
  std::string folder(call->request().parameter("folder"));
  if (folder.empty()) folder = facts_.folder;
  service_.memory({.folder = std::move(folder), .room = {}, .page = *page},
                  call->page_of<MemoryEntry>(memory_json));
}

void Api::list_channels(ApiCallPtr call) {
  const auto page = call->page();
  if (!page) return call->fail(page.error());
  service_.channels(*page, call->page_of<ChannelBinding>([](const ChannelBinding& one) {
    return JsonObject{{"channel", one.channel.key}, {"room", one.room.value}};
  }));
}

void Api::bind_channel(ApiCallPtr call) {
  const auto channel = parse_channel(call->path("channel"));
  if (!channel) return call->fail(channel.error());
  service_.bind(call->caller(), call->room(), {*channel},
                [call](const Result<std::vector<Bound>>& bound) {
                  if (!bound) return call->fail(bound.error());
                  JsonObject out{{"channel", call->path("channel")}};
                  if (!bound->empty() && !bound->front().before.empty())
                    out["before"] = bound->front().before.value;
                  call->answer(200, out);
                });
}

void Api::unbind_channel(ApiCallPtr call) {
  const auto channel = parse_channel(call->path("channel"));
  if (!channel) return call->fail(channel.error());
  service_.unbind(call->caller(), call->room(), *channel, [call](const Result<EventPtr>& event) {
    if (!event) return call->fail(event.error());
    call->done();
  });
}

}  // namespace fm::server
