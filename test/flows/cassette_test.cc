// Whole discussions out of a recording, with the replies of models that are no neat JSON.
#include <doctest/doctest.h>

#include <filesystem>

#include "model/cassette/recorder.h"
#include "model/cassette/replayer.h"
#include "test/support/discussion.h"
#include "test/support/scratch_folder.h"

using namespace fm;
using namespace fm::testing;

namespace {

// Answers as models give them: with prose, fences, a table, a repair and a failure in between.
void speak_like_models(Discussion& conversation) {
  conversation.request.preset = "standard";
  conversation.lines = {
      {.agent = "researcher",
       .task = "research",
       .text = "## What others do\n\n| where | how | result |\n|---|---|---|\n| Seattle | members "
               "pay by income | 1,400 loans a year |\n",
       .fails = std::nullopt},
      {.agent = "ideation", .task = "ideate", .fails = ModelErrorKind::kOverloaded, .times = 1},
      {.agent = "ideation",
       .task = "ideate",
       .text =
           "<think>They want three to five.</think>Here you go:\n```json\n{\"ideas\": [\n"
           "  {\"title\": \"Shed with a key\", \"description\": \"A shed, one key a street.\",},\n"
           "  {\"title\": \"Tool van\", \"description\": \"Comes on Saturdays.\"}, // weekly\n"
           "  {\"title\": \"Repair evenings\", \"description\": \"Mend what is broken\"}\n]}\n"
           "```\nTell me if you want more!",
       .fails = std::nullopt},
      {.agent = "moderator",
       .task = "validate",
       .text = "| idea | feasibility | innovation | impact | clarity | completeness |\n"
               "|---|---|---|---|---|---|\n| idea-1 | 9 | 5 | 8 | 9 | 8 |\n"
               "| idea-2 | 6 | 6 | 7 | 8 | 6 |\n| idea-3 | 7 | 7 | 6 | 7 | 7 |\n",
       .fails = std::nullopt},
      {.agent = "leader", .task = "select", .text = "I choose **idea-1**.", .fails = std::nullopt}};
}

std::string played(Discussion& conversation) {
  REQUIRE(conversation.open().has_value());
  REQUIRE(conversation.start().has_value());
  conversation.run_until_idle();
  return conversation.turns() + "\n" + conversation.outcome();
}

}  // namespace

TEST_CASE("P-35 a discussion is the same out of its recording, in every order of work") {
  const ScratchFolder folder;
  const std::string path = (folder.path() / "talk.jsonl").string();
  std::string spoken;
  {
    DiscussionOptions options;
    options.before = [&](Loop&, ModelCatalog& scripted) {
      return std::move(*Recorder::open(scripted, path));
    };
    Discussion conversation(std::move(options));
    speak_like_models(conversation);
    spoken = played(conversation);
    CHECK(spoken.contains("selected idea-1"));
  }
  for (const std::uint64_t seed : {0u, 3u}) {
    for (const auto evict : {EngineOptions::Evict::kWhenDeferred, EngineOptions::Evict::kNever}) {
      std::vector<Error> differences;
      Replayer* replayer = nullptr;
      DiscussionOptions options;
      options.seed = seed;
      options.evict = evict;
      options.before = [&](Loop& loop, ModelCatalog&) {
        ReplayerOptions replaying;
        replaying.on_difference = [&](const Error& error) { differences.push_back(error); };
        auto opened = std::move(*Replayer::open(loop, path, std::move(replaying)));
        replayer = opened.get();
        return opened;
      };
      Discussion conversation(std::move(options));
      conversation.request.preset = "standard";
      CHECK(played(conversation) == spoken);
      CHECK(differences.empty());
      CHECK(replayer->unused() == 0);
      CHECK(conversation.asked.empty());  // no model was there
    }
  }
}

TEST_CASE("P-35 what was never said gets into no room, and a crash does not change that") {
  const ScratchFolder folder;
  const std::string path = (folder.path() / "talk.jsonl").string();
  {
    DiscussionOptions options;
    options.before = [&](Loop&, ModelCatalog& scripted) {
      return std::move(*Recorder::open(scripted, path));
    };
    Discussion conversation(std::move(options));
    speak_like_models(conversation);
    played(conversation);
  }
  std::vector<Error> differences;
  DiscussionOptions options;
  options.before = [&](Loop& loop, ModelCatalog&) {
    ReplayerOptions replaying;
    replaying.on_difference = [&](const Error& error) { differences.push_back(error); };
    return std::move(*Replayer::open(loop, path, std::move(replaying)));
  };
  Discussion conversation(std::move(options));
  conversation.request.preset = "standard";
  conversation.request.topic = "another topic";
  played(conversation);
  REQUIRE(differences.size() == 1);
  CHECK(differences.front().code == "replay_differs");
  CHECK(differences.front().cause.contains("+another topic"));
  CHECK(conversation.view().messages.size() == 1);  // the topic
  conversation.crash();
  REQUIRE(conversation.open().has_value());
  conversation.resume();
  conversation.run_until_idle();
  CHECK(differences.size() == 2);
  CHECK(conversation.view().messages.size() == 1);
}
