// folkmoot room list | show | export
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/files/file_output.h"
#include "app/queries/project_json.h"
#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/report_error.h"
#include "cli/context/wait_for.h"
#include "cli/view/conversation_json_view.h"
#include "cli/view/live_screen.h"
#include "cli/view/plain_view.h"

namespace fm::cli {
namespace {

constexpr std::size_t kPage = 500;
constexpr std::size_t kOneLine = 76;  // columns from which a room fits on one line with its title

TextStyle style_of(const std::string& state) {
  if (state == "failed" || state == "quarantined") return kDanger;
  if (state == "waiting" || state == "paused") return kAsk;
  return state == "working" ? kGood : kPlain;
}

// Names are never cut: they are there to be copied.
Lines room_lines(const RoomSummary& room, std::size_t name_width, const Context& context) {
  const Charset charset = context.terminal.charset;
  const std::size_t columns = context.columns();
  const std::string title = one_line(room.title, charset);
  const std::string when = to_local_time(room.updated_at);
  Line first;
  if (columns >= kOneLine) {
    first.add(column(room.id.value, name_width, charset) + "  ")
        .add(column(room.state, 11, charset) + "  ", style_of(room.state))
        .add(column(when, 16, charset) + "  ", kQuiet)
        .add(cut(title, columns - std::min(columns - 10, name_width + 33), charset));
    return {first};
  }
  first.add(room.id.value + "  ").add(room.state, style_of(room.state));
  Line second;
  second.add("  " + cut(title, columns - 2, charset), kQuiet);
  return {first, second};
}

Result<RoomSummary> room_meant(Service& service, const std::string& said, const Context& context) {
  const auto rooms = TRY(all_rooms(service, context.loop));
  if (!said.empty()) return find_room(rooms, said);
  const Error none{"room_unknown", "There is no room of this folder yet.", "",
                   "See those of other folders with: folkmoot room list --all"};
  auto newest = newest_room(rooms, context.folder, [](const RoomSummary&) { return true; }, none);
  if (!newest) return std::unexpected(none_here(service, context, newest.error()));
  return newest;
}

// Shows a room's past with the words of the view that showed it when it happened.
class Retelling {
 public:
  Retelling(ViewState& view_state, Context& context)
      : view_state_(view_state),
        context_(context),
        screen_(view_state, {.charset = context.terminal.charset, .me = {}}),
        conversation_(view_state, context.out) {
    const Terminal& terminal = context.terminal;
    if (!terminal.redraws)
      plain_ = std::make_unique<PlainView>(
          view_state, context.out,
          PlainView::Options{.charset = terminal.charset,
                             .columns = terminal.on.stdout_tty ? terminal.size.columns : 0,
                             .me = {}});
    screen_.resize(terminal.size.columns, terminal.size.rows);
  }

  bool event(const Event& event) {
    const bool conversation = context_.globals.json == JsonMode::kTalk;
    if (context_.json() && !conversation) return context_.out.write_all(encode(event) + "\n");
    view_state_.apply(event);
    if (conversation) {
      conversation_.event(event, Age::kNew);
      return context_.out.write_all({});
    }
    if (!plain_) {
      screen_.event(event, Age::kNew);
      return flush();
    }
    plain_->event(event, Age::kNew);
    return context_.out.write_all({});
  }

  void end() {
    const FlowRecord* flow = view_state_.room.latest_flow();
    if (context_.globals.json == JsonMode::kTalk) return conversation_.sum(std::nullopt);
    if (context_.json() || flow == nullptr) return;
    // A conversation has no end, and rests wherever it stands.
    if (flow->name == "chat" && view_state_.open_gate() == nullptr) return;
    const bool over = flow->state == FlowState::kFinished;
    const Ending ending{.kind = over                                 ? EndKind::kOver
                                : view_state_.open_gate() == nullptr ? EndKind::kPaused
                                                                     : EndKind::kWaiting,
                        .status = kDone,
                        .elapsed = view_state_.room.updated_at - flow->started_at};
    if (plain_) {
      plain_->end(ending);
    } else {
      screen_.end(ending);
      flush();
    }
  }

