#include "cli/session/completion.h"

#include <algorithm>

#include "team/conversation/slash_commands.h"

namespace fm::cli {
namespace {

// Those who have a model here; the orchestrator has no voice.
std::vector<std::string> names_to_call(const RoomView& room) {
  std::vector<std::string> names = {"@all", "@team"};
  const FlowRecord* flow = room.latest_flow();
  if (flow == nullptr) return names;
  if (const Json* models = find_at(flow->args, "models"); models != nullptr && models->is_object())
    for (const auto& entry : models->get_object())
      if (entry.key() != "orchestrator") names.push_back("@" + std::string(entry.key()));
  return names;
}

std::vector<std::string> commands() {
  std::vector<std::string> names;
  for (const SlashCommand& command : slash_commands())
    if (command.listed != SlashCommand::Listed::kNowhere)
      names.push_back("/" + std::string(command.name));
  return names;
}

std::vector<std::string> projects(const RoomView& room) {
  std::vector<std::string> ids;
  for (const Project& project : room.projects.all) ids.push_back(project.id.value);
  return ids;
}

// "@shop/" for all that lies there, "@shop/app.py" within it; in quotation marks where there are
// spaces.
void add_files(std::vector<std::string>& all, std::string_view word,
               const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const bool is_quoted = path.contains(' ');
    std::string name = (is_quoted ? "@\"" : "@") + path + (is_quoted ? "\"" : "");
    if (!name.starts_with(word)) continue;
    const std::size_t slash = name.find('/', word.size());
    all.push_back(slash == name.npos ? std::move(name) : name.substr(0, slash + 1));
  }
}

}  // namespace

std::vector<std::string> completions(const ViewState& view_state, std::string_view line,
                                     const std::vector<std::string>& paths) {
  const std::size_t space = line.find_last_of(" \t\n");
  const std::string_view word = line.substr(space == line.npos ? 0 : space + 1);
  const std::string_view before = line.substr(0, line.size() - word.size());
  std::vector<std::string> all;
  if (before.empty() && word.starts_with('/')) {
    all = commands();
  } else if (word.starts_with('@')) {
    all = names_to_call(view_state.room);
    add_files(all, word, paths);
  } else if (before == "/switch ") {
    all = projects(view_state.room);
  }
  std::erase_if(all, [&](const std::string& one) { return !one.starts_with(word); });
  std::ranges::sort(all);
  const auto twice = std::ranges::unique(all);
  all.erase(twice.begin(), twice.end());
  return all;
}

}  // namespace fm::cli
