// What Folkmoot keeps in a person's folder: it goes along when the folder moves, what people write
// into it is never lost, and git does not see it.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

constexpr const char* kWish = "I want to build a booking page for a small barber shop";

// A folder with a project whose files are written.
fs::path talked_in(const Place& place, const fs::path& folder) {
  fs::create_directories(folder);
  run(place, {"say", kWish}, {.folder = folder});
  run(place, {"say", "go ahead"}, {.folder = folder});
  REQUIRE(fs::exists(folder / ".folkmoot/projects"));
  return folder;
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

fs::path file_named(const fs::path& folder, std::string_view name) {
  for (const fs::path& file : files_below(folder))
    if (file.filename() == name) return file;
  FAIL("no file ", name);
  return {};
}

std::size_t rooms_of(const Place& place) {
  return run(place, {"room", "list", "--all", "--json"}).lines().size();
}

// What stands behind "folkmoot" in an error's cure, up to the end of the command.
Words commands_in(std::string_view text) {
  Words commands;
  for (auto at = text.find("folkmoot "); at != text.npos; at = text.find("folkmoot ", at + 1)) {
    auto end = text.find_first_of("`,;\n", at);
    if (const auto stop = text.find(". ", at); stop != text.npos) end = std::min(end, stop);
    std::string command(text.substr(at, std::min(end, text.size()) - at));
    while (command.ends_with('.') && !command.ends_with("...")) command.pop_back();
    commands.push_back(command);
  }
  return commands;
}

Ran type(const Place& place, const fs::path& folder, const std::string& command) {
  return run(place, {},
             {.before = {"sh", "-c", "p=$0; folkmoot() { \"$p\" \"$@\"; }; " + command},
              .folder = folder});
}

TEST_CASE("C-49 a folder that moved is noticed by every command, and nothing empty begins") {
  const Place place;
  const fs::path before = talked_in(place, place.root / "before");
  const std::size_t rooms = rooms_of(place);
  // Renamed; below another; with odd letters; deeper; and with a sibling of its old name.
  for (const char* name : {"after", "some/where/else", "mit Umlauten ä 道", "after/after", "b"}) {
    CAPTURE(name);
    const fs::path now = place.root / "moved" / name;
    fs::create_directories(now.parent_path());
    const fs::path from = fs::exists(before) ? before : fs::path();
    REQUIRE(!from.empty());
    fs::rename(from, now);
    const RunOptions there{.input = "hello\n", .folder = now};
    for (const Words& words : {Words{"say", "hello"}, Words{}, Words{"project", "new", "a kite"}}) {
      CAPTURE(words);
      const Ran ran = run(place, words, there);
      check_told(ran, 1, before.filename().string());
      CHECK(in_one_line(ran.err).contains("folkmoot room move"));
    }
    check_told_json(run(place, {"say", "hello", "--json"}, there), 1, "folder_moved");
    for (const Words& words : {Words{"project", "status"}, Words{"resume"}, Words{"room", "show"},
                               Words{"gate", "list"}}) {
      CAPTURE(words);
      const Ran ran = run(place, words, there);
      CHECK(in_one_line(ran.err).contains("folkmoot room move"));
    }
    CHECK(rooms_of(place) == rooms);
    // Back again, for the next name.
    fs::rename(now, before);
    CHECK(run(place, {"project", "status"}, {.folder = before}).status == 0);
  }
}

TEST_CASE("C-49 what is printed for a moved folder works as it is printed") {
  const Place place;
  const fs::path before = talked_in(place, place.root / "before");
  const fs::path now = place.root / "after";
  fs::rename(before, now);
  const Ran refused = run(place, {"say", "hello"}, {.folder = now});
  const Words commands = commands_in(in_one_line(refused.err));
  REQUIRE(!commands.empty());
  const Ran moved = type(place, now, commands.front());
  CHECK_MESSAGE(moved.status == 0, moved.err);
  const Ran status = run(place, {"project", "status", "--json"}, {.folder = now});
  CHECK_MESSAGE(status.status == 0, status.err);
  CHECK(status.out.contains("barber"));
  const Ran on = run(place, {"say", "hello"}, {.folder = now});
  CHECK(!on.err.contains("folder_moved"));
  CHECK(rooms_of(place) == 1);
  CHECK(run(place, {"room", "list", "--json"}, {.folder = now}).out.contains(now.string()));
  CHECK(run(place, {"store", "rebuild"}).status == 0);
  CHECK(run(place, {"room", "list", "--json"}, {.folder = now}).out.contains(now.string()));
  CHECK(run(place, {"store", "check"}).status == 0);
}

TEST_CASE("C-49 another room may be begun in a moved folder, when it is asked for") {
  const Place place;
  const fs::path before = talked_in(place, place.root / "before");
  const fs::path now = place.root / "after";
  fs::rename(before, now);
  const Ran anew = run(place, {"--new", "a second life"}, {.input = "hello\n", .folder = now});
  CHECK_MESSAGE(anew.status == 0, anew.err);
  CHECK(rooms_of(place) == 2);
  const Ran later = run(place, {"say", "hello"}, {.folder = now});  // it was decided then
  CHECK_MESSAGE(later.status == 0, later.err);
  CHECK(!later.err.contains("folder_moved"));
}

TEST_CASE("C-49 a copy of a folder begins a room of its own and says whose files it has") {
  const Place place;
  const fs::path first = talked_in(place, place.root / "first");
  const fs::path copy = place.root / "copy";
  fs::copy(first, copy, fs::copy_options::recursive);
  const Ran ran = run(place, {"say", "hello"}, {.folder = copy});
  CHECK((ran.out + ran.err).contains((place.root / "first").filename().string()));
  CHECK(!run(place, {"say", "hello"}, {.folder = first}).err.contains("moved"));
}

TEST_CASE("C-49 what people wrote into our files is kept beside them and told, in every run") {
  const Place place;
  const fs::path folder = talked_in(place, place.root / "shop");
  for (const char* name : {"STATE.md", "brief.md"}) {
    CAPTURE(name);
    const fs::path file = file_named(folder / ".folkmoot", name);
    std::ofstream(file, std::ios::app) << "\nThe owner says: never on Mondays.\n";
    const Ran ran = run(place, {"say", "make it cheaper"}, {.folder = folder});
    CHECK_MESSAGE((ran.out + ran.err).contains(name), ran.out, ran.err);
    bool kept = false;
    for (const fs::path& one : files_below(file.parent_path()))
      kept = kept || (one != file && one.filename().string().starts_with(name) &&
                      read_file(one).contains("never on Mondays"));
    CHECK(kept);
  }
  // An editor that empties a file, replaces it, ends its lines otherwise or adds a mark.
  const fs::path state = file_named(folder / ".folkmoot", "STATE.md");
  for (const std::string& bytes :
       {std::string(), std::string("mine alone"), "\xEF\xBB\xBF" + read_file(state),
        read_file(state) + " ", std::string("a\r\nb\r\n")}) {
    std::ofstream(state, std::ios::trunc | std::ios::binary) << bytes;
    const Ran ran = run(place, {"say", "hello", "--json"}, {.folder = folder});
    CHECK(ran.err.contains("project_file_edited"));
    bool kept = false;
    for (const fs::path& one : files_below(state.parent_path()))
      kept = kept || (one != state && read_file(one) == bytes);
    CHECK(kept);
  }
  // What nobody touched is told of by nobody.
  const Ran quiet = run(place, {"say", "hello", "--json"}, {.folder = folder});
  CHECK(!quiet.err.contains("project_file_edited"));
}

TEST_CASE("C-49 git sees nothing of what Folkmoot writes, and all that people commit") {
  const Place place;
  const fs::path folder = place.root / "repository";
  fs::create_directories(folder);
  const auto git = [&](const std::string& words) {
    return run(place, {}, {.before = {"sh", "-c", "git " + words}, .folder = folder});
  };
  if (git("init -q").status != 0) FAIL("git is needed");
  talked_in(place, folder);
  CHECK(git("status --porcelain").out.empty());
  const std::string ignored = read_file(folder / ".folkmoot/.gitignore");
  for (const char* line : {"/.gitignore", "/project_states/", "/projects/"})
    CHECK(std::ranges::count(lines_of(ignored), std::string(line)) == 1);
  // What people write there is theirs to commit.
  for (const char* name : {"config.yaml", "agents/treasurer.md", "teams/street.yaml",
                           "prompts/conversation.yaml", "language/en.yaml", "notes.md"}) {
    const fs::path file = folder / ".folkmoot" / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "x\n";
    CHECK_MESSAGE(git("status --porcelain -uall").out.contains(name), name);
  }
  fs::remove(folder / ".folkmoot/config.yaml");
  for (const char* below : {"agents", "teams", "prompts", "language"})
    fs::remove_all(folder / ".folkmoot" / below);
  // A .gitignore that a person wrote stays as it is.
  std::ofstream(folder / ".folkmoot/.gitignore") << "# mine\n";
  run(place, {"say", "make it cheaper"}, {.folder = folder});
  CHECK(read_file(folder / ".folkmoot/.gitignore") == "# mine\n");
}

TEST_CASE("C-49 a folder in which nothing was begun stays as it was") {
  const Place place;
  for (const Words& words :
       {Words{"say", "hello"}, Words{"intent", "hello"}, Words{"room", "list"}, Words{"doctor"},
        Words{"ideate", "a quiz", "--quiet"}, Words{"agents", "check"}}) {
    run(place, words);
    CHECK_MESSAGE(files_below(place.folder).empty(), words.front());
  }
}

}  // namespace
}  // namespace fm::e2e
