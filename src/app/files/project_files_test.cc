#include "app/files/project_files.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <sstream>

#include "loop/sim_loop.h"
#include "test/support/project_builder.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

namespace fs = std::filesystem;
using enum Phase;
using testing::ProjectBuilder;

const std::string kState = ".folkmoot/project_states/general/p-tea2.json";
const std::string kMarkdown = ".folkmoot/projects/p-tea2/STATE.md";

struct Kept {
  ScratchFolder folder;
  SimLoop loop;
  ProjectBuilder told;
  int views = 0;
  std::optional<RoomView> in_memory;  // none: the room is not there
  std::vector<Error> notices;
  ProjectFiles files;
  std::size_t heard = 0;

  explicit Kept(const std::string& where = {})
      : told(where.empty() ? folder.path().string() : where),
        files(
            loop, *built_in_documents(),
            {.view = [this](const RoomId&) -> Result<RoomView> {
               ++views;
               return told.script.view;
             },
             .now = [this](const RoomId&) -> std::shared_ptr<const RoomView> {
               return in_memory ? std::make_shared<const RoomView>(*in_memory) : nullptr;
             },
             .trouble = [this](const RoomId&, const Error& error) { notices.push_back(error); }}) {}

  // What was told since the last time is committed.
  Kept& hear() {
    for (; heard < told.script.events.size(); ++heard)
      files.event(std::make_shared<const Event>(told.script.events[heard]));
    return *this;
  }
  Kept& write() {
    hear();
    loop.run_until_idle();
    return *this;
  }
  bool exists(const std::string& path) const { return fs::exists(folder.path() / path); }
  std::string text(const std::string& path) const {
    std::ostringstream out;
    out << std::ifstream(folder.path() / path, std::ios::binary).rdbuf();
    return out.str();
  }
  ino_t inode(const std::string& path) const {
    struct stat status{};
    ::stat((folder.path() / path).c_str(), &status);
    return status.st_ino;
  }
  std::vector<std::string> names(const std::string& path) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path() / path))
      if (entry.path().filename() != ".written.json")
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }
};

TEST_CASE("C-49 the files of a project are written from the log, a moment after it changed") {
  Kept kept;
  kept.told.to(kDiscovery).ask("q1");
  kept.hear();
  kept.loop.run_for(Millis(199));
  CHECK_FALSE(kept.exists(kState));
  kept.loop.run_for(Millis(1));
  CHECK(kept.text(kState).contains("What about q1?"));
  CHECK(kept.text(kMarkdown).contains("waits for answers to 1 question"));
  kept.told.answer("q1", QuestionEnd::kAnswered, "Green.");
  kept.write();
  CHECK(kept.text(kState).contains("Green."));
  CHECK(kept.views == 1);  // folded on, not read again
  CHECK(kept.notices.empty());
}

TEST_CASE("C-49 a room that is in memory is taken from there, unless it lacks what was committed") {
  Kept kept;
  kept.told.to(kDiscovery);
  kept.heard = kept.told.script.events.size();
  kept.in_memory = kept.told.script.view;
  kept.told.ask("q1");
  kept.write();
  CHECK(kept.views == 0);
  CHECK(kept.text(kState).contains("What about q1?"));

  Kept behind;
  behind.told.to(kDiscovery);
  behind.in_memory = behind.told.script.view;
  behind.told.ask("q1");
  behind.heard = behind.told.script.events.size();
  behind.told.ask("q2");
  behind.write();
  CHECK(behind.views == 1);
  CHECK(behind.text(kState).contains("What about q1?"));
  CHECK(behind.text(kState).contains("What about q2?"));
}

TEST_CASE("a file whose content is the same is not touched") {
  Kept kept;
  kept.told.to(kDiscovery);
  kept.write();
  kept.told.to(kSynthesis).brief(1, "Tea");
  kept.write();
  const std::string brief = ".folkmoot/projects/p-tea2/brief.md";
  const ino_t before = kept.inode(brief), state = kept.inode(kState);
  kept.told.to(kApproval);
  kept.write();
  CHECK(kept.inode(brief) == before);
  CHECK(kept.inode(kState) != state);
  CHECK(kept.names(".folkmoot/projects/p-tea2") ==
        std::vector<std::string>{"STATE.md", "brief.md"});
}

