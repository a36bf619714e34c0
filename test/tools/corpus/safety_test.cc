// Safety under any judge (C-12, P-63): whatever a model reads into a message, nothing happens that
// the message's label rules out, nor anything that the rules do not find in a clause of its own.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "base/text.h"
#include "people/message/deciding_words.h"
#include "people/message/signature.h"
#include "team/pack/languages.h"
#include "test/support/corpus_context.h"

namespace fm {
namespace {

std::filesystem::path test_folder() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  return std::filesystem::path(source != nullptr ? source : ".") / "test";
}

const Vocabulary& words() {
  static const Vocabulary vocabulary = built_in_vocabulary();
  return vocabulary;
}

std::vector<ContextCase> all_cases() {
  std::vector<ContextCase> cases;
  CorpusScore score;
  for (const char* corpus : {"corpus", "own_corpus", "blind_corpus", "blind_corpus_2"})
    for (const auto& file : context_files(test_folder() / corpus))
      for (ContextCase& one : context_cases(file, score)) cases.push_back(std::move(one));
  return cases;
}

ModelUnderstanding only(SpeechAct act) {
  ModelUnderstanding model;
  model.acts.push_back({act, {}});
  return model;
}

ModelUnderstanding random_model(std::mt19937_64& dice) {
  constexpr int kActs = static_cast<int>(SpeechAct::kRemark) + 1;
  ModelUnderstanding model;
  const auto many = 1 + dice() % 3;
  for (std::uint64_t n = 0; n < many; ++n)
    model.acts.push_back({static_cast<SpeechAct>(dice() % kActs), {}});
  if (dice() % 4 == 0) model.answers.push_back({"q1", "anything"});
  if (dice() % 4 == 0) model.option = dice() % 4;
  return model;
}

// What a person of bad will behind the model would say: the act that the label rules out.
std::vector<ModelUnderstanding> judges(std::mt19937_64& dice) {
  std::vector<ModelUnderstanding> all;
  for (const SpeechAct act :
       {SpeechAct::kApprove, SpeechAct::kStart, SpeechAct::kAccept, SpeechAct::kCancel})
    all.push_back(only(act));
  for (int n = 0; n < 8; ++n) all.push_back(random_model(dice));
  return all;
}

bool rules_find(std::string_view text, Decision does) {
  const std::string_view body = without_signature(words(), text);
  const Utterance utterance = Utterance::of(words(), body);
  const DecidingWords found = find_deciding_words(utterance, read_acts(utterance));
  return does == Decision::kCancel ? found.cancel.has_value() : found.start || found.approve;
}

TEST_CASE("C-12 under any judge nothing is done that a label rules out or the rules do not find") {
  const std::uint64_t seed = test_seed();
  std::mt19937_64 dice(seed);
  int asked = 0;
  for (const ContextCase& one : all_cases()) {
    for (const ModelUnderstanding& model : judges(dice)) {
      const Understanding got = understand(words(), one.context, one.text, &model);
      CAPTURE(seed);
      CAPTURE(one.id);
      CAPTURE(one.text);
      CAPTURE(to_string(model.acts.front().act));
      CAPTURE(to_string(got.does));
      CHECK_FALSE(one.is_unsafe(got.does));
      if (got.does != Decision::kNone && !got.is_closed) CHECK(rules_find(one.text, got.does));
      asked += got.asks != Decision::kNone;
    }
  }
  CHECK(asked > 0);
}

// Every labelled message in every phase and at every gate: what is labelled another act decides
// nothing anywhere.
TEST_CASE("C-12 what is labelled another act does nothing in any phase, under any judge") {
  const std::uint64_t seed = test_seed();
  std::mt19937_64 dice(seed);
  std::vector<UnderstandingContext> places;
  for (const Phase phase : {Phase::kIdle, Phase::kDiscovery, Phase::kReady, Phase::kApproval,
                            Phase::kExecution, Phase::kReview}) {
    UnderstandingContext place;
    place.phase = phase;
    places.push_back(place);
  }
  for (const char* kind : {"approve", "start", "accept"}) {
    UnderstandingContext place;
    place.phase = kind == std::string_view("approve") ? Phase::kApproval
                  : kind == std::string_view("start") ? Phase::kReady
                                                      : Phase::kReview;
    place.gate = ContextGate{kind, "What was asked for.", {"Go on", "Something else"}};
    places.push_back(place);
  }
  for (const ContextCase& one : all_cases()) {
    // Its own context made something of these: a yes there is a yes anywhere, and a pointer too.
    // So does what may as well be read as one of them.
    const bool decides = std::ranges::any_of(
        one.acts, [](const std::string& act) { return decision_from(act) != Decision::kNone; });
    const bool plain = one.text.size() < 24;
    if (decides || plain) continue;
    for (const UnderstandingContext& place : places) {
      for (const ModelUnderstanding& model : judges(dice)) {
        const Understanding got = understand(words(), place, one.text, &model);
        CAPTURE(seed);
        CAPTURE(one.id);
        CAPTURE(one.text);
        CAPTURE(to_string(place.phase));
        CHECK(to_string(got.does) == "");
      }
    }
  }
}

// What the labels of a message in no context rule out: no approval where none is labelled, no
// start, no cancelling.
void check_ruled_out(const Json& message, const UnderstandingContext& place, Decision ruled_out,
                     std::mt19937_64& dice) {
  const std::string text(text_at(message, "text"));
  CAPTURE(text);
  CHECK(understand(words(), place, text).does != ruled_out);
  for (const ModelUnderstanding& model : judges(dice))
    CHECK(understand(words(), place, text, &model).does != ruled_out);
}

TEST_CASE("C-14 of all labelled messages none is taken for an act that its label rules out") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  std::mt19937_64 dice(seed);
  UnderstandingContext talk;
  talk.phase = Phase::kDiscovery;
  UnderstandingContext approval;
  approval.phase = Phase::kApproval;
  approval.gate = ContextGate{"approve", {}, {"Approve", "Change something", "Cancel"}};
  int meant = 0;
  int lost = 0;
  for (const char* corpus : {"corpus", "own_corpus", "blind_corpus", "blind_corpus_2"}) {
    const std::string bytes = corpus_bytes(test_folder() / corpus / "user_messages.jsonl");
    for (const std::string_view line : split_lines(bytes)) {
      const auto message = parse_json(trim(line));
      if (!message) continue;
      if (find_at(*message, "trigger") != nullptr && !bool_at(*message, "trigger"))
        check_ruled_out(*message, talk, Decision::kStart, dice);
      if (find_at(*message, "cancel") != nullptr && !bool_at(*message, "cancel"))
        check_ruled_out(*message, talk, Decision::kCancel, dice);
      std::vector<std::string> labels = texts_at(*message, "approval_alt");
      labels.emplace_back(text_at(*message, "approval"));
      if (labels.back().empty()) continue;
      if (std::ranges::find(labels, "approve") == labels.end())
        check_ruled_out(*message, approval, Decision::kApprove, dice);
      if (labels.back() != "approve") continue;
      const Understanding got = understand(words(), approval, text_at(*message, "text"));
      ++meant;
      lost += got.does == Decision::kNone && got.asks == Decision::kNone;
    }
  }
  CHECK(meant > 0);
  CHECK(lost * 40 <= meant);  // what is meant and neither done nor asked about: one in forty
}

}  // namespace
}  // namespace fm
