// ideate and resume as commands: what they ask the service for, and how they end.
#include <doctest/doctest.h>
#include <unistd.h>

#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "test/support/fake_service.h"
#include "test/support/room_script.h"

namespace fm::cli {
namespace {

using testing::FakeService;
using testing::RoomScript;

struct Pipe {
  Pipe() {
    if (::pipe(ends) != 0) throw Bug("no pipe");
  }
  ~Pipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  std::string text(Output& output) {
    output.write("\n");
    output.flush();
    std::string read(1 << 16, '\0');
    read.resize(static_cast<std::size_t>(::read(ends[0], read.data(), read.size())));
    read.pop_back();
    return read;
  }
  int ends[2];
};

// A command in a pipe, before a service that finishes at once.
struct Desk {
  Desk() {
    context.backend.open = [this](const OpenRequest& request, Loop& on) -> Result<OpenedService> {
      opened = request;
      if (refused) return std::unexpected(*refused);
      auto made = std::make_unique<FakeService>(on, "a-room-2k7f");
      made->known_rooms = rooms;
      made->next_start = next_start;
      FakeService* service = made.get();
      service->on_watch = [this, service] {
        script.create("x").start({{"topic", "x"}}).finish();
        service->tell(script.events);
        ideated = service->ideated;
        resumed = service->resumed;
        service->become_idle();
      };
      return OpenedService{.service = std::move(made),
                           .me = "ana",
                           .team = "night",
                           .preset = "full",
                           .model = "openai:gpt-5"};
    };
  }

