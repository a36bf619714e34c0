#include "app/queries/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "app/files/project_documents.h"
#include "app/queries/rooms.h"
#include "base/text.h"
#include "reading/brief/brief.h"
#include "team/documents/work_log.h"
#include "team/documents/work_review.h"
#include "team/room/brief.h"
#include "team/text/fence.h"
#include "team/text/markdown_sections.h"
#include "team/text/markdown_text.h"

namespace fm {
namespace {

constexpr std::size_t kDigestProjects = 5;
constexpr std::size_t kTitleBytes = 100;
constexpr std::size_t kLineBytes = 200;
constexpr std::size_t kPage = 500;

// The newest that was not broken off of the kinds, the first of which counts most.
const Message* latest_of(const RoomView& room, const Project& project,
                         std::initializer_list<std::string_view> kinds) {
  for (const std::string_view kind : kinds)
    for (auto one = room.messages.rbegin(); one != room.messages.rend(); ++one)
      if (one->project == project.id && one->kind == kind && !one->interrupted) return &*one;
  return nullptr;
}

// A review begins with front matter, which is for programs.
std::string_view without_front_matter(std::string_view text) {
  constexpr std::string_view kMark = "---\n";
  if (!text.starts_with(kMark)) return text;
  const std::size_t end = text.find("\n---\n");
  return end == std::string_view::npos ? text : trim(text.substr(end + kMark.size() + 1));
}

// Options have no sentence that says it all; their titles do.
std::string titles_of(std::string_view options) {
  std::vector<std::string> titles;
  for (const std::string_view line : split_lines(options))
    if (line.starts_with("## ")) titles.emplace_back(trim(line.substr(3)));
  return join(titles, "; ");
}

// The first line that is neither a heading nor a mark: of a review the sentence in bold.
std::string first_sentence(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const std::string_view words = trim(line);
    if (words.empty() || words.starts_with('#') ||
        words.find_first_not_of("-=`~*_ ") == std::string_view::npos)
      continue;
    return bare_title(words);
  }
  return {};
}

// Work that holds files is told by their names, never by a line of a fence.
std::string files_line(const RoomView& room, const Project& project) {
  std::vector<std::string> names;
  for (const WorkFile& file : files_of(handed_in(room, project)).files) names.push_back(file.path);
  return join(names, ", ");
}

std::string what_it_came_to(const RoomView& room, const Project& project, const Message& message) {
  std::string line;
  if (message.kind == "options") line = titles_of(*message.text);
  if (message.kind == "work") line = files_line(room, project);
  // One of an older version says in its own words what came of it.
  if (message.kind == "review" && !message.text->starts_with("---\n"))
    line = review_of(room, project).one_liner;
  return line.empty() ? first_sentence(without_front_matter(*message.text)) : line;
}

MemoryEntry entry_of(const RoomView& room, const Project& project) {
  MemoryEntry entry;
  entry.room = room.id;
  entry.project = project.id;
  entry.goal = project.goal;
  if (const BriefRevision* brief = project.brief()) {
    entry.brief = brief->brief;
    entry.origin = brief->origin;
    entry.title = brief->brief->title;
    if (!brief->brief->goal.empty()) entry.goal = brief->brief->goal;
  }
  const auto lines = split_lines(project.goal);
  if (entry.title.empty() && !lines.empty()) entry.title = lines.front();
  entry.decisions = project_decisions(room, project);
  if (const Message* message = latest_of(room, project, {"review", "work", "options"})) {
    entry.one_liner = what_it_came_to(room, project, *message);
    entry.summary = without_front_matter(*message->text);
  }
  entry.finished_at = project.steps.back().at;
  return entry;
}

void sort_newest_first(std::vector<MemoryEntry>& entries) {
  std::ranges::stable_sort(entries, [](const MemoryEntry& a, const MemoryEntry& b) {
    return a.finished_at > b.finished_at;
  });
}

std::string decision_line(const DecidedPoint& point) {
  std::string line = "- " + fence_line(point.text, kLineBytes);
  if (!point.reason.empty())
    line += (line.ends_with('?') ? " " : ": ") + fence_line(point.reason, kLineBytes);
  return line + "\n";
}

// As much as there is room for: what it came to is worth more than the last of the decisions.
std::string digest_of(const MemoryEntry& entry, std::size_t bytes) {
  std::string text =
      fmt::format("## {} ({})\nGoal: {}\n", fence_line(entry.title, kTitleBytes),
                  to_rfc3339(entry.finished_at).substr(0, 10), fence_line(entry.goal, kLineBytes));
  std::string end;
  if (!entry.one_liner.empty())
    end = fmt::format("Came to: {}\n", fence_line(entry.one_liner, kLineBytes));
  bool first = true;
  for (const DecidedPoint& point : entry.decisions) {
    const std::string line = (first ? "Decided:\n" : "") + decision_line(point);
    if (text.size() + line.size() + end.size() > bytes) continue;  // a shorter one may fit
    text += line;
    first = false;
  }
  return text + end;
}

// Whether people talk in the room: an ideation has no projects, and its log may be long.
bool is_conversation(const std::vector<EventPtr>& beginning) {
  const auto started = std::ranges::find_if(
      beginning, [](const EventPtr& event) { return event->kind == "flow.started"; });
  return started == beginning.end() || (*started)->text("name") == "chat";
}

// Nothing of a room that cannot be read or in which nobody talks.
std::optional<RoomView> view_of(JournalReader& reader, const RoomId& room) {
  const auto beginning = reader.read(room, {}, kPage);
  if (!beginning || !is_conversation(*beginning)) return std::nullopt;
  if (beginning->size() == kPage) {  // a long one, which may have been kept
    const auto whole = fold_on(reader, room);
    return whole ? std::optional(*whole->view) : std::nullopt;
  }
  RoomView view;
  for (const EventPtr& event : *beginning) view.apply(*event);
  return view;
}

Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

}  // namespace

