#include "team/documents/work_log.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "reading/brief/brief.h"

namespace fm {
namespace {

constexpr std::size_t kMostWhole = 8;  // paths that are told whole

std::string whole_path(const RoomView& view, const std::string& relative) {
  if (view.folder.empty()) return relative;
  return view.folder + (view.folder.ends_with('/') ? "" : "/") + relative;
}

}  // namespace

std::string project_folder(std::string_view name) {
  return ".folkmoot/projects/" + std::string(name) + "/";
}

std::string project_folder(const Project& project) { return project_folder(project.id.value); }

std::string files_folder(const RoomView& view, const Project& project) {
  return whole_path(view, project_folder(project) + "files/");
}

std::vector<const Message*> work_messages(const RoomView& view, const Project& project,
                                          std::string_view kind) {
  const RoomSeq begin = project.work_began();
  std::vector<const Message*> out;
  for (const Message& message : view.messages)
    if (message.project == project.id && message.kind == kind && !message.interrupted &&
        message.room_seq > begin)
      out.push_back(&message);
  return out;
}

std::vector<HandedIn> handed_in(const RoomView& view, const Project& project) {
  std::vector<HandedIn> out;
  for (const Message* message : work_messages(view, project, "work"))
    out.push_back({message->from, *message->text});
  return out;
}

std::vector<WorkPart> work_parts(const RoomView& view, const Project& project) {
  std::vector<WorkPart> parts;
  const auto part_of = [&](const std::string& agent) -> WorkPart& {
    const auto known = std::ranges::find(parts, agent, &WorkPart::agent);
    if (known != parts.end()) return *known;
    return parts.emplace_back(WorkPart{.agent = agent, .task = {}, .newest = {}, .written = {}});
  };
  if (project.brief() != nullptr)
    for (const BriefStep& step : project.brief()->brief->next_steps) {
      WorkPart& part = part_of(step.agent);
      part.task += (part.task.empty() ? "" : "\n") + step.task;
    }
  for (const Message* message : work_messages(view, project, "work")) {
    WorkPart& part = part_of(message->from);
    part.newest = message;
    part.written.push_back(*message->text);
  }
  return parts;
}

std::vector<PlacedFile> placed_files(const RoomView& view, const Project& project) {
  const std::string folder = files_folder(view, project);
  std::vector<PlacedFile> out;
  for (const WorkFile& file : files_of(handed_in(view, project)).files)
    out.push_back({folder + file.path, file.agents});
  const std::size_t named = out.size();
  for (const WorkPart& part : work_parts(view, project)) {
    const bool has_file = std::any_of(
        out.begin(), out.begin() + static_cast<std::ptrdiff_t>(named), [&](const PlacedFile& file) {
          return std::ranges::find(file.agents, part.agent) != file.agents.end();
        });
    if (part.newest == nullptr || has_file) continue;
    out.push_back(
        {whole_path(view, project_folder(project) + "work/" + part.agent + ".md"), {part.agent}});
  }
  return out;
}

std::string where_text(const RoomView& view, const Project& project) {
  if (!project.work.head.empty())
    return "It is on the branch " + project.work.branch +
           "; folkmoot merge brings it into yours, where it is not in it yet.";
  const std::vector<PlacedFile> files = placed_files(view, project);
  if (files.empty()) return "Nothing is handed in yet, so there is no file.";
  if (view.folder.empty())
    return "This room has no folder, so nothing is saved as a file: the work stands in the room "
           "above.";
  if (files.size() > kMostWhole) {
    const std::string folder = whole_path(view, project_folder(project));
    std::vector<std::string> names;
    for (const PlacedFile& file : files) names.push_back(file.path.substr(folder.size()));
    return fmt::format("{} files, in {}: {}", files.size(), folder, join(names, ", "));
  }
  std::string text = files.size() == 1 ? "The file is here:" : "The files are here:";
  for (const PlacedFile& file : files) text += "\n- " + file.path;
  return text;
}

}  // namespace fm
