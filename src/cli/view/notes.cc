#include "cli/view/notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/report/report_html.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/text/marks.h"
#include "team/looks/looked_at.h"
#include "team/room/event_error.h"

namespace fm::cli {
namespace {

void add_wrapped(Lines& lines, std::string_view text, std::size_t indent, TextStyle style,
                 std::size_t columns) {
  const std::size_t room = columns > indent + 8 ? columns - indent : columns;
  for (const std::string& row : wrap(text, room)) {
    Line line;
    line.add(std::string(columns > indent + 8 ? indent : 0, ' ')).add(row, style);
    lines.push_back(std::move(line));
  }
}

std::string limits_text(const Json& args) {
  std::string out;
  const std::string_view preset = text_at(args, "preset");
  const std::int64_t rounds = int_at(args, "max_rounds");
  const std::int64_t ideas = int_at(args, "min_ideas");
  if (!preset.empty()) out += fmt::format(", {}", preset);
  if (rounds > 0) out += fmt::format(", {} round{}", rounds, rounds == 1 ? "" : "s");
  if (ideas > 0) out += fmt::format(", at least {} idea{}", ideas, ideas == 1 ? "" : "s");
  if (const std::size_t panel = texts_at(args, "panel").size(); panel > 1)
    out += fmt::format(", a panel of {}", panel);
  return out;
}

}  // namespace

Lines marked_lines(std::string_view mark, std::string_view text, TextStyle style,
                   std::size_t columns, Charset charset) {
  Lines lines;
  const std::string clean = shown(text, charset);
  for (const std::string& row : wrap(clean, columns > 12 ? columns - 2 : columns)) {
    Line line;
    line.add(lines.empty() ? std::string(mark) + " " : "  ", style).add(row, style);
    lines.push_back(std::move(line));
  }
  return lines;
}

Lines error_lines(const Error& error, TextStyle style, std::size_t columns, Charset charset) {
  Lines lines = marked_lines("!", error.message, style, columns, charset);
  for (const std::string& part : {error.cause, error.cure})
    if (!part.empty()) add_wrapped(lines, shown(part, charset), 2, kPlain, columns);
  return lines;
}

Lines gate_lines(const OpenGate& gate, std::size_t columns, Charset charset) {
  Lines lines =
      marked_lines("?", gate.question, {.colour = kAsk.colour, .bold = true}, columns, charset);
  int number = 1;
  for (const std::string& option : gate.options)
    add_wrapped(lines, fmt::format("{} {}", number++, one_line(option, charset)), 2, kPlain,
                columns);
  return lines;
}

Lines opening_lines(const ViewState& view_state, std::size_t columns, Charset charset) {
  Lines lines;
  const FlowRecord* flow = view_state.room.latest_flow();
  const Json args = flow != nullptr ? flow->args : Json();
  std::string topic(text_at(args, "topic"));
  if (topic.empty()) topic = view_state.room.title;
  const std::string title = one_line(cut_bytes(topic, 1000), charset);
  const auto rows = wrap(title, columns);
  for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), 3); ++i)
    lines.emplace_back(
        i == 2 && rows.size() > 3 ? cut(rows[i] + " ...", columns, charset) : rows[i], kStrong);
  add_wrapped(lines,
              fmt::format("Room {}, team {}{}.", view_state.room.id.value,
                          one_line(view_state.room.team, charset), limits_text(args)),
              0, kQuiet, columns);
  if (view_state.is_rehearsal())
    add_wrapped(lines,
                "Demo mode: scripted answers, no AI model. Use --model to choose a real one.", 0,
                kAsk, columns);
  return lines;
}

Lines started_lines(const Opening& opening, std::size_t columns, Charset charset) {
  Lines lines;
  for (const Error& notice : opening.started.notices)
    append(lines, error_lines(notice, kAsk, columns, charset));
  if (opening.started.continued && !opening.resumed && opening.mode == Mode::kFlow)
    append(lines,
           marked_lines("-",
                        fmt::format("The discussion in room {} was not finished: it goes on. "
                                    "(--new begins another.)",
                                    opening.started.room.value),
                        kQuiet, columns, charset));
  if (const int rounds = opening.started.rounds_added; rounds > 0)
    append(lines, marked_lines(
                      "-",
                      fmt::format("The discussion in room {} gets {}.", opening.started.room.value,
                                  count_text(rounds, "more round", "more rounds")),
                      kQuiet, columns, charset));
  if (opening.started.unfinished)
    append(lines, marked_lines("-",
                               fmt::format("Another discussion of this folder is unfinished: "
                                           "folkmoot resume {}",
                                           opening.started.unfinished->value),
                               kQuiet, columns, charset));
  return lines;
}

