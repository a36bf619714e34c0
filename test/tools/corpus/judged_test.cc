// The labelled messages with a judge that reads as a person would: each label is turned into the
// answer that such a model gives, and goes through the real prompt and the real reader (C-12).
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/text.h"
#include "team/conversation/model_understanding.h"
#include "team/pack/languages.h"
#include "test/support/corpus_context.h"

namespace fm {
namespace {

std::filesystem::path test_folder() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  return std::filesystem::path(source != nullptr ? source : ".") / "test";
}

// As models write it: some words first, and the object in a block.
std::string answer_of(const ContextCase& one) {
  JsonArray acts{JsonObject{{"act", one.acts.front()}, {"words", one.text}}};
  for (const std::string& further : one.also)
    acts.push_back(JsonObject{{"act", further}, {"words", one.text}});
  JsonArray answers;
  for (const auto& [question, words] : one.answers)
    answers.push_back(JsonObject{{"question", question}, {"words", words}});
  JsonObject value{{"acts", std::move(acts)}, {"answers", std::move(answers)}, {"option", nullptr}};
  return "This is how I read it.\n```json\n" + canonical(Json(std::move(value))) + "\n```";
}

struct Judged {
  CorpusScore score;
  int asked = 0;  // of the model
};

Judged judge_all(const std::filesystem::path& folder, const Vocabulary& vocabulary) {
  Judged judged;
  for (const auto& file : context_files(folder))
    for (const ContextCase& one : context_cases(file, judged.score)) {
      CAPTURE(one.id);
      const UnderstandQuestion question = ask_understanding(one.context, one.text);
      const auto user = parse_json(question.user);
      REQUIRE(user.has_value());
      CHECK(text_at(*user, "message") == to_utf8(one.text));
      CHECK(text_at(user->at("context"), "phase") == to_string(one.context.phase));
      const auto model = read_model_understanding(answer_of(one));
      REQUIRE(model.has_value());
      const Understanding by_rules = understand(vocabulary, one.context, one.text);
      const bool is_read = is_for_model(by_rules, one.context);
      judged.asked += is_read;
      score_context_case(
          one, is_read ? understand(vocabulary, one.context, one.text, &*model) : by_rules,
          judged.score);
    }
  return judged;
}

int percent(const CorpusScore& score, std::string_view kind) {
  const CorpusCount count = score.count(kind);
  return count.total == 0 ? 100 : 100 * count.right / count.total;
}

TEST_CASE("C-12 with a judge that reads as a person would 95 of 100 are understood") {
  const Vocabulary vocabulary = built_in_vocabulary();
  for (const std::string corpus : {"corpus", "own_corpus", "blind_corpus", "blind_corpus_2"}) {
    CAPTURE(corpus);
    const Judged judged = judge_all(test_folder() / corpus, vocabulary);
    for (const char* kind : {"acts", "also", "answers"})
      MESSAGE(corpus << " " << std::string(kind) << ": " << percent(judged.score, kind) << " %");
    CHECK(percent(judged.score, "acts") >= 95);
    CHECK(percent(judged.score, "answers") >= 95);
    CHECK(judged.score.unsafe_acts == 0);
    // A yes with another matter beside it is asked about that.
    const int most_lost = corpus == "blind_corpus" ? 2 : 0;
    CHECK(judged.score.lost_acts <= most_lost);
    CHECK(judged.asked > 0);
    if (std::getenv("FM_STORY") != nullptr)
      for (const CorpusMiss& miss : judged.score.misses())
        MESSAGE(miss.kind << " " << miss.id << ": " << miss.text << " | " << miss.expected << " | "
                          << miss.got);
  }
}

}  // namespace
}  // namespace fm
