#include "work/git/plumbing/scratch.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "engine/flow/task_scope.h"

namespace fm {

Task<Result<GitScratch>> GitScratch::make(Git& git) {
  const auto made = co_await in_pool(git.pool(), []() -> Result<std::string> {
    std::error_code error;
    std::string pattern =
        (std::filesystem::temp_directory_path(error) / "folkmoot-git-XXXXXX").string();
    if (error || ::mkdtemp(pattern.data()) == nullptr)
      return fail("scratch_failed", "No temporary folder could be made.",
                  error ? error.message() : std::strerror(errno),
                  "Check TMPDIR, and that its disk has space.");
    return pattern;
  });
  if (!made) co_return std::unexpected(made.error());
  GitScratch scratch;
  scratch.folder_ =
      std::shared_ptr<const std::string>(new std::string(*made), [](const std::string* folder) {
        const std::unique_ptr<const std::string> gone(folder);
        std::error_code ignored;  // a few files; whatever stays is the system's to clear
        std::filesystem::remove_all(*gone, ignored);
      });
  co_return scratch;
}

}  // namespace fm
