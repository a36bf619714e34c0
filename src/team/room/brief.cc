#include "team/room/brief.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "people/message/answer.h"
#include "reading/brief/brief_objections.h"
#include "reading/json/chars.h"
#include "reading/json/names.h"
#include "team/text/markdown_text.h"

namespace fm {
namespace {

void add_list(std::string& out, std::string_view heading, const std::vector<std::string>& items) {
  if (items.empty()) return;
  out += fmt::format("\n## {}\n\n", heading);
  for (const std::string& item : items) out += "- " + markdown_inline(item) + "\n";
}

// A name in bold must not end the bold, nor look like the colon behind it. The usual ones begin
// with a capital letter; names of the leader's own stay as they are, to be read back the same.
std::string bold_name(std::string_view name) {
  if (name == "budget") return "Budget";
  if (name == "timeline") return "Timeline";
  if (name == "platform") return "Platform";
  std::string text = markdown_inline(name, 200);
  std::erase_if(text, [](char c) { return c == '*' || c == ':' || c == '`'; });
  return text;
}

// " (after @architect, @ux)"; read back by brief_steps.cc.
std::string waits_for(const BriefStep& step) {
  std::string out;
  for (const std::string& agent : step.after)
    out += (out.empty() ? " (after @" : ", @") + bold_name(agent);
  return out.empty() ? out : out + ")";
}

bool has_answer(const ProjectQuestion& question) {
  return question.end && *question.end != QuestionEnd::kDropped;
}

std::set<std::string> telling_words(std::string_view text) {
  constexpr std::size_t kShort = 3;
  std::set<std::string> words;
  for (std::string& word : name_words(text)) {
    if (word.size() <= kShort && is_ascii_letter(word.front())) continue;
    words.insert(std::move(word));
  }
  return words;
}

// Whether an unknown is this question in the same or nearly the same words, with or without what is
// done until it is answered.
bool asks_the_same(std::string_view unknown, std::string_view question) {
  if (title_key(unknown) == title_key(question)) return true;
  if (trim(question).ends_with('?') && trim(unknown).starts_with(trim(question))) return true;
  const auto one = telling_words(unknown), other = telling_words(question);
  std::size_t common = 0;
  for (const std::string& word : one) common += other.contains(word) ? 1 : 0;
  const std::size_t all = one.size() + other.size() - common;
  return all > 0 && common * 10 >= all * 6;
}

// Runs of at least two digits, without the commas of thousands.
std::vector<std::string> numbers_in(std::string_view text) {
  const std::string plain = ascii_numbers(text);
  std::vector<std::string> numbers;
  std::string run;
  for (std::size_t at = 0; at <= plain.size(); ++at) {
    const bool digit = at < plain.size() && is_ascii_digit(plain[at]);
    const bool comma = at + 1 < plain.size() && (plain[at] == ',' || plain[at] == '.') &&
                       !run.empty() && is_ascii_digit(plain[at + 1]);
    if (digit) run += plain[at];
    if (digit || comma) continue;
    if (run.size() > 1) numbers.push_back(run);
    run.clear();
  }
  return numbers;
}

std::string all_words(const Brief& brief) {
  std::string out = brief.title + "\n" + brief.goal + "\n" + join(brief.included, "\n") + "\n" +
                    join(brief.excluded, "\n") + "\n" + join(brief.unknowns, "\n") + "\n" +
                    join(brief.decisions, "\n");
  for (const BriefConstraint& one : brief.constraints) out += "\n" + one.name + " " + one.text;
  for (const BriefStep& step : brief.next_steps) out += "\n" + step.task;
  return out;
}

std::string without_question_mark(std::string_view text) {
  text = trim(text);
  while (text.ends_with('?')) text.remove_suffix(1);
  return std::string(trim(text));
}

}  // namespace

std::string brief_markdown(const Brief& brief, BriefOrigin origin, Closing closing) {
  std::string out = "# Project Brief: " + markdown_inline(brief.title, 300) + "\n";
  if (origin == BriefOrigin::kLog) {
    out +=
        "\n*Put together from the conversation itself, because the leader's own brief could not "
        "be read. Please look at it closely.*\n";
  } else if (origin == BriefOrigin::kPerson) {
    out += "\n*Edited by hand.*\n";
  }
  out += "\n## Goal\n\n" + markdown_paragraphs(brief.goal) + "\n";
  add_list(out, "In Scope", brief.included);
  add_list(out, "Out of Scope", brief.excluded);
  if (!brief.constraints.empty()) out += "\n## Constraints\n\n";
  for (const BriefConstraint& one : brief.constraints) {
    const std::string name = bold_name(one.name);
    out += name.empty() ? "- " + markdown_inline(one.text) + "\n"
                        : fmt::format("- **{}**: {}\n", name, markdown_inline(one.text));
  }
  add_list(out, "Decisions", brief.decisions);
  if (!brief.objections.empty()) out += "\n## Objections\n\n";
  for (const BriefObjection& one : brief.objections) {
    const std::string line =
        objection_line(markdown_inline(one.text), one.outcome, markdown_inline(one.why));
    out += one.agent.empty() ? "- " + line + "\n"
                             : fmt::format("- **@{}**: {}\n", bold_name(one.agent), line);
  }
  add_list(out, "Need More Info", brief.unknowns);
  if (!brief.next_steps.empty()) out += "\n## Proposed Next Steps\n\n";
  for (const BriefStep& step : brief.next_steps) {
    std::string waits = waits_for(step);
    for (const std::string_view task : split_lines(step.task)) {
      if (trim(task).empty()) continue;
      out += fmt::format("- **@{}**: {}{}\n", bold_name(step.agent), markdown_inline(task),
                         std::exchange(waits, {}));
    }
  }
  if (closing == Closing::kNo) return out;
  return out + "\n---\n\n**Start on this?** Say `yes`, or say what should be different.\n";
}

Brief brief_from_log(const BriefLog& log, const Vocabulary& vocabulary) {
  constexpr std::size_t kTitleColumns = 60;
  Brief brief;
  brief.goal = trim(log.goal);
  brief.title = fit(brief.goal.substr(0, brief.goal.find('\n')), kTitleColumns);
  for (const ProjectQuestion& question : log.questions) {
    const std::string name = without_question_mark(question.text);
    if (!has_answer(question)) continue;
    if (question.end == QuestionEnd::kYouDecide) {
      brief.constraints.push_back({name, "the team decides"});
    } else if (question.type != QuestionType::kScope) {
      brief.constraints.push_back({name, question.answer});
    } else if (read_answer(vocabulary, question.answer).approval == Approval::kReject) {
      brief.excluded.push_back(name + ": " + question.answer);
    } else {
      brief.included.push_back(name + ": " + question.answer);
    }
  }
  for (const std::string& feedback : log.feedback) brief.constraints.push_back({"", feedback});
  add_unanswered(brief, log.questions);
  if (!log.leader.empty()) {
    brief.next_steps.push_back(
        {log.leader, "Decide who does what, and begin with: " + brief.title});
  }
  put_in_order(brief);
  return brief;
}

std::vector<std::string> add_unanswered(Brief& brief,
                                        const SharedVector<ProjectQuestion>& questions) {
  std::vector<std::string> added;
  for (const ProjectQuestion& question : questions) {
    if (has_answer(question)) continue;
    if (std::ranges::any_of(brief.unknowns, [&](const std::string& unknown) {
          return asks_the_same(unknown, question.text);
        })) {
      continue;
    }
    added.push_back(question.text);
    brief.unknowns.push_back(question.text);
  }
  return added;
}

std::vector<Note> doubts_about(const Brief& brief, const SharedVector<ProjectQuestion>& questions) {
  std::vector<Note> doubts;
  const auto known = numbers_in(all_words(brief));
  for (const ProjectQuestion& question : questions) {
    if (question.end != QuestionEnd::kAnswered) continue;
    const std::string asked = "\"" + std::string(cut_bytes(question.text, 120)) + "\"";
    const std::string answer = "\"" + std::string(cut_bytes(question.answer, 120)) + "\"";
    for (const std::string& number : numbers_in(question.answer)) {
      if (std::ranges::find(known, number) != known.end()) continue;
      doubts.push_back({"answer_lost", fmt::format("The person answered {} to {}, but {} stands "
                                                   "nowhere in the brief.",
                                                   answer, asked, number)});
      break;
    }
    for (const std::string& unknown : brief.unknowns) {
      if (!asks_the_same(unknown, question.text)) continue;
      doubts.push_back({"answer_ignored", fmt::format("{} is under the unknowns, but the person "
                                                      "answered it: {}.",
                                                      asked, answer)});
      break;
    }
  }
  return doubts;
}

std::string_view to_string(BriefChange::Kind kind) {
  switch (kind) {
    case BriefChange::Kind::kAdded:
      return "added";
    case BriefChange::Kind::kRemoved:
      return "removed";
    case BriefChange::Kind::kChanged:
      break;
  }
  return "changed";
}

}  // namespace fm