 private:
  bool flush() { return print(screen_.frame(Millis(0)).settled, context_); }

  ViewState& view_state_;
  Context& context_;
  LiveScreen screen_;
  ConversationJsonView conversation_;
  std::unique_ptr<PlainView> plain_;
};

// Calls use(item) for each of a room's events after `after`, page by page; false from it ends the
// reading.
template <class T, class Ask, class Use>
Result<void> each_of(const RoomId& room, RoomSeq after, Loop& loop, Ask ask, Use use) {
  for (;;) {
    const Page<T> page = TRY(wait_for<Page<T>>(loop, [&](auto done) {
      ask(EventsQuery{.room = room, .after = after, .limit = kPage}, std::move(done));
    }));
    for (const T& item : page.items)
      if (!use(item)) return {};
    if (page.next.empty()) return {};
    after = RoomSeq{std::stoll(page.next)};
  }
}

}  // namespace

int run(const RoomListArgs& args, Context& context) {
  const auto opened = look_at_store(context);
  if (!opened && !is_no_store(opened.error())) return report(opened.error(), context);
  std::vector<RoomSummary> rooms;
  if (opened) {
    auto known = all_rooms(*opened->service, context.loop);
    if (!known) return report(known.error(), context);
    rooms = std::move(*known);
  }
  const std::size_t all = rooms.size();
  if (!args.all)
    std::erase_if(rooms, [&](const RoomSummary& room) { return room.folder != context.folder; });
  std::size_t widest = 0;
  for (const RoomSummary& room : rooms) widest = std::max(widest, room.id.value.size());
  for (const RoomSummary& room : rooms)
    if (!(context.json() ? print_json(room_summary_json(room), context)
                         : print(room_lines(room, widest, context), context)))
      return kDone;
  if (rooms.empty() && opened) tell_if_moved(*opened->service, context);
  if (!rooms.empty() || context.json() || context.globals.quiet) return kDone;
  print({Line(all == 0 ? "There are no rooms yet. Begin one: folkmoot ideate \"a topic\""
                       : fmt::format("No room of this folder yet; {} in others: folkmoot room "
                                     "list --all",
                                     all))},
        context);
  return kDone;
}

int run(const RoomShowArgs& args, Context& context) {
  const auto opened = look_at_store(context);
  if (!opened) return report(opened.error(), context);
  Service& service = *opened->service;
  const auto room = room_meant(service, args.room, context);
  if (!room) return report(room.error(), context);
  ViewState view_state;
  Retelling retelling(view_state, context);
  const auto told = each_of<EventPtr>(
      room->id, RoomSeq{args.after.value_or(0)}, context.loop,
      [&](EventsQuery query, auto done) { service.events(std::move(query), std::move(done)); },
      [&](const EventPtr& event) { return retelling.event(*event); });
  if (!told) return report(told.error(), context);
  retelling.end();
  return kDone;
}

int run(const RoomExportArgs& args, Context& context) {
  const auto opened = look_at_store(context);
  if (!opened) return report(opened.error(), context);
  Service& service = *opened->service;
  const auto room = room_meant(service, args.room, context);
  if (!room) return report(room.error(), context);
  std::string file;
  const auto keep = [&](const std::string& line) {
    if (args.out.empty()) return context.out.write_all(line + "\n");
    file += line + "\n";
    return true;
  };
  const auto told = each_of<std::string>(
      room->id, RoomSeq{0}, context.loop,
      [&](EventsQuery query, auto done) { service.exported(std::move(query), std::move(done)); },
      keep);
  if (!told) return report(told.error(), context);
  if (args.out.empty()) return kDone;
  const std::string path = (std::filesystem::path(context.folder) / args.out).string();
  if (const auto written = write_file(path, file); !written)
    return report(written.error(), context);
  if (!context.globals.quiet && !context.json()) print({Line("Saved " + path)}, context);
  return kDone;
}

}  // namespace fm::cli
