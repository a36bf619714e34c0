#include "cli/terminal/external_editor.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "base/clock.h"
#include "test/support/scratch_folder.h"

namespace fm::cli {
namespace {

namespace fs = std::filesystem;

struct Desk {
  ScratchFolder folder;
  std::map<std::string, std::string> variables{{"TMPDIR", folder.path().string()}};
  const SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);

  Environment env() {
    return [this](std::string_view name) {
      const auto found = variables.find(std::string(name));
      return found == variables.end() ? std::string() : found->second;
    };
  }
  Result<std::string> edit(const std::string& text) {
    std::optional<Result<std::string>> saved;
    auto editor = ExternalEditor::begin(*loop, env(), text, [&](Result<EditedText> result) {
      if (result) {
        saved = result->text;
        kept = *result;
      } else {
        saved = std::unexpected(result.error());
      }
      loop->stop();
    });
    if (!editor) return std::unexpected(editor.error());
    loop->run();
    return *saved;
  }
  EditedText kept;
  bool is_tidy() const { return fs::is_empty(folder.path()); }
};

TEST_CASE(
    "C-41 P-80 what the editor saves is given back, and its file stays until it is forgotten") {
  Desk desk;
  desk.variables["EDITOR"] = "sed -i s/boat/ship/";
  const auto saved = desk.edit("a boat\n");
  REQUIRE(saved);
  CHECK(*saved == "a ship\n");
  CHECK(fs::exists(desk.kept.path));
  forget(desk.kept);
  CHECK(desk.is_tidy());
}

TEST_CASE("P-80 VISUAL counts before EDITOR, and nobody else can read the text") {
  Desk desk;
  desk.variables["EDITOR"] = "false";
  desk.variables["VISUAL"] = "sh -c 'stat -c %a \"$1\" > \"$1.mode\"' x";
  REQUIRE(desk.edit("a boat"));
  forget(desk.kept);
  std::string mode;
  for (const auto& file : fs::directory_iterator(desk.folder.path()))
    std::ifstream(file.path()) >> mode;
  CHECK(mode == "600");
}

TEST_CASE("P-80 an editor that fails says so, and nothing of it counts") {
  Desk desk;
  desk.variables["EDITOR"] = "false";
  const auto saved = desk.edit("a boat");
  REQUIRE(!saved);
  CHECK(saved.error().code == "editor_failed");
  CHECK(saved.error().cause == "false ended with status 1.");
  CHECK(desk.is_tidy());
  desk.variables["EDITOR"] = "/no/such/editor";
  CHECK(desk.edit("a boat").error().cause == "/no/such/editor ended with status 127.");
}

TEST_CASE("P-80 without an editor it is told how to set one") {
  Desk desk;
  const auto saved = desk.edit("a boat");
  REQUIRE(!saved);
  CHECK(saved.error().code == "editor_none");
  CHECK(saved.error().cure.contains("export EDITOR="));
}

TEST_CASE("P-80 what the editor runs ends as everywhere when its reader goes away") {
  struct Ignored {
    Ignored() { std::signal(SIGPIPE, SIG_IGN); }
    ~Ignored() { std::signal(SIGPIPE, SIG_DFL); }
  } const ignored;
  Desk desk;
  desk.variables["EDITOR"] = "sh -c 'kill -PIPE $$; true' x";
  const auto saved = desk.edit("a boat");
  REQUIRE(!saved);
  CHECK(desk.is_tidy());
}

}  // namespace
}  // namespace fm::cli
