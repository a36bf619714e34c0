#include "work/git/lane_files.h"

#include <filesystem>
#include <fstream>
#include <optional>

#include "base/text.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLead = "gitdir: ";
constexpr std::size_t kLongest = 8192;

// Of a plain file only: a link may lead anywhere.
std::optional<std::string> text_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error)) || error) return {};
  std::string text(kLongest, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return std::string(trim(text));
}

bool write(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << text << '\n';
  stream.close();
  return stream.good();
}

std::unexpected<Error> changed(const Lane& lane, std::string cause) {
  return fail("lane_changed",
              "The folder of the task " + lane.name.task + " is not the worktree it was.",
              std::move(cause), "Repair it; its files stay as they are.");
}

bool is_same(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

}  // namespace

std::string git_dir_of(const std::string& worktree) {
  const auto text = text_of(fs::path(worktree) / ".git");
  if (!text || !text->starts_with(kLead)) return {};
  return text->substr(kLead.size());
}

std::string aside_of(const Lane& lane) { return lane.path + ".aside"; }

bool has_lane_files(const Lane& lane) {
  std::error_code error;
  const auto is_folder = [&](const std::string& path) {
    return fs::is_directory(fs::symlink_status(path, error));
  };
  return is_folder(aside_of(lane)) ||
         (is_folder(lane.path) && !fs::is_empty(lane.path, error) && !error);
}

Result<void> check_lane_files(const Lane& lane) {
  std::error_code error;
  const fs::file_status folder = fs::symlink_status(lane.path, error);
  if (!fs::exists(folder))
    return fail("lane_missing", "The folder of the task " + lane.name.task + " is gone.", lane.path,
                "Repair it; it comes back at the last snapshot.");
  if (!fs::is_directory(folder)) return changed(lane, lane.path + " is no folder any more.");
  const fs::path dot_git = fs::path(lane.path) / ".git";
  const std::string points_to = git_dir_of(lane.path);
  if (points_to.empty()) return changed(lane, dot_git.string() + " is missing or no plain file.");
  if (points_to != lane.git_dir) return changed(lane, "Its .git file points to " + points_to + ".");
  const auto back = text_of(fs::path(lane.git_dir) / "gitdir");
  if (!back) return changed(lane, "The repository has no record of it.");
  if (*back != dot_git.string()) return changed(lane, "The repository has it at " + *back + ".");
  const auto common = text_of(fs::path(lane.git_dir) / "commondir");
  if (!common || !is_same(fs::path(lane.git_dir) / *common, lane.repository.common_dir))
    return changed(lane, "It belongs to another repository.");
  return {};
}

Result<void> write_lane_files(const Lane& lane) {
  std::error_code error;
  const fs::path dot_git = fs::path(lane.path) / ".git";
  const auto failed = [&](const std::string& cause) {
    return fail("lane_not_repaired", "The worktree could not be repaired.", cause,
                "Look at " + lane.path + "; what is in it is untouched.");
  };
  if (!fs::is_directory(lane.git_dir, error)) return failed(lane.git_dir + " is gone.");
  fs::create_directories(lane.path, error);
  if (error) return failed(error.message());
  const fs::file_status there = fs::symlink_status(dot_git, error);
  if (fs::is_directory(there)) {
    fs::path aside = fs::path(lane.git_dir) / "folkmoot.put-aside";
    for (int i = 1; fs::exists(aside, error); ++i)
      aside = fs::path(lane.git_dir) / ("folkmoot.put-aside." + std::to_string(i));
    fs::rename(dot_git, aside, error);
    if (error) return failed(error.message());
  } else {
    fs::remove(dot_git, error);  // a link goes, not what it points to
  }
  const bool written = write(dot_git, std::string(kLead) + lane.git_dir) &&
                       write(fs::path(lane.git_dir) / "gitdir", dot_git.string()) &&
                       write(fs::path(lane.git_dir) / "commondir", "../..");
  if (!written) return failed("Its .git file could not be written.");
  return {};
}

Result<void> remove_lane_files(const Lane& lane) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(lane.path, error))) return {};
  fs::remove_all(lane.path, error);
  if (error) {
    // A tool made folders read-only (Go's cache does); what lies in them cannot be removed then.
    std::error_code ignored;
    for (auto at = fs::recursive_directory_iterator(
             lane.path, fs::directory_options::skip_permission_denied, ignored);
         at != fs::recursive_directory_iterator(); at.increment(ignored)) {
      std::error_code unchanged;  // then removing says why
      if (at->is_directory(unchanged) && !at->is_symlink(unchanged))
        fs::permissions(at->path(), fs::perms::owner_all, fs::perm_options::add, unchanged);
    }
    error.clear();
    fs::remove_all(lane.path, error);
  }
  if (error)
    return fail("lane_not_removed", "Some files of the worktree " + lane.path + " are still there.",
                error.message(), "End what uses them, then try again.");
  fs::remove(fs::path(lane.path).parent_path(), error);  // the project's folder, once it is empty
  return {};
}

}  // namespace fm
