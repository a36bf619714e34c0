#include "app/store.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

using namespace fm;

namespace {

struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "fm-store-XXXXXX";
    path = ::mkdtemp(pattern.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("one process owns a store; the second is told who has it and what to do") {
  const Folder folder;
  const std::string store = folder.path / "store";
  auto first = StoreLock::take(store, "folkmoot ideate x");
  REQUIRE(first.has_value());
  const auto second = StoreLock::take(store, "folkmoot resume");
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error().code == "store_in_use");
  CHECK(second.error().cause.find("folkmoot ideate x") != std::string::npos);
  CHECK(second.error().cause.find(std::to_string(::getpid())) != std::string::npos);
  first = StoreLock::take(folder.path / "other", "x");  // gives the first up
  CHECK(StoreLock::take(store, "folkmoot resume").has_value());
}

TEST_CASE("the lock holds when somebody deletes the file that tells of it") {
  const Folder folder;
  const std::string store = folder.path / "store";
  const auto first = StoreLock::take(store, "folkmoot serve");
  REQUIRE(first.has_value());
  std::filesystem::remove(store + "/owner");
  const auto second = StoreLock::take(store, "folkmoot resume");
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error().code == "store_in_use");
}

TEST_CASE("a new store is the person's alone") {
  const Folder folder;
  const std::string store = folder.path / "store";
  const auto lock = StoreLock::take(store, "x");
  REQUIRE(lock.has_value());
  struct stat facts{};
  REQUIRE(::stat(store.c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0700);
}

TEST_CASE("a child that is started does not keep the lock") {
  const Folder folder;
  const std::string store = folder.path / "store";
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  pid_t child = 0;
  {
    const auto lock = StoreLock::take(store, "x");
    REQUIRE(lock.has_value());
    child = ::fork();
    if (child == 0) {
      ::dup2(ends[0], 0);
      ::close(ends[1]);
      ::execlp("cat", "cat", static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(ends[0]);
    // The child has replaced itself by cat once it takes what is written and lives on.
  }
  bool taken = false;
  for (int tries = 0; tries < 10'000 && !taken; ++tries)
    taken = StoreLock::take(store, "y").has_value();
  CHECK(taken);
  ::close(ends[1]);
  ::waitpid(child, nullptr, 0);
}

TEST_CASE("a store that cannot be made is told with its cause and cure") {
  const auto lock = StoreLock::take("/dev/null/store", "x");
  REQUIRE_FALSE(lock.has_value());
  CHECK(lock.error().code == "store_unreadable");
  CHECK_FALSE(lock.error().cause.empty());
  CHECK_FALSE(lock.error().cure.empty());
}
