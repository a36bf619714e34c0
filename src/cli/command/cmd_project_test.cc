// The commands that look at projects and gates, before a store that another process has written.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "app/wiring/open.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "loop/sim_loop.h"
#include "test/support/scratch_folder.h"
#include "test/support/stored_room.h"
#include "test/support/worked_project.h"

namespace fm::cli {
namespace {

using enum Phase;
using testing::RoomScript;
using testing::WorkedProject;

const std::string kFolder = "/home/ana/street";

class File {
 public:
  explicit File(std::string path)
      : path_(std::move(path)), fd_(::open(path_.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600)) {
    REQUIRE(fd_ >= 0);
  }
  ~File() { ::close(fd_); }
  int fd() const { return fd_; }
  std::string text() const {
    std::ostringstream out;
    out << std::ifstream(path_, std::ios::binary).rdbuf();
    return out.str();
  }

 private:
  std::string path_;
  int fd_;
};

struct Printed {
  int status = 0;
  std::string out, err;
};

// A folder of a person, with a store.
struct Desk {
  ScratchFolder scratch;
  Globals globals;
  std::string folder = kFolder;
  int runs = 0;

  std::string store() const { return (scratch.path() / "store").string(); }

  template <class Args>
  Printed run(const Args& args) {
    const std::string name = (scratch.path() / std::to_string(++runs)).string();
    const File out_file(name + ".out"), err_file(name + ".err");
    SimLoop loop(0, {1'777'640'400'000});
    Printed told;
    {
      Output out(out_file.fd()), err(err_file.fd());
      Context context{.globals = globals,
                      .env = [](std::string_view) { return std::string(); },
                      .terminal = {},
                      .folder = folder,
                      .out = out,
                      .err = err,
                      .loop = loop,
                      .backend = {}};
      context.backend.config = [this](const Globals&, const std::string&) {
        ConfigSources sources;
        sources.flags["store"] = store();
        sources.variable = [](const char*) -> const char* { return nullptr; };
        return Config::load(sources);
      };
      context.backend.look = [&](const OpenRequest&, Loop& on) -> Result<OpenedService> {
        return OpenedService{.service = TRY(open_for_looking(store(), on))};
      };
      told.status = cli::run(args, context);
      out.flush();
      err.flush();
    }
    told.out = out_file.text();
    told.err = err_file.text();
    return told;
  }

