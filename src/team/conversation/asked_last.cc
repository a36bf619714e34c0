#include "team/conversation/asked_last.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "people/language/utterance.h"

namespace fm {
namespace {

enum class LineAsks { kNothing, kForGate, kElse };

std::string_view said_in(std::string_view line) {
  const std::size_t colon = line.find(": ");
  return colon == std::string_view::npos ? line : line.substr(colon + 2);
}

bool is_of_person(std::string_view line) {
  return line.starts_with("person:") || line.starts_with("user:");
}

// Names the choice that the gate offers: "Approve, change something, or cancel?"
bool names_choice(const ContextGate& gate, std::string_view text) {
  if (gate.options.empty()) return false;
  const std::string folded = " " + fold(text) + " ";
  const std::string label = fold(gate.options.front());
  return folded.contains(" " + label.substr(0, label.find(' ')) + " ");
}

// "(1) hand-drawn, (2) photo", "1. as PDF 2. on paper"
bool has_numbered_options(const Utterance& text) {
  const auto numbers = [&](std::string_view number) {
    const auto& words = text.words();
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
      const std::string& next = words[at + 1].exact;
      const bool marked = !words[at + 1].spaced && (next == ")" || next == "." || next == ":");
      if (words[at].kind == WordKind::kNumber && words[at].exact == number && marked) return true;
    }
    return false;
  };
  return numbers("1") && numbers("2");
}

// All of the question speaks of going ahead with what is shown.
bool asks_to_go_ahead(const Utterance& text, std::size_t sentence) {
  constexpr Senses kAhead = {Sense::kGo,      Sense::kBegin, Sense::kMake,  Sense::kGood,
                             Sense::kApprove, Sense::kYes,   Sense::kResume};
  bool ahead = false;
  for (const Clause& clause : text.clauses()) {
    if (clause.sentence != sentence) continue;
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const Phrase& phrase = text.phrases()[at];
      if (!text.is_content(phrase)) continue;
      if (!phrase.known) return false;
      const bool leads_there = phrase.senses.any(kAhead);
      if (!leads_there && phrase.senses.any({Sense::kChange, Sense::kLacking, Sense::kNegator}))
        return false;
      ahead = ahead || leads_there;
    }
  }
  return ahead;
}

// What the gate shows begins or ends with that question: "Does this match what you want?"
bool is_of_gate(const ContextGate& gate, std::string_view line, const Sentence& asked) {
  const std::string question = fold(trim(line.substr(asked.begin, asked.end - asked.begin)));
  const std::string shown = fold(trim(gate.shows));
  return !question.empty() && (shown.starts_with(question) || shown.ends_with(question));
}

LineAsks what_asks(const Vocabulary& vocabulary, const ContextGate& gate, std::string_view line) {
  const Utterance text = Utterance::of(vocabulary, said_in(line));
  bool asks = has_numbered_options(text);
  bool for_gate = names_choice(gate, said_in(line));
  for (std::size_t at = 0; at < text.sentences().size(); ++at) {
    if (!text.sentences()[at].question_mark) continue;
    asks = true;
    for_gate = for_gate || asks_to_go_ahead(text, at) ||
               is_of_gate(gate, said_in(line), text.sentences()[at]);
  }
  if (!asks) return LineAsks::kNothing;
  return for_gate ? LineAsks::kForGate : LineAsks::kElse;
}

// The lines of agents since the person spoke, the newest last.
std::vector<std::string_view> newest_lines(const UnderstandingContext& context) {
  std::vector<std::string_view> lines;
  for (const std::string& line : context.last) {
    if (is_of_person(line)) {
      lines.clear();
    } else {
      lines.emplace_back(line);
    }
  }
  return lines;
}

std::vector<std::string> languages_of(const Vocabulary& vocabulary, std::string_view text) {
  return vocabulary.languages(Utterance::of(vocabulary, text).words());
}

}  // namespace

bool gate_was_asked_last(const Vocabulary& vocabulary, const UnderstandingContext& context) {
  return context.gate && context.questions.empty() && !else_was_asked_after(vocabulary, context);
}

bool else_was_asked_after(const Vocabulary& vocabulary, const UnderstandingContext& context) {
  return context.gate && std::ranges::any_of(newest_lines(context), [&](std::string_view line) {
           return what_asks(vocabulary, *context.gate, line) == LineAsks::kElse;
         });
}

bool line_asks_for_gate(const Vocabulary& vocabulary, const UnderstandingContext& context) {
  const auto lines = newest_lines(context);
  if (!context.gate) return false;
  return lines.empty() || what_asks(vocabulary, *context.gate, lines.back()) == LineAsks::kForGate;
}

bool line_asks_for_changes(const Vocabulary& vocabulary, const UnderstandingContext& context) {
  const auto lines = newest_lines(context);
  if (lines.empty()) return false;
  const Utterance text = Utterance::of(vocabulary, said_in(lines.back()));
  return std::ranges::any_of(text.clauses(), [&](const Clause& clause) {
    return clause.asked && text.senses(clause).any({Sense::kChange, Sense::kLacking});
  });
}

bool is_room_language(const Vocabulary& vocabulary, const UnderstandingContext& context,
                      std::string_view text) {
  std::vector<std::string> known = context.languages;
  const auto add = [&](std::string_view words) {
    for (std::string& one : languages_of(vocabulary, words)) known.push_back(std::move(one));
  };
  if (known.empty()) {
    add(context.project);
    if (context.gate) add(context.gate->shows);
    for (const std::string& line : context.last) add(said_in(line));
  }
  known.emplace_back("en");
  return std::ranges::any_of(languages_of(vocabulary, text), [&](const std::string& one) {
    return std::ranges::find(known, one) != known.end();
  });
}

}  // namespace fm
