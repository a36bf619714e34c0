#include "cli/listing/project_looks.h"

#include <doctest/doctest.h>

#include "team/conversation/own_room.h"
#include "team/room/project_events.h"
#include "test/support/worked_project.h"

namespace fm::cli {
namespace {

using enum Phase;
using testing::WorkedProject;

std::string text(const Lines& lines) {
  std::string out;
  for (const Line& line : lines) out += plain(line) + "\n";
  return out;
}

std::string status_of(const WorkedProject& worked, std::size_t columns = 79,
                      Charset charset = Charset::kUtf8) {
  const UtcMs now = worked.script.view.updated_at + Millis(90'000);
  return text(project_status_lines(worked.script.view, worked.status(), now, columns, charset));
}

std::string log_of(const WorkedProject& worked, std::size_t columns = 79,
                   Charset charset = Charset::kUtf8) {
  const RoomView& view = worked.script.view;
  return text(project_log_lines(view, project_log(view, worked.project()), columns, charset));
}

std::string clock_of(UtcMs at) { return to_local_time(at).substr(11); }

TEST_SUITE("the status of a project") {
  TEST_CASE("it says goal, phase, questions, brief, verdict, and what is due") {
    WorkedProject worked;
    worked.to(kDiscovery).to(kSynthesis).propose("Tea", 1).to(kApproval).to(kDiscovery, "cheaper");
    worked.ask("q-1").ask("q-2").end("q-1", QuestionEnd::kYouDecide);
    CHECK(status_of(worked) ==
          "A tea shop.\n"
          "Room tea-2k7f, project p-tea2.\n"
          "\n"
          "Phase      discovery, iteration 2\n"
          "Agents     leader, ux\n"
          "Questions  2 asked: 1 left to the team, 1 open; 2 in this iteration\n"
          "Brief      Tea, revision 1\n"
          "Verdict    changes wanted, revision 1: cheaper\n"
          "Last       " +
              to_local_time(worked.script.view.updated_at) +
              ", 1 min 30 s ago\n"
              "\n"
              "Due        Your turn: 1 question.\n"
              "           ✶ UX: What about q-2?\n"
              "\n"
              "Say it     folkmoot say \"...\" --room tea-2k7f\n");
  }

  TEST_CASE("a question of the flow is shown with its answers and the command for them") {
    WorkedProject worked;
    worked.to(kDiscovery)
        .to(kReady)
        .gate("g-1", "start", "Shall we start?", {"Start implementation", "Continue discussion"});
    CHECK(
        status_of(worked).ends_with("Due        Your turn: start, or say what to change.\n"
                                    "           ? Shall we start?\n"
                                    "             1 Start implementation\n"
                                    "             2 Continue discussion\n"
                                    "\n"
                                    "Decide     folkmoot gate answer g-1 N\n"
                                    "Say it     folkmoot say \"go ahead\" --room tea-2k7f\n"));
  }

  TEST_CASE("each phase says what is due and what to type") {
    WorkedProject worked;
    CHECK(status_of(worked).contains("idle, not begun\n"));
    CHECK(status_of(worked).contains("Nothing is due. Say what you want next.\n"));
    CHECK(status_of(worked).contains("none asked yet\n"));
    worked.to(kDiscovery);
    CHECK(status_of(worked).contains("Due        Your turn.\n"));
    worked.script.tell("turn.started", R"({"turn":"t-1","agent":"ux"})");
    CHECK(status_of(worked).contains("At work: ux.\n"));
    CHECK(status_of(worked).contains("Go there   folkmoot --room tea-2k7f\n"));
    worked.script.tell("turn.finished", R"({"turn":"t-1"})");
    worked.to(kSynthesis).propose("Tea", 1).to(kApproval);
    CHECK(status_of(worked).contains("Read it    folkmoot project brief --room tea-2k7f\n"));
    CHECK(status_of(worked).contains("say \"yes\""));
    worked.to(kExecution);
    CHECK(status_of(worked).contains("Verdict    approved, revision 1\n"));
    worked.to(kReview);
    CHECK(status_of(worked).contains("Your turn: accept the work, or say what is wrong.\n"));
    worked.to(kFailed);
    CHECK(status_of(worked).contains("failed in review, iteration 1\n           Late."));
    CHECK(status_of(worked).contains("Failed in review. Say \"try again\" to continue.\n"));
    worked.to(kReview).to(kIdle);
    CHECK(status_of(worked).contains("idle, paused after a silence in review, iteration 1\n"));
    CHECK(status_of(worked).contains("Paused in review. Say \"go on\" to continue.\n"));
  }

  TEST_CASE("C-53 a project in a room of its own says where, on both sides") {
    WorkedProject worked;
    worked.to(kDiscovery).script.tell(room_linked(worked.id, {{"tea-apart"}, {"p-1"}, true}));
    CHECK(status_of(worked).contains("Goes on    folkmoot --room tea-apart\n"));
    worked.script.tell(room_linked(worked.id, {{"tea-home"}, {"p-2"}, false}));
    CHECK(status_of(worked).contains("Came from  folkmoot --room tea-home\n"));
  }

  TEST_CASE("a flow that a fault has paused is resumed, another project turned to first") {
    WorkedProject worked;
    worked.to(kDiscovery).script.tell("flow.paused", R"({"why":"internal_error"})");
    CHECK(status_of(worked).contains("Resume     folkmoot resume tea-2k7f\n"));
    worked.script.tell(project_created({{"p-boat"}, "a boat", {}, {}}));
    CHECK(status_of(worked).contains("project p-tea2, not the active one."));
    CHECK(status_of(worked).contains("folkmoot project switch p-tea2 --room tea-2k7f\n"));
  }
}

TEST_SUITE("the log of a project") {
  TEST_CASE("an entry has its time, a mark, who, and the words") {
    WorkedProject worked;
    worked.to(kDiscovery).ask("q-1").end("q-1", QuestionEnd::kAnswered, "**Red**, of course.");
    const auto at = [&](std::size_t event) { return clock_of(worked.script.events[event].at); };
    const std::string day = to_local_time(worked.script.events[1].at).substr(0, 10);
    CHECK(log_of(worked) == day + "\n" + at(1) + "  - ana       A tea shop.\n" + at(5) +
                                "  » Folkmoot  leader and ux ask what has to "
                                "be known.\n" +
                                at(6) + "  ? UX        What about q-1?\n" + at(7) +
                                "  > ana       Red, of course.\n");
    CHECK(log_of(worked, 79, Charset::kAscii).contains("  = Folkmoot  "));
  }

  TEST_CASE("where it is narrow the words stand below the name") {
    WorkedProject worked;
    CHECK(log_of(worked, 30).ends_with("  - ana\n  A tea shop.\n"));
  }

  TEST_CASE("of a document the words for people are shown") {
    WorkedProject worked;
    worked.script.say("leader", "review", "---\nphase: \"01\"\ntags: []\n---\n\n# All is done\n");
    CHECK(log_of(worked).ends_with("- Leader  All is done\n"));
    worked.script.say("leader", "answer", "---\nno end");
    CHECK(log_of(worked).ends_with("no end\n"));
  }

  TEST_CASE("another day is said once, and long words are cut") {
    WorkedProject worked;
    worked.script.wait(std::chrono::hours(24));
    std::string essay;
    for (int i = 0; i < 40; ++i) essay += "A sentence that goes on.\n\n";
    worked.script.say("leader", "answer", essay);
    const std::string log = log_of(worked);
    CHECK(log.ends_with("A sentence that goes on.…\n"));
    CHECK(log.contains("\n\n" + to_local_time(worked.script.view.updated_at).substr(0, 10) + "\n"));
    CHECK(std::ranges::count(log, '\n') == 2 + 2 + 6);
  }
}

TEST_SUITE("a brief") {
  TEST_CASE("it is shown as Markdown, and asks only while it waits for the answer") {
    WorkedProject worked;
    worked.to(kDiscovery).to(kSynthesis).propose("Tea", 1).propose("Green tea", 2);
    const auto shown = [&](int revision) {
      return text(project_brief_lines(worked.project(), *worked.project().brief(revision), 79,
                                      Charset::kUtf8));
    };
    CHECK(shown(1) == "Revision 1 of 2, by Leader, " +
                          to_local_time(worked.project().brief(1)->at) +
                          "\n\nProject Brief: Tea\n\nGoal\n\nSell tea\n");
    worked.to(kApproval);
    CHECK(shown(2).contains("Start on this?"));
    CHECK_FALSE(shown(1).contains("Start on this"));
  }

  TEST_CASE("what differs is marked, and nothing is said to be nothing") {
    WorkedProject worked;
    worked.to(kDiscovery).to(kSynthesis).propose("Tea", 1).propose("Green tea", 2);
    const Project& project = worked.project();
    const auto changes = [&](int one, int other) {
      return text(
          brief_change_lines(*project.brief(one), *project.brief(other), 79, Charset::kUtf8));
    };
    CHECK(changes(1, 2) == "From revision 1 to 2:\n~ title: Tea -> Green tea\n");
    CHECK(changes(2, 2) == "From revision 2 to 2:\nThey say the same.\n");
  }
}

TEST_CASE("the history says how long each phase took, and what all took") {
  WorkedProject worked;
  worked.to(kDiscovery);
  worked.script.wait(Millis(60'000));
  worked.to(kSynthesis);
  const ProjectHistory history =
      project_history(worked.project(), worked.script.view.updated_at + Millis(5'000));
  const auto began = [&](std::size_t stay) { return to_local_time(history.stays[stay].began); };
  CHECK(text(project_history_lines(history, 79, Charset::kUtf8)) ==
        "phase       iteration  began                     took  why\n"
        "idle                   " +
            began(0) +
            "         2.0 s\n"
            "discovery           1  " +
            began(1) +
            "     1 min 2 s  the team asks what it\n"
            "                                                       has to know\n"
            "synthesis           1  " +
            began(2) +
            "         6.0 s  so far; the person wants\n"
            "                                                       it started\n"
            "\n"
            "In all: idle 2.0 s, discovery 1 min 2 s, synthesis 6.0 s, together 1 min 10 s.\n");
  CHECK(text(project_history_lines(history, 40, Charset::kUtf8))
            .starts_with("phase               took\n"
                         "idle               2.0 s\n"
                         "  " +
                         began(0) +
                         "\n"
                         "discovery      1 min 2 s\n"
                         "  " +
                         began(1) + ", iteration 1; the\n  team asks"));
}

TEST_CASE("C-47 the list marks the active project, and says its title and what is due") {
  WorkedProject worked;
  worked.to(kDiscovery).propose("Tea, and cups", 1);
  worked.script.tell(project_created({{"p-boat"}, "a boat\nfor two", {}, {}}));
  const auto list = project_list(worked.script.view);
  CHECK(text(project_list_lines(list, 79, Charset::kUtf8)) ==
        "  p-tea2  discovery   your turn     Tea, and cups\n"
        "* p-boat  idle                      a boat\n");
  CHECK(text(project_list_lines(list, 110, Charset::kUtf8))
            .contains("your turn     " + to_local_time(list[0].last_activity) + "  Tea"));
  CHECK(text(project_list_lines(list, 40, Charset::kUtf8)) ==
        "  p-tea2  discovery\n    Tea, and cups\n* p-boat  idle\n    a boat\n");
}

TEST_CASE("C-12 the answers show each question with what was said to it, and how to correct one") {
  WorkedProject worked;
  worked.to(kDiscovery).ask("q-1").ask("q-2").end("q-1", QuestionEnd::kAnswered, "Only green tea.");
  CHECK(text(project_answers_lines(worked.project(), 79, Charset::kUtf8)) ==
        "1. What about q-1? (UX)\n"
        "   Only green tea.\n"
        "2. What about q-2? (UX)\n"
        "   Open.\n"
        "- To correct one: /answers 2: new words\n");
}

TEST_CASE("whatever people and models say, lines stay within the width and are clean") {
  const std::string nasty = "\x1b[31m工具図書館 ## x\n---\n" + std::string(300, 'x') + " \xff**";
  WorkedProject worked;
  worked.to(kDiscovery).ask(nasty).ask("q-2").end("q-2", QuestionEnd::kAnswered, nasty);
  worked.script.say("leader", "answer", nasty).say(nasty, "user", nasty);
  worked.to(kSynthesis).propose(nasty, 1).propose("Tea", 2).to(kApproval);
  worked.to(kDiscovery, nasty).ask(nasty).gate("g-1", "paused", nasty, {nasty, "b"});
  const RoomView& view = worked.script.view;
  const Project& project = worked.project();
  for (const std::size_t columns : {24u, 40u, 60u, 79u, 100u}) {
    for (const Charset charset : {Charset::kUtf8, Charset::kAscii}) {
      Lines all = project_log_lines(view, project_log(view, project), columns, charset);
      append(all, project_brief_lines(project, *project.brief(1), columns, charset));
      append(all, brief_change_lines(*project.brief(1), *project.brief(2), columns, charset));
      append(all,
             project_history_lines(project_history(project, view.updated_at), columns, charset));
      append(all, project_list_lines(project_list(view), columns, charset));
      Lines status = project_status_lines(view, worked.status(), view.updated_at, columns, charset);
      std::erase_if(status, [](const Line& line) { return plain(line).contains("  folkmoot "); });
      append(all, status);
      for (const Line& line : all) {
        CAPTURE(columns);
        CAPTURE(plain(line));
        CHECK((width(line) <= columns || columns < 40));  // names alone take half of that
        CHECK(plain(line).find_first_of("\x1b\xff\n") == std::string::npos);
      }
    }
  }
}

}  // namespace
}  // namespace fm::cli
