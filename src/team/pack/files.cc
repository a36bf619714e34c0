#include "team/pack/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "team/pack/below_folder.h"

namespace fm {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMostFiles = 1'000;

std::unexpected<Error> unreadable(const fs::path& path, std::string cause) {
  return fail("file_unreadable", fmt::format("{} could not be read.", path.string()),
              std::move(cause), "Check that it is a plain file and that you may read it.");
}

void list_into(const fs::path& directory, const std::string& prefix,
               std::initializer_list<std::string_view> endings, int depth, Links links,
               std::vector<std::string>& files) {
  std::error_code failure;
  if (links == Links::kRefuse && !fs::is_directory(fs::symlink_status(directory, failure))) return;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(directory, failure), end; entry != end && !failure;
       entry.increment(failure)) {
    if (names.size() >= 4 * kMostFiles) break;
    names.push_back(entry->path().filename().string());
  }
  std::ranges::sort(names);
  for (const std::string& name : names) {
    if (name.starts_with('.') || files.size() >= kMostFiles) continue;
    const fs::path path = directory / name;
    const fs::file_status status =
        links == Links::kFollow ? fs::status(path, failure) : fs::symlink_status(path, failure);
    const bool wanted = std::ranges::any_of(
        endings, [&](std::string_view ending) { return name.ends_with(ending); });
    if (fs::is_directory(status) && depth > 0) {
      list_into(path, prefix + name + "/", endings, depth - 1, links, files);
    } else if (wanted && !fs::is_directory(status)) {
      files.push_back(prefix + name);  // a link too: reading it says why it is refused
    }
  }
}

}  // namespace

Result<std::string> read_head(const fs::path& path, std::size_t limit, Links links) {
  const int follow = links == Links::kRefuse ? O_NOFOLLOW : 0;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | follow));
  if (file.get() < 0 && errno == ELOOP)
    return unreadable(path, "It is a symbolic link, and links of a folder are not followed.");
  if (file.get() < 0) return unreadable(path, std::strerror(errno));
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return unreadable(path, "It is no regular file.");
  std::string text(limit, '\0');
  std::size_t filled = 0;
  while (filled < limit) {
    const ssize_t count = ::read(file.get(), text.data() + filled, limit - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(path, std::strerror(errno));
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  text.resize(filled);
  return text;
}

Result<std::string> read_whole(const fs::path& path, std::size_t limit, Links links) {
  std::string text = TRY(read_head(path, limit + 1, links));
  if (text.size() > limit)
    return fail("file_too_large", fmt::format("{} has more than {} bytes.", path.string(), limit),
                {}, "Shorten it or divide it.");
  return text;
}

std::vector<std::string> list_files(const fs::path& directory,
                                    std::initializer_list<std::string_view> endings, int depth,
                                    Links links) {
  std::vector<std::string> files;
  list_into(directory, "", endings, depth, links, files);
  return files;
}

}  // namespace fm