bool is_remembered(const Project& project) {
  const bool small =
      project.intent && (project.intent->flow == "quick" || project.intent->flow == "chat");
  return project.phase == Phase::kIdle && project.ending == ProjectEnding::kSuccess && !small &&
         !project.forgotten && !project.steps.empty();
}

std::vector<MemoryEntry> room_memory(const RoomView& room) {
  std::vector<MemoryEntry> entries;
  for (const Project& project : room.projects.all)
    if (is_remembered(project)) entries.push_back(entry_of(room, project));
  sort_newest_first(entries);
  return entries;
}

Result<std::vector<MemoryEntry>> folder_memory(JournalReader& reader, std::string_view folder,
                                               std::size_t rooms, const RoomView* seen) {
  std::vector<MemoryEntry> entries;
  for (const RoomRow& row : TRY(reader.rooms())) {  // newest first
    if (row.folder != folder || rooms == 0) continue;
    const bool is_seen = seen != nullptr && seen->id == row.id;
    const std::optional<RoomView> view = is_seen ? std::nullopt : view_of(reader, row.id);
    if (!view && !is_seen) continue;
    --rooms;
    std::ranges::move(room_memory(is_seen ? *seen : *view), std::back_inserter(entries));
  }
  sort_newest_first(entries);
  return entries;
}

Error memory_unknown(std::string_view project) {
  return {"memory_unknown", fmt::format("Nothing is remembered of a project {}.", project),
          "It is not finished, was a quick question, was deleted from the memory, or never was.",
          "See what is remembered with: folkmoot memory"};
}

std::string memory_digest(const std::vector<MemoryEntry>& newest_first) {
  std::string text;
  std::size_t left = std::min(newest_first.size(), kDigestProjects);
  for (const MemoryEntry& entry : newest_first) {
    if (left == 0) break;
    if (!text.empty()) text += '\n';
    text += digest_of(entry, (kMemoryBytes - text.size()) / left - 1);
    --left;
  }
  return text;
}

std::string memory_markdown(const MemoryEntry& entry) {
  std::string text = fmt::format("# {}\n\n", markdown_inline(entry.title, kTitleBytes));
  if (entry.brief != nullptr) {
    std::string brief = brief_markdown(*entry.brief, entry.origin);
    // The question at its end was answered long ago.
    if (const auto rule = brief.rfind("\n---\n"); rule != std::string::npos) brief.resize(rule);
    text += std::string(trim(brief)) + "\n";
  } else if (entry.goal != entry.title) {
    text += markdown_inline(entry.goal) + "\n";
  }
  if (!entry.decisions.empty()) text += "\n## Decisions\n\n";
  for (const DecidedPoint& point : entry.decisions) {
    const std::string what = markdown_inline(point.text);
    text += "- " + what;
    if (!point.reason.empty())
      text += (what.ends_with('?') ? " " : ": ") + markdown_inline(point.reason);
    text += '\n';
  }
  if (!entry.summary.empty()) text += "\n---\n\n" + clean(entry.summary).text + "\n";
  return text;
}

JsonObject memory_json(const MemoryEntry& entry) {
  JsonArray decisions;
  for (const DecidedPoint& point : entry.decisions)
    decisions.push_back(JsonObject{{"text", point.text},
                                   {"reason", text_or_null(point.reason)},
                                   {"by", text_or_null(point.by)}});
  return {{"room", entry.room.value},
          {"project", entry.project.value},
          {"title", entry.title},
          {"goal", entry.goal},
          {"finished", to_rfc3339(entry.finished_at)},
          {"one_liner", text_or_null(entry.one_liner)},
          {"decisions", std::move(decisions)},
          {"brief", entry.brief != nullptr ? to_json(*entry.brief) : Json()},
          {"summary", text_or_null(entry.summary)}};
}

}  // namespace fm