TEST_CASE("a room without projects or without a folder is left alone") {
  Kept kept;
  for (std::size_t i = 0; i < 2; ++i)
    kept.files.event(std::make_shared<const Event>(kept.told.script.events[i]));
  kept.loop.run_until_idle();
  CHECK(kept.views == 0);
  CHECK(fs::is_empty(kept.folder.path()));
  ProjectBuilder nowhere("");
  ProjectFiles files(
      kept.loop, *built_in_documents(),
      {.view = [&](const RoomId&) -> Result<RoomView> { return nowhere.script.view; },
       .trouble = {}});
  for (const Event& event : nowhere.script.events)
    files.event(std::make_shared<const Event>(event));
  kept.loop.run_until_idle();
  files.flush();
}

TEST_CASE("what is due at the end is written at once") {
  Kept kept;
  kept.told.to(kDiscovery);
  kept.hear();
  kept.files.flush();
  CHECK(kept.exists(kState));
  CHECK(kept.exists(kMarkdown));
}

TEST_CASE("of an older and a newer write the newer stays, whichever is run last") {
  const ScratchFolder folder;
  ProjectFileWriter writer;
  const auto job = [&](std::uint64_t number, const std::string& bytes) {
    return ProjectFileJob{number, {"general"}, folder.path().string(), {{"a.md", bytes}}, {}};
  };
  CHECK_FALSE(writer.write(job(2, "new")).trouble.has_value());
  CHECK_FALSE(writer.write(job(1, "old")).trouble.has_value());
  std::ifstream file(folder.path() / "a.md");
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "new");
}

TEST_CASE("a folder that cannot be written is one notice, and is tried again") {
  Kept kept;
  kept.folder.write(".folkmoot", "a file in its place");
  kept.told.to(kDiscovery);
  kept.write();
  kept.told.ask("q1");
  kept.write();
  REQUIRE(kept.notices.size() == 1);
  CHECK(kept.notices[0].code == "project_files_unwritten");
  CHECK(kept.notices[0].message.contains(kept.folder.path().string()));
  fs::remove(kept.folder.path() / ".folkmoot");
  kept.told.ask("q2");
  kept.write();
  CHECK(kept.text(kState).contains("What about q2?"));
  CHECK(kept.notices.size() == 1);

  Kept gone("/no/such/folder");
  gone.told.to(kDiscovery);
  gone.write();
  gone.told.ask("q1");
  gone.write();
  CHECK(gone.notices.size() == 1);
}

TEST_CASE("a link in the place of a file is not written through") {
  Kept kept;
  const ScratchFolder outside;
  outside.write("target", "theirs");
  fs::create_directories(kept.folder.path() / ".folkmoot/projects/p-tea2");
  fs::create_symlink(outside.path() / "target", kept.folder.path() / kMarkdown);
  kept.told.to(kDiscovery);
  kept.write();
  CHECK(fs::is_symlink(kept.folder.path() / kMarkdown));
  CHECK(fs::file_size(outside.path() / "target") == 6);
  CHECK(kept.exists(kState));  // the others are written all the same
  CHECK(kept.notices.size() == 1);
}

TEST_CASE("what somebody changed in a file is kept aside and told, and the file made again") {
  Kept kept;
  kept.folder.write(kState, "{broken");
  kept.told.to(kDiscovery);
  kept.write();
  REQUIRE(kept.notices.size() == 1);
  CHECK(kept.notices[0].code == "project_file_damaged");
  CHECK(parse_json(kept.text(kState)).has_value());
  auto names = kept.names(".folkmoot/project_states/general");
  REQUIRE(names.size() == 2);
  CHECK(names[1].starts_with("p-tea2.json.damaged-2023"));
  CHECK(kept.text(".folkmoot/project_states/general/" + names[1]) == "{broken");

  kept.folder.write(kMarkdown, "my own notes");
  kept.told.ask("q1");
  kept.write();
  REQUIRE(kept.notices.size() == 2);
  CHECK(kept.notices[1].code == "project_file_edited");
  names = kept.names(".folkmoot/projects/p-tea2");
  REQUIRE(names.size() == 2);
  CHECK(names[1].starts_with("STATE.md.edited-2023"));
  CHECK(kept.text(".folkmoot/projects/p-tea2/" + names[1]) == "my own notes");
  CHECK(kept.text(kMarkdown).contains("What about q1?"));
}

