#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/report/report_html.h"
#include "app/report/report_page.h"

namespace fm {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kUpperWords = {
    {{"ui", "UI"}, {"ux", "UX"}, {"qa", "QA"}}};

// Known speakers keep their look in every room.
constexpr std::array<std::pair<std::string_view, int>, 7> kKnown = {{{"leader", 0},
                                                                     {"researcher", 1},
                                                                     {"ideation", 2},
                                                                     {"adversary", 3},
                                                                     {"implementer", 4},
                                                                     {"moderator", 5},
                                                                     {"ui-creator", 6}}};

// In a box of 12 by 12; in the order of the hues.
constexpr std::array<std::string_view, kAgentHues> kShapes = {
    "<circle cx=\"6\" cy=\"6\" r=\"5.2\"/>",
    "<path d=\"M1.4 1.4h9.2v9.2H1.4z\"/>",
    "<path d=\"M6 .8 11.8 11H.2z\"/>",
    "<path d=\"M6 0l6 6-6 6-6-6z\"/>",
    "<path d=\"M3 .8h6L12 6 9 11.2H3L0 6z\"/>",
    "<path d=\"M6 .6a5.4 5.4 0 1 0 0 10.8A5.4 5.4 0 1 0 6 .6zm0 3a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 1 "
    "1 "
    "0-4.8z\"/>",
    "<path d=\"M6 0l1.7 4.3L12 6 7.7 7.7 6 12 4.3 7.7 0 6l4.3-1.7z\"/>",
    "<path d=\"M4 .6h4V4h3.4v4H8v3.4H4V8H.6V4H4z\"/>"};

// A team may call its leader what it likes; the look follows the role that it was cast in.
std::string role_of(const RoomView& view, const std::string& agent) {
  const FlowRecord* flow = view.latest_flow();
  const Json* roles = flow == nullptr ? nullptr : find_at(flow->args, "roles");
  if (roles == nullptr || !roles->is_object()) return agent;
  for (const auto& [role, snapshot] : roles->get_object()) {
    if (snapshot.is_string() && std::string_view(snapshot.get_string()) == agent) return role;
  }
  return agent;
}

// "ui-creator" is "UI creator".
std::string name_from_id(std::string_view id) {
  std::string name;
  for (std::size_t at = 0; at < id.size();) {
    const std::size_t end = std::min(id.find_first_of("-_", at), id.size());
    const std::string_view word = id.substr(at, end - at);
    const auto upper =
        std::ranges::find(kUpperWords, word, [](const auto& one) { return one.first; });
    if (!name.empty()) name += ' ';
    name += upper == kUpperWords.end() ? word : upper->second;
    at = end + 1;
  }
  if (!name.empty() && name.front() >= 'a' && name.front() <= 'z')
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name.empty() ? "Somebody" : name;
}

}  // namespace

Looks::Looks(const RoomView& view, const std::map<std::string, std::string>& names) {
  int next = 0;
  const auto meet = [&](const std::string& agent, bool person) {
    if (looks_.contains(agent)) return;
    PageLook look;
    const auto named = names.find(agent);
    look.name = one_line(named != names.end() ? named->second : name_from_id(agent), 60);
    const auto known =
        std::ranges::find(kKnown, role_of(view, agent), [](const auto& one) { return one.first; });
    if (person) {
      look.hue = kAgentHues - 1;
    } else if (known != kKnown.end()) {
      look.hue = known->second;
    } else {
      look.hue = next++ % (kAgentHues - 1);
    }
    looks_.emplace(agent, std::move(look));
  };
  for (const Message& message : view.messages) meet(message.from, message.kind == "user");
  for (const GateAnswer& answer : view.answers) meet(answer.by, true);
  for (const TurnRecord& turn : view.turns) meet(turn.agent, false);
  for (const Idea& idea : view.ideas) {
    if (idea.score) meet(idea.score->scorer, false);
  }
}

const PageLook& Looks::of(std::string_view agent) const {
  static const PageLook kNobody{"Somebody", kAgentHues - 1};
  const auto found = looks_.find(agent);
  return found == looks_.end() ? kNobody : found->second;
}

std::string Looks::mark(std::string_view agent) const {
  const int hue = of(agent).hue;
  return fmt::format(
      "<svg class=\"mark h{0}\" viewBox=\"0 0 12 12\" aria-hidden=\"true\"><use "
      "href=\"#s{0}\"/></svg>",
      hue);
}

void append_shapes(std::string& out) {
  out += "<svg width=\"0\" height=\"0\" class=\"shapes\" aria-hidden=\"true\">";
  for (std::size_t i = 0; i < kShapes.size(); ++i)
    out += fmt::format("<symbol id=\"s{}\" viewBox=\"0 0 12 12\">{}</symbol>", i, kShapes[i]);
  out += "</svg>\n";
}

}  // namespace fm