  template <class Args>
  Printed run_json(const Args& args) {
    globals.json = JsonMode::kEvents;
    Printed told = run(args);
    globals.json = JsonMode::kNo;
    return told;
  }
};

WorkedProject revised() {
  WorkedProject worked;
  worked.to(kDiscovery).ask("q-1").end("q-1", QuestionEnd::kAnswered, "Red.");
  worked.to(kSynthesis).propose("Tea", 1).propose("Green tea", 2).to(kApproval);
  worked.gate("g-1", "approval", "Shall we?", {"yes", "changes"});
  return worked;
}

TEST_CASE("the looks at a project find the folder's room by themselves") {
  Desk desk;
  testing::store_room(desk.store(), revised().script, kFolder);
  for (const Printed& told : {desk.run(ProjectStatusArgs{}),
                              desk.run(ProjectStatusArgs{{.room = "tea", .project = "p-tea2"}})}) {
    CHECK(told.status == kDone);
    CHECK(told.out.starts_with("A tea shop.\nRoom tea-2k7f, project p-tea2.\n"));
    CHECK(told.out.contains("Decide     folkmoot gate answer g-1 N\n"));
    CHECK(told.err.empty());
  }
  CHECK(desk.run(ProjectLogArgs{}).out.contains("> ana       Red.\n"));
  CHECK(desk.run(ProjectListArgs{}).out.starts_with("* p-tea2  approval    approve it "));
  CHECK(desk.run(ProjectHistoryArgs{}).out.contains("\nIn all: idle 2.0 s, discovery "));
  CHECK(desk.run(ProjectBriefArgs{}).out.contains("Project Brief: Green tea\n"));
  CHECK(desk.run(ProjectBriefArgs{.of = {}, .revision = 1, .compare = {}})
            .out.contains("Project Brief: Tea\n"));
  for (const auto [one, other] : {std::pair(1, 2), std::pair(2, 1)})
    CHECK(desk.run(ProjectBriefArgs{.of = {}, .revision = one, .compare = other}).out ==
          "From revision 1 to 2:\n~ title: Tea -> Green tea\n");
}

TEST_CASE("the looks at a project as JSON are whole lines with the room and the project") {
  Desk desk;
  testing::store_room(desk.store(), revised().script, kFolder);
  const auto check = [](const Printed& told, std::size_t lines, std::string_view key) {
    CHECK(told.status == kDone);
    CHECK(std::ranges::count(told.out, '\n') == static_cast<std::ptrdiff_t>(lines));
    std::istringstream in(told.out);
    for (std::string line; std::getline(in, line);) {
      const auto object = parse_json(line);
      REQUIRE(object);
      CHECK(text_at(*object, "room") == "tea-2k7f");
      CHECK(text_at(*object, "project") == "p-tea2");
      CHECK(find_at(*object, key) != nullptr);
    }
  };
  check(desk.run_json(ProjectStatusArgs{}), 1, "waits");
  check(desk.run_json(ProjectListArgs{}), 1, "waits");
  check(desk.run_json(ProjectLogArgs{}), 8, "mark");
  check(desk.run_json(ProjectLogArgs{.of = {}, .lines = 3}), 3, "mark");
  check(desk.run_json(ProjectHistoryArgs{}), 1, "totals_ms");
  check(desk.run_json(ProjectBriefArgs{}), 1, "brief");
  check(desk.run_json(ProjectBriefArgs{.of = {}, .revision = {}, .compare = 1}), 1, "changes");
  check(desk.run_json(GateListArgs{}), 1, "options");
}

TEST_CASE("a room without a project does not hide an older one that has some") {
  Desk desk;
  testing::store_room(desk.store(), revised().script, kFolder);
  RoomScript later("a-quiz-9xyz", {1'777'640'000'000});
  testing::store_room(desk.store(), later.create("a quiz"), kFolder);
  CHECK(desk.run(ProjectStatusArgs{}).out.contains("Room tea-2k7f"));
  CHECK(desk.run(ProjectListArgs{"a-quiz"}).out ==
        "There is no project in the room a-quiz-9xyz yet.\n");
  CHECK(desk.run(ProjectStatusArgs{{.room = "a-quiz", .project = {}}}).err.contains("no project"));
}

TEST_CASE("what is not there is told, with what there is") {
  Desk desk;
  CHECK(desk.run(ProjectStatusArgs{}).err.contains("no store here yet"));
  CHECK(desk.run(GateListArgs{}).out == "No question of this folder waits for you.\n");
  WorkedProject worked;
  testing::store_room(desk.store(), worked.script, kFolder);
  const Printed unknown = desk.run(ProjectStatusArgs{{.room = {}, .project = "p-x"}});
  CHECK(unknown.status == kUsage);
  CHECK(unknown.err.contains("p-tea2"));
  const Printed room = desk.run(ProjectLogArgs{.of = {.room = "nowhere", .project = {}}});
  CHECK(room.status == kUsage);
  CHECK(room.err.contains("There is no room \"nowhere\""));
  CHECK(desk.run(ProjectBriefArgs{}).err.contains("no brief yet"));
  desk.folder = "/elsewhere";
  CHECK(desk.run(ProjectStatusArgs{}).err.contains("no room of this folder"));
  CHECK(desk.run(ProjectStatusArgs{{.room = "tea", .project = {}}}).status == kDone);
}

TEST_CASE("a revision of the brief that is not there is told with those there are") {
  Desk desk;
  testing::store_room(desk.store(), revised().script, kFolder);
  const Printed told = desk.run_json(ProjectBriefArgs{.of = {}, .revision = 7, .compare = {}});
  CHECK(told.status == kUsage);
  CHECK(told.out.empty());
  CHECK(told.err.contains("\"brief_unknown\""));
  CHECK(told.err.contains("Those there are: 1, 2."));
}

TEST_CASE("gates are listed with their answers and what to type, those of this folder or a room") {
  Desk desk;
  testing::store_room(desk.store(), revised().script, kFolder);
  const Printed told = desk.run(GateListArgs{});
  CHECK(told.status == kDone);
  CHECK(
      told.out.starts_with("? Shall we?\n  1 yes\n  2 changes\n"
                           "  Room tea-2k7f, project p-tea2, since "));
  CHECK(told.out.ends_with("\n  Answer  folkmoot gate answer g-1 N\n"));
  CHECK(desk.run(GateListArgs{"tea"}).out == told.out);
  CHECK(desk.run(GateListArgs{"nowhere"}).status == kUsage);
  desk.folder = "/elsewhere";
  CHECK(desk.run(GateListArgs{}).out == "No question of this folder waits for you.\n");
  CHECK(desk.run_json(GateListArgs{}).out.empty());
}

TEST_CASE("a gate that was answered is not listed any more") {
  Desk desk;
  WorkedProject worked = revised();
  worked.script.by({Actor::kPerson, "ana"})
      .tell("gate.answered", R"({"gate":"g-1","digest":"d-g-1","answer":"yes"})");
  testing::store_room(desk.store(), worked.script, kFolder);
  CHECK(desk.run(GateListArgs{"tea"}).out == "No question of that room waits for you.\n");
}

}  // namespace
}  // namespace fm::cli
