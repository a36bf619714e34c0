#include "cli/view/conversation_wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "cli/view/notes.h"

namespace fm::cli {
namespace {

enum class Turn { kSpoken, kSilent };

struct TaskLook {
  std::string_view task;
  std::string_view kind;
  std::string_view activity;
  Turn turn = Turn::kSpoken;
};

constexpr auto kTasks = std::to_array<TaskLook>({
    {"reply", "answer", "thinking"},
    {"answer", "answer", "thinking"},
    {"questions", "question", "thinking of questions", Turn::kSilent},
    {"ask", "question", "thinking of a question"},
    {"explain", "reply", "thinking"},
    {"discuss", "reply", "thinking"},
    {"draft", "brief", "writing the brief", Turn::kSilent},
    {"review_draft", "draft_review", "looking for what is wrong"},
    {"revise", "brief", "revising the brief", Turn::kSilent},
    {"edit", "brief", "changing the brief", Turn::kSilent},
    {"vote", "vote", "making up its mind"},
    {"debate", "debate", "summing up the debate", Turn::kSilent},
    {"answer_brief", "answer", "thinking"},
    {"route", "", "deciding who speaks", Turn::kSilent},
    {"findings", "findings", "looking into it"},
    {"options", "options", "weighing options"},
    {"do_task", "work", "working"},
    {"adjust", "work", "changing it"},
    {"work", "work", "working"},
    {"redo", "work", "doing it again"},
    {"check_whole", "check", "checking the work"},
    {"status", "answer", "looking at the work"},
});

struct KindLook {
  std::string_view kind;
  std::string_view manner;
};

constexpr auto kKinds = std::to_array<KindLook>({
    {"question", "asks"},
    {"proposal", "proposes"},  // in rooms of earlier releases
    {"objection", "objects"},  // too
    {"draft_review", "reviews the draft"},
    {"check", "checks the work"},
    {"vote", "votes"},
    {"debate", "sums up the debate"},
    {"brief", "shows the brief"},
    {"findings", "tells what was found"},
    {"options", "shows options"},
    {"work", "shows the work"},
    {"review", "reviews the work"},
});

const TaskLook* look_of(std::string_view task) {
  const auto* found = std::ranges::find(kTasks, task, &TaskLook::task);
  return found == kTasks.end() ? nullptr : found;
}

}  // namespace

std::string_view kind_of(std::string_view task_or_kind) {
  const TaskLook* look = look_of(task_or_kind);
  return look == nullptr || look->kind.empty() ? task_or_kind : look->kind;
}

std::string_view manner_of(std::string_view task_or_kind) {
  const auto* found = std::ranges::find(kKinds, kind_of(task_or_kind), &KindLook::kind);
  return found == kKinds.end() ? std::string_view() : found->manner;
}

bool is_silent(std::string_view task) {
  const TaskLook* look = look_of(task);
  return look != nullptr && look->turn == Turn::kSilent;
}

std::string_view conversation_activity(std::string_view task) {
  const TaskLook* look = look_of(task);
  return look == nullptr ? std::string_view() : look->activity;
}

bool is_worth_telling(std::string_view task) {
  if (task == "route") return false;
  const std::string_view kind = kind_of(task);
  return is_silent(task) || kind == "findings" || kind == "options" || kind == "work";
}

std::string asked_elsewhere(const OpenGate& gate, Charset charset) {
  return fmt::format("Project {} asks: {} To answer: /switch {}", gate.project.value,
                     one_line(gate.question, charset), gate.project.value);
}

Lines question_lines(const OpenGate& gate, std::size_t columns, Charset charset) {
  std::string row;
  int number = 1;
  for (const std::string& option : gate.options)
    row += fmt::format("{}{} {}", row.empty() ? "" : "   ", number++, one_line(option, charset));
  if (width(row) + 2 > columns) return gate_lines(gate, columns, charset);
  OpenGate asked = gate;
  asked.options.clear();
  Lines lines = gate_lines(asked, columns, charset);
  if (!row.empty()) lines.push_back(Line("  ").add(row, kStrong));
  return lines;
}

}  // namespace fm::cli
