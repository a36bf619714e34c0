#include "cli/listing/cast_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "cli/text/marks.h"
#include "cli/view/notes.h"

namespace fm::cli {
namespace {

constexpr std::string_view kSilent = "orchestrator";  // it decides who speaks, and says nothing
constexpr std::size_t kName = 16;

void add_text(Lines& lines, std::string_view text, TextStyle style, std::size_t columns) {
  for (const std::string& row : wrap(text, columns)) lines.emplace_back(row, style);
}

std::string what_it_does(const RoomView& room, std::string_view agent) {
  std::string does;
  for (const TurnRecord& turn : room.turns)
    if (turn.agent == agent && turn.state == TurnState::kRunning) does = activity(turn.task);
  return does;
}

}  // namespace

Cast cast_of(const ViewState& view_state) {
  Cast cast{.team = view_state.room.team, .members = {}, .is_demo = view_state.is_rehearsal()};
  const FlowRecord* flow = view_state.room.latest_flow();
  const Json* models = flow == nullptr ? nullptr : find_at(flow->args, "models");
  if (models == nullptr || !models->is_object()) return cast;
  const Json* fallbacks = find_at(flow->args, "fallbacks");
  for (const auto& entry : models->get_object()) {
    CastMember member{.agent = std::string(entry.key()),
                      .model = entry.value().is_string()
                                   ? std::string(std::string_view(entry.value().get_string()))
                                   : std::string(),
                      .fallbacks = {},
                      .does = what_it_does(view_state.room, entry.key())};
    if (fallbacks != nullptr) member.fallbacks = texts_at(*fallbacks, entry.key());
    cast.members.push_back(std::move(member));
  }
  const std::string leader(text_at(flow->args, "leader"));
  std::ranges::stable_partition(cast.members,
                                [&](const CastMember& one) { return one.agent == leader; });
  return cast;
}

Lines agent_lines(const Cast& cast, std::size_t columns, Charset charset) {
  Lines lines{Line("Team " + one_line(cast.team, charset), kStrong)};
  for (const CastMember& member : cast.members) {
    if (member.agent == kSilent) continue;
    const Mark mark = mark_of(member.agent, charset);
    Line line("  ");
    for (const Span& span : name_line(mark).spans) line.add(span.text, span.style);
    const std::size_t used = width(line);
    line.add(std::string(kName + 4 > used ? kName + 4 - used : 1, ' '))
        .add(member.does.empty() ? "idle" : member.does + "...",
             member.does.empty() ? kQuiet : kGood);
    if (!cast.is_demo) line.add("  " + one_line(member.model, charset), kQuiet);
    lines.push_back(cut(line, columns, charset));
  }
  add_text(lines, "@name speaks to one of them. folkmoot agents list tells what each is for.",
           kQuiet, columns);
  return lines;
}

Lines model_lines(const Cast& cast, std::size_t columns, Charset charset) {
  Lines lines;
  if (cast.is_demo) {
    add_text(
        lines,
        "Demo mode: no model speaks. To use one, set a provider's key, leave with /quit and run "
        "folkmoot --model PROVIDER:MODEL. folkmoot models lists what there is.",
        kPlain, columns);
    return lines;
  }
  std::map<std::string, std::vector<std::string>> speaks_for;
  for (const CastMember& member : cast.members) {
    std::string models = member.model;
    for (const std::string& next : member.fallbacks) models += ", then " + next;
    speaks_for[models].push_back(mark_of(member.agent, charset).name);
  }
  for (const auto& [models, agents] : speaks_for)
    append(lines, marked_lines("-",
                               one_line(models, charset) + ": " +
                                   (speaks_for.size() == 1 ? "all agents" : join(agents, ", ")),
                               kPlain, columns, charset));
  add_text(lines,
           "To change it: /quit, then folkmoot --model PROVIDER:MODEL. A project that is under way "
           "keeps its models to its end. folkmoot models lists what there is.",
           kQuiet, columns);
  return lines;
}

}  // namespace fm::cli
