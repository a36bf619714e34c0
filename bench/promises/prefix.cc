// What of all that is sent stood at the beginning of an earlier call, so that a provider's cache
// can have it; and what the rest is.
#include <fmt/format.h>

#include <algorithm>

#include "bench/promises/discussions.h"
#include "bench/promises/fake_server.h"
#include "bench/promises/promises.h"

namespace fm::bench {
namespace {

// The contents of a request's messages, one after another.
std::string contents(const std::string& body) {
  const auto json = parse_json(body);
  std::string all;
  if (!json) give_up("a request is no JSON");
  for (const Json& message : find_at(*json, "messages")->get_array())
    all += text_at(message, "content");
  return all;
}

std::size_t shared(std::string_view one, std::string_view other) {
  const auto [a, b] = std::ranges::mismatch(one, other);
  return static_cast<std::size_t>(a - one.begin());
}

struct Split {
  double all = 0, cached = 0, first = 0, messages = 0, now = 0, card = 0, task = 0;
};

// Headers of sections cannot stand in what agents wrote (P-63), so the last ones are ours.
void add(Split& split, std::string_view text, std::size_t cached, bool first) {
  const auto at = [&](std::string_view header, std::size_t otherwise) {
    const auto found = text.rfind(header);
    return found == text.npos ? otherwise : std::max(found, cached);
  };
  const std::size_t card = at("=== you are ", text.size());
  const std::size_t now = std::min(at("=== now ===", card), card);
  const std::size_t task = std::max(at("=== your task ===", text.size()), card);
  const auto span = [](std::size_t from, std::size_t to) { return static_cast<double>(to - from); };
  split.all += static_cast<double>(text.size());
  split.cached += static_cast<double>(cached);
  (first ? split.first : split.messages) += span(cached, now);
  split.now += span(now, card);
  split.card += span(card, task);
  split.task += span(task, text.size());
}

}  // namespace

void measure_prefix(Table& table, Scratch& scratch) {
  const FakeServer server(scratch, answers(Bodies::kKept));
  run_child("discussions", {server.base_url(), scratch.fresh(), "1", "3"});
  std::vector<std::string> calls;
  Split split;
  for (const std::string& body : server.bodies()) {
    std::string text = contents(body);
    std::size_t cached = 0;
    for (const std::string& earlier : calls) cached = std::max(cached, shared(text, earlier));
    add(split, text, cached, calls.empty());
    calls.push_back(std::move(text));
  }
  table.heading(fmt::format("prefixes, {} calls, {} sent", calls.size(), size(split.all)));
  const auto share = [&](double part) { return fmt::format("{:.4f}", part / split.all); };
  const double cached = split.cached / split.all;
  table.row("share that began an earlier call", share(split.cached), {}, {}, Aim::kAtLeast, 0.88,
            cached);
  table.plain_row("  the rest: new messages", share(split.messages));
  table.plain_row("  state now (round, ideas, wishes)", share(split.now));
  table.plain_row("  card", share(split.card));
  table.plain_row("  task and format", share(split.task));
  table.plain_row("  the very first call", share(split.first));
}

}  // namespace fm::bench
