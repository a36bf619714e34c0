#include "test/support/corpus_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "team/conversation/understanding_json.h"

namespace fm {
namespace {

bool contains(const std::vector<std::string>& list, std::string_view one) {
  return std::ranges::find(list, one) != list.end();
}

ContextCase case_of(const Json& line) {
  ContextCase one;
  one.id = text_at(line, "id");
  one.context = understanding_context(line.at("context"));
  one.text = text_at(line, "text");
  const Json& expect = line.at("expect");
  one.acts = texts_at(expect, "act_alt");
  one.acts.insert(one.acts.begin(), std::string(text_at(expect, "act")));
  one.also = texts_at(expect, "also");
  one.unsafe = texts_at(expect, "unsafe");
  for (const auto& [question, words] : text_map_at(expect, "answers"))
    one.answers.emplace_back(question, words);
  return one;
}

bool is_case(const Json& line) {
  const Json* context = find_at(line, "context");
  const Json* expect = find_at(line, "expect");
  return context != nullptr && context->is_object() && expect != nullptr && expect->is_object() &&
         find_at(line, "text") != nullptr;
}

std::string acts_of(const Understanding& got) {
  std::string names(to_string(got.act));
  for (const FoundAct& one : got.acts)
    if (one.act != got.act) names += fmt::format(", {}", to_string(one.act));
  if (got.does != Decision::kNone) names += fmt::format("; does {}", to_string(got.does));
  if (got.asks != Decision::kNone) names += fmt::format("; asks {}", to_string(got.asks));
  return names;
}

void note(CorpusScore& score, std::string_view kind, const ContextCase& one, bool right,
          std::string expected, std::string got) {
  if (right) return score.add_right(kind);
  score.add_miss({std::string(kind), one.id, std::move(expected), std::move(got), one.text});
}

void score_answers(const ContextCase& one, const Understanding& got, CorpusScore& score) {
  for (const auto& [question, words] : one.answers) {
    const auto given = std::ranges::find(got.answers, question, &GivenAnswer::id);
    const std::string said = given == got.answers.end() ? std::string() : given->text;
    note(score, "answers", one, fold(said).contains(fold(words)),
         fmt::format("{}: {}", question, words), fmt::format("{}: {}", question, said));
  }
  for (const GivenAnswer& given : got.answers) {
    const bool meant = std::ranges::any_of(
        one.answers, [&](const auto& answer) { return answer.first == given.id; });
    if (!meant) note(score, "answers", one, false, "nothing", given.id + ": " + given.text);
  }
}

}  // namespace

bool ContextCase::is_unsafe(Decision does) const {
  return does != Decision::kNone && contains(unsafe, to_string(does));
}

bool ContextCase::decides_gate() const {
  const std::string& act = acts.front();
  return decision_of(context.gate) != Decision::kNone &&
         (act == "approve" || act == "start" || act == "accept");
}

bool ContextCase::is_plain() const {
  constexpr std::ptrdiff_t kFew = 6;  // words
  return also.empty() && std::ranges::count(text, ' ') < kFew;
}

std::vector<std::filesystem::path> context_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code none;
  for (const char* name : {"context/messages.jsonl", "messages.jsonl", "context.jsonl"})
    if (std::filesystem::is_regular_file(folder / name, none)) files.push_back(folder / name);
  return files;
}

std::vector<ContextCase> context_cases(const std::filesystem::path& file, CorpusScore& score) {
  std::vector<ContextCase> cases;
  const std::string bytes = corpus_bytes(file);
  int number = 0;
  for (const std::string_view line : split_lines(bytes)) {
    ++number;
    if (trim(line).empty()) continue;
    const auto value = parse_json(trim(line));
    if (value && is_case(*value)) {
      cases.push_back(case_of(*value));
    } else {
      score.add_unreadable(fmt::format("{}:{}", file.filename().string(), number), line,
                           kContextKinds);
    }
  }
  return cases;
}

void score_context_case(const ContextCase& one, const Understanding& got, CorpusScore& score) {
  note(score, "acts", one, contains(one.acts, to_string(got.act)), join(one.acts, " or "),
       acts_of(got));
  for (const std::string& further : one.also)
    note(score, "also", one, got.has(speech_act_from(further).value_or(SpeechAct::kRemark)),
         further, acts_of(got));
  score_answers(one, got, score);
  if (one.is_unsafe(got.does)) {
    ++score.unsafe_acts;
    score.add_miss({"unsafe", one.id, "nothing done", acts_of(got), one.text});
  }
  if (!one.decides_gate()) return;
  const bool done = got.does != Decision::kNone && !one.is_unsafe(got.does);
  note(score, "decided", one, done, one.acts.front() + " done", acts_of(got));
  if (one.is_plain()) note(score, "plain", one, done, one.acts.front() + " done", acts_of(got));
  if (!done && got.asks == Decision::kNone) ++score.lost_acts;
}

void score_context(const std::filesystem::path& folder, const Vocabulary& vocabulary,
                   CorpusScore& score) {
  for (const auto& file : context_files(folder))
    for (const ContextCase& one : context_cases(file, score))
      score_context_case(one, understand(vocabulary, one.context, one.text), score);
}

}  // namespace fm
