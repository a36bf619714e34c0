#include "tool/files/lane_path.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "net/url.h"
#include "tool/tool_result.h"

namespace fm {
namespace {

constexpr std::size_t kLongestPath = 4096;

}  // namespace

bool is_off_limits(std::string_view name, bool in_the_lane_itself) {
  const std::string lower = lower_ascii(name);
  return lower == ".git" || (in_the_lane_itself && lower == ".folkmoot");
}

bool has_control(std::string_view name) {
  return std::ranges::any_of(name, [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code == 0x7F;
  });
}

std::optional<std::string_view> below(std::string_view path, std::string_view root) {
  while (root.size() > 1 && root.ends_with('/')) root.remove_suffix(1);
  if (root.empty() || !path.starts_with(root)) return std::nullopt;
  path.remove_prefix(root.size());
  if (!path.empty() && path.front() != '/' && root != "/") return std::nullopt;
  return path;
}

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> names;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, slash);
    if (!name.empty() && name != ".") names.emplace_back(name);
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return names;
}

Result<std::vector<std::string>> lane_names(std::string_view path,
                                            const std::vector<std::string>& roots,
                                            std::string_view folder) {
  if (path.contains('\0') || path.size() > kLongestPath)
    return fail("path_invalid", "The path cannot be one.",
                "It is longer than 4,096 bytes or has a zero byte in it.", "Give a shorter path.");
  if (path.starts_with('/')) {
    const auto root = std::ranges::find_if(
        roots, [&](const std::string& each) { return below(path, each).has_value(); });
    if (root == roots.end())
      return fail("path_outside", fmt::format("{} lies outside of the lane.", shown_name(path)),
                  "Tools see the lane's folder and what is below it.",
                  "Give the path as it is from the lane's folder, such as src/main.py.");
    path = *below(path, *root);
    folder = {};
  }
  std::vector<std::string> names = split_path(folder);
  const bool may_go_up = !names.empty();
  for (std::string& name : split_path(path)) {
    if (name != "..") {
      names.push_back(std::move(name));
      continue;
    }
    if (may_go_up && !names.empty()) {
      names.pop_back();
      continue;
    }
    return fail("path_outside", fmt::format("{} has .. in it.", shown_name(path)),
                "Paths go down from the lane's folder, never up.",
                "Give the path as it is from the lane's folder, such as src/main.py.");
  }
  return names;
}

std::string path_from(const std::vector<std::string>& names, std::string_view folder) {
  const std::vector<std::string> base = split_path(folder);
  const auto [here, there] = std::ranges::mismatch(names, base);
  std::vector<std::string> path(static_cast<std::size_t>(base.end() - there), "..");
  path.insert(path.end(), here, names.end());
  return join(path, "/");
}

}  // namespace fm