  Pipe out_pipe;
  Pipe err_pipe;
  Output out{out_pipe.ends[1]};
  Output err{err_pipe.ends[1]};
  const SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);
  Context context{.globals = {},
                  .env = [](std::string_view) { return std::string(); },
                  .terminal = {},
                  .folder = "/home/ana/street",
                  .out = out,
                  .err = err,
                  .loop = *loop,
                  .backend = {}};
  RoomScript script{"a-room-2k7f"};
  std::optional<OpenRequest> opened;
  std::optional<Error> refused;
  Result<Started> next_start = Started{};
  std::vector<RoomSummary> rooms;
  std::vector<IdeateRequest> ideated;
  std::vector<ResumeForce> resumed;
};

TEST_CASE("I-14 ideate asks for what was said, and for what is configured where nothing was") {
  Desk desk;
  IdeateArgs args;
  args.topic = "a tool library";
  args.out = "reports/../r.html";
  args.ideas = "/tmp/ideas.csv";
  args.rounds = 2;
  CHECK(run(args, desk.context) == kDone);
  REQUIRE(desk.ideated.size() == 1);
  const IdeateRequest& request = desk.ideated[0];
  CHECK(request.topic == "a tool library");
  CHECK(request.folder == "/home/ana/street");
  CHECK(request.out == "/home/ana/street/r.html");
  CHECK(request.ideas_out == "/tmp/ideas.csv");
  CHECK(request.max_rounds == 2);
  CHECK(!request.min_ideas);
  CHECK(request.team == "night");
  CHECK(request.preset == "full");
  CHECK(request.model == "openai:gpt-5");
  CHECK(desk.opened->command == "folkmoot ideate");
  CHECK(!desk.opened->paced);
  CHECK(desk.out_pipe.text(desk.out).contains("folkmoot room show a-room-2k7f\n"));
}

TEST_CASE("what is said counts more than what is configured") {
  Desk desk;
  IdeateArgs args;
  args.topic = "x";
  args.team = "day";
  args.preset = "standard";
  args.model = "rehearsal";
  run(args, desk.context);
  REQUIRE(desk.ideated.size() == 1);
  CHECK(desk.ideated[0].team == "day");
  CHECK(desk.ideated[0].preset == "standard");
  CHECK(desk.ideated[0].model == "rehearsal");
}

TEST_CASE("E-8 a store that somebody else has ends with 75, and says who") {
  Desk desk;
  desk.refused = Error{"store_in_use", "The store is in use.", "Process 7 owns it.", "Wait."};
  IdeateArgs args;
  args.topic = "x";
  CHECK(run(args, desk.context) == kInUse);
  CHECK(desk.err_pipe.text(desk.err) ==
        "folkmoot: The store is in use.\n  Process 7 owns it.\n  Wait.\n");
}

TEST_CASE("I-14 ideas in a format that there is not are refused before anything begins") {
  Desk desk;
  IdeateArgs args;
  args.topic = "x";
  args.ideas = "ideas.xls";
  CHECK(run(args, desk.context) == kUsage);
  CHECK(!desk.opened);
}

TEST_CASE("E-8 what the service refuses is told on stderr, as JSON where that is wanted") {
  Desk desk;
  desk.context.globals.json = JsonMode::kEvents;
  desk.next_start = fail("team_unknown", "There is no team.", "It has no file.", "Write it.");
  IdeateArgs args;
  args.topic = "a quiz";
  CHECK(run(args, desk.context) == kUsage);
  CHECK(desk.err_pipe.text(desk.err) ==
        "{\"error\":{\"cause\":\"It has no file.\",\"code\":\"team_unknown\",\"cure\":\"Write "
        "it.\",\"message\":\"There is no team.\"}}\n");
}

TEST_CASE("with --json notices are told on stderr, events alone on stdout") {
  Desk desk;
  desk.context.globals.json = JsonMode::kEvents;
  desk.next_start->notices.push_back({"topic_cleaned", "Characters were removed.", "", ""});
  IdeateArgs args;
  args.topic = "x";
  CHECK(run(args, desk.context) == kDone);
  std::string events;
  for (const Event& event : desk.script.events) events += encode(event) + "\n";
  CHECK(desk.out_pipe.text(desk.out) == events);
  CHECK(desk.err_pipe.text(desk.err).starts_with("{\"notice\":{"));
}

TEST_CASE("I-15 resume goes on with the newest unfinished room of the folder") {
  Desk desk;
  RoomSummary elsewhere;
  elsewhere.id = {"elsewhere-2222"};
  elsewhere.folder = "/tmp";
  elsewhere.state = "paused";
  RoomSummary here = elsewhere;
  here.id = {"a-room-2k7f"};
  here.folder = "/home/ana/street";
  desk.rooms = {elsewhere, here};
  CHECK(run(ResumeArgs{.room = "", .force = true, .plain = false}, desk.context) == kDone);
  CHECK(desk.resumed == std::vector<ResumeForce>{ResumeForce::kYes});

  Desk empty;
  CHECK(run(ResumeArgs{}, empty.context) == kUsage);
  CHECK(empty.err_pipe.text(empty.err).starts_with(
      "folkmoot: No discussion of this folder is unfinished.\n"));
}

TEST_CASE("I-22 to continue finds the room by the beginning of its name and keeps its models") {
  Desk desk;
  RoomSummary room;
  room.id = {"a-room-2k7f"};
  desk.rooms = {room};
  desk.next_start->rounds_added = 2;
  IdeateArgs args;
  args.continues = "a-room";
  args.rounds = 2;
  args.panel = 3;
  args.ideas = "/tmp/ideas.csv";
  CHECK(run(args, desk.context) == kDone);
  REQUIRE(desk.ideated.size() == 1);
  CHECK(desk.ideated[0].continues.value == "a-room-2k7f");
  CHECK(desk.ideated[0].max_rounds == 2);
  CHECK(desk.ideated[0].panel == 3);
  CHECK(desk.ideated[0].ideas_out == "/tmp/ideas.csv");
  CHECK(desk.ideated[0].model.empty());  // not the configured one
  CHECK(desk.out_pipe.text(desk.out).contains("The discussion in room a-room-2k7f gets two more"));

  Desk unknown;
  CHECK(run(args, unknown.context) == kUsage);
  CHECK(unknown.ideated.empty());
}

}  // namespace
}  // namespace fm::cli