TEST_CASE("C-49 what was edited between two runs is kept aside, and what was not is not") {
  const ScratchFolder folder;
  const auto write = [&](const std::string& bytes) {
    ProjectFileWriter writer;  // of another run
    return writer.write({1, {"general"}, folder.path().string(), {{"p/STATE.md", bytes}}, {}});
  };
  CHECK(write("one").notices.empty());
  CHECK(write("two").notices.empty());
  folder.write("p/STATE.md", "two, and mine");
  const auto told = write("three");
  REQUIRE(told.notices.size() == 1);
  CHECK(told.notices[0].code == "project_file_edited");
  CHECK(fs::exists(folder.path() / "p/STATE.md.edited-19700101T000000Z"));
  folder.write("p/STATE.md", "two");  // as by somebody who put back what was there before
  CHECK(write("four").notices.empty());
  // After a crash between the note and the file the file is still known.
  folder.write("p/STATE.md", "three");
  CHECK(write("five").notices.empty());
}

TEST_CASE("C-49 what was edited is found when a run begins, once, and stays until there is news") {
  const ScratchFolder folder;
  const std::string path = folder.path().string();
  ProjectFileWriter writer;
  (void)writer.write({1, {"general"}, path, {{"p/STATE.md", "one"}, {"p/brief.md", "brief"}}, {}});
  CHECK(keep_edits(path, {"p", "p/work"}, {}).empty());
  folder.write("p/STATE.md", "mine");
  fs::remove(folder.path() / "p/brief.md");  // what is gone is no edit
  const auto told = keep_edits(path, {"p", "p/work"}, {});
  REQUIRE(told.size() == 1);
  CHECK(told[0].cure.contains("STATE.md.edited-1970"));
  CHECK(keep_edits(path, {"p"}, {}).empty());
  CHECK(writer.write({2, {"general"}, path, {{"p/STATE.md", "two"}}, {}}).notices.empty());
  CHECK(fs::exists(folder.path() / "p/STATE.md.edited-19700101T000000Z"));
  CHECK(keep_edits("/no/such/folder", {"p"}, {}).empty());
}

TEST_CASE("C-49 a .gitignore stands beside the files, and one of a person's stays") {
  Kept kept;
  kept.told.to(kDiscovery);
  kept.write();
  CHECK(kept.text(".folkmoot/.gitignore").ends_with("/.gitignore\n/project_states/\n/projects/\n"));
  kept.folder.write(".folkmoot/.gitignore", "# mine\n");
  kept.told.ask("q1");
  kept.write();
  CHECK(kept.text(".folkmoot/.gitignore") == "# mine\n");
}

TEST_CASE("an event that was missed is made good by reading the room again") {
  Kept kept;
  kept.told.to(kDiscovery);
  kept.write();
  kept.told.ask("q1").ask("q2");
  ++kept.heard;
  kept.write();
  CHECK(kept.text(kState).contains("What about q1?"));
  CHECK(kept.text(kState).contains("What about q2?"));
  CHECK(kept.views == 2);
}

TEST_CASE("files that are destroyed while a write is under way are no trouble") {
  SimLoop loop;
  const ScratchFolder folder;
  const ProjectBuilder told(folder.path().string());
  {
    ProjectFiles files(loop, *built_in_documents(),
                       {.view = [&](const RoomId&) -> Result<RoomView> { return told.script.view; },
                        .trouble = {}});
    for (const Event& event : told.script.events) files.event(std::make_shared<const Event>(event));
    while (!fs::exists(folder.path() / kState)) REQUIRE(loop.step());
  }
  loop.run_until_idle();
}

}  // namespace
}  // namespace fm