Lines recap_lines(const ViewState& view_state, std::size_t columns, Charset charset) {
  const RoomView& room = view_state.room;
  std::string where;
  for (const TurnRecord& turn : room.turns) {
    const Progress at = progress_of(room, turn.task, turn.agent, turn.round);
    if (!at.stage.empty()) where = at.stage;
  }
  const std::size_t ideas = room.living_ideas().size();
  return marked_lines(
      "-",
      fmt::format("So far: {}{} message{}, {} idea{}. To read them: folkmoot room show {}",
                  where.empty() ? "" : where + ", ", room.messages.size(),
                  room.messages.size() == 1 ? "" : "s", ideas, ideas == 1 ? "" : "s",
                  room.id.value),
      kQuiet, columns, charset);
}

std::optional<Error> fault_in(const Event& event) {
  const bool fails = (event.kind == "phase.changed" && event.text("to") == "failed") ||
                     (event.kind == "flow.finished" && event.text("completion") == "error");
  if (fails) {
    if (const std::optional<Error> error = error_of(event)) return error;
    return Error{"", "This failed.", std::string(event.text("reason")), ""};
  }
  if (event.kind == "flow.paused")
    return Error{std::string(event.text("why")), "This is paused.",
                 std::string(event.text(event.text("detail").empty() ? "why" : "detail")),
                 std::string(event.text("cure"))};
  return std::nullopt;
}

std::optional<Error> paused_error(const RoomView& room) {
  const auto paused = std::ranges::find(room.flows, FlowState::kPaused, &FlowRecord::state);
  if (paused == room.flows.end()) return std::nullopt;
  Error error{paused->why,
              "This room is paused. What you say is kept, and read when the room continues.",
              paused->detail.empty() ? paused->why : paused->detail, paused->cure};
  if (error.cure.empty())  // from a release that did not tell
    error.cure =
        "Begin again from what was said and done: folkmoot resume " + room.id.value + " --anew";
  return error;
}

std::vector<std::string> unseen_files(const Event& event, Charset charset) {
  std::vector<std::string> lines;
  const Json* files = event.body.if_contains("files");
  if (files == nullptr || !files->is_array()) return lines;
  for (const Json& file : files->get_array())
    if (const std::string_view why = text_at(file, "why"); !why.empty())
      lines.push_back(fmt::format("{} is not shown to the team: {}.",
                                  one_line(text_at(file, "path"), charset),
                                  one_line(why, charset)));
  return lines;
}

std::optional<std::string> small_event(const Event& event, const RoomView& room,
                                       std::string_view me, Charset charset) {
  const auto text = [&](std::string_view key) { return one_line(event.text(key), charset); };
  const std::string_view kind = event.kind;
  if (kind == "idea.merged")
    return fmt::format("{} says the same as {} and is merged into it.", text("id"), text("into"));
  const bool withdrawn = bool_at(event.body, "withdrawn");
  if (kind == "idea.pinned")
    return fmt::format("{} is {}.", text("id"), withdrawn ? "no longer pinned" : "pinned");
  if (kind == "idea.vetoed")
    return fmt::format("{} is {}.", text("id"),
                       withdrawn ? "no longer vetoed" : "vetoed: it cannot be chosen");
  if (kind == "idea.scored" && event.by.kind == Actor::kPerson)
    return fmt::format("{} {} {} of 10.",
                       event.by.id == me ? "You give" : text("scorer") + " gives", text("id"),
                       score_text(static_cast<int>(event.number("score"))));
  if (kind == "gate.answered") {
    const std::string reason = text("reason");
    const std::string who = event.by.id == me ? "You" : one_line(event.by.id, charset);
    const auto known = std::ranges::find(room.answers, event.text("gate"), &GateAnswer::gate);
    const std::string answer =
        known == room.answers.end() ? text("answer") : one_line(known->answer, charset);
    return fmt::format("{} chose: {}{}.", who, answer, reason.empty() ? "" : " (" + reason + ")");
  }
  if (kind == "room.bound") return fmt::format("{} speaks in this room.", text("channel"));
  if (kind == "room.unbound") return fmt::format("{} speaks here no longer.", text("channel"));
  if (kind == "room.moved")
    return fmt::format("This room belongs to the folder {} now.", text("folder"));
  if (kind == "turn.finished") {
    const std::string seen = looked_words(looks_from_json(event.body));
    if (seen.empty()) return std::nullopt;
    return fmt::format("{} looked at {}", display_name(one_line(event.by.id, charset)),
                       one_line(seen, charset));
  }
  if (kind == "tool.finished" || kind == "tool.refused")
    return fmt::format("{}{}: {}", display_name(one_line(event.by.id, charset)),
                       text("task").empty() ? "" : " (" + text("task") + ")", text("summary"));
  return std::nullopt;
}

}  // namespace fm::cli
