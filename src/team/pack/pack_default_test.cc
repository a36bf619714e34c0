// What the program ships with, held to the specification and to its own limits.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "team/pack/languages.h"
#include "team/pack/pack.h"
#include "team/turn/prompt.h"

namespace fm {
namespace {

const Library& shipped() {
  static const Library library = Library::load({embedded_files(), {}, {}});
  return library;
}

TeamSnapshot ideation_team() {
  TeamRequest wish;
  wish.folder_digest = "## Files\n\nREADME.md, notes.md\n";
  auto files = shipped().team_files(wish);
  REQUIRE_MESSAGE(files.has_value(), files.error().message);
  auto snapshot = load_team_snapshot(*files);
  REQUIRE_MESSAGE(snapshot.has_value(), snapshot.error().message);
  return std::move(*snapshot);
}

// A whole ideation of the full preset, each message of about three kilobytes.
struct Rehearsal {
  TeamSnapshot snapshot = ideation_team();
  std::string preamble =
      render_preamble(snapshot.preamble("ideation", "A tool library for our street"));
  std::vector<Message> transcript;
  std::vector<IdeaNote> notes;
  std::vector<std::string> prompts;
  std::vector<std::size_t> tails;  // bytes after the last message
  std::int64_t events = 0;

  void turn(const std::string& role, const std::string& task, const std::string& kind, int round,
            const PromptValues& values) {
    const std::string agent = snapshot.agent(role);
    const auto text = snapshot.task("ideation", task, values);
    REQUIRE_MESSAGE(text.has_value(), text.error().message);
    PromptParts parts;
    parts.preamble = preamble;
    parts.transcript = transcript;
    const std::vector<IdeaUpdate> ideas = idea_lists(notes, transcript);
    parts.ideas = ideas;
    parts.round = round;
    parts.rounds = round > 0 ? 3 : 0;
    parts.agent = agent;
    parts.profile = snapshot.profiles.at(agent).body;
    parts.task = text->task;
    parts.format = text->format;
    const auto messages = render_prompt(parts);
    prompts.push_back(messages[0].text.str() + messages[1].text.str());
    const auto& ends = messages[1].stable_ends;
    tails.push_back(messages[1].text.size() - (ends.empty() ? 0 : ends.back()));

    Message message;
    message.from = agent;
    message.to = "team";
    message.kind = kind;
    std::string words;
    while (words.size() < 3'000) words += "What " + agent + " has to say in this turn. ";
    message.text = std::make_shared<const std::string>(words);
    message.room_seq = next();
    transcript.push_back(std::move(message));
    if (kind == "ideation" && round > 0 && notes.size() < 7)
      for (int i = 0; i < (round == 1 ? 5 : 1); ++i) {
        IdeaNote note;
        note.at = next();
        note.id = "idea-" + std::to_string(notes.size() + 1);
        note.title = "A shed that lends tools by the hour";
        notes.push_back(std::move(note));
      }
  }

  RoomSeq next() { return RoomSeq{++events}; }

  void play(bool deep_dive) {
    turn("leader", "kickoff", "kickoff", 0,
         {{"count", "7"}, {"members", "ada, grace"}, {"rounds", "3"}});
    for (int round = 1; round <= 3; ++round) {
      const PromptValues values = {
          {"round", std::to_string(round)}, {"rounds", "3"}, {"number", ideas_wanted(5)}};
      turn("researcher", "research", "researcher", round, values);
      turn("ideation", round == 1 ? "ideate" : "ideate_later", "ideation", round, values);
      turn("adversary", "critique", "critic", round, values);
      if (deep_dive) {
        turn("ideation", "answer_objections", "ideation", round, values);
        turn("adversary", "settle_objections", "critic", round, values);
      }
      turn("implementer", "implement", "implementer", round, values);
      turn("leader", round == 3 ? "synthesis_last" : "synthesis", "synthesis", round, values);
    }
    turn("moderator", "validate", "validation", 0, {{"ids", "idea-1, idea-2, idea-3, idea-4"}});
    turn("leader", "select", "selection", 0, {{"ids", "idea-1, idea-2, idea-3, idea-4"}});
    turn("ui-creator", "visualize", "visualization", 0, {});
  }

  // Of all bytes sent, the part that an earlier call began with, in hundredths of a per cent.
  std::size_t shared_share() const {
    std::size_t shared = 0;
    std::size_t all = 0;
    for (std::size_t i = 0; i < prompts.size(); ++i) {
      std::size_t best = 0;
      for (std::size_t j = 0; j < i; ++j) {
        const auto at = std::ranges::mismatch(prompts[i], prompts[j]).in1 - prompts[i].begin();
        best = std::max(best, static_cast<std::size_t>(at));
      }
      shared += best;
      all += prompts[i].size();
    }
    return shared * 10'000 / all;
  }
};

TEST_CASE("P-51 what is shipped has no fault and nothing to note") {
  for (const Error& fault : shipped().faults()) MESSAGE(fault.message, " ", fault.cure);
  for (const Error& note : shipped().notes()) MESSAGE(note.message);
  CHECK(shipped().faults().empty());
  CHECK(shipped().notes().empty());
}

TEST_CASE("P-51 each language that is shipped is read without a fault, and English is among them") {
  std::set<std::string_view> paths;
  for (const LanguageFile& file : language_files(embedded_files())) {
    CAPTURE(file.path);
    const auto fault = language_fault(file);
    CHECK_MESSAGE(!fault, fault.value_or(Error{}).message);
    paths.insert(file.path);
  }
  CHECK(paths.contains("language/en.yaml"));
  CHECK(shipped().vocabulary().has_value());
}

TEST_CASE("P-51 the agents are those of the specification, each with a short card of its own") {
  const std::set<std::string> expected = {
      "leader",     "director",      "adversary", "architect", "planner",     "product-planner",
      "researcher", "deep-research", "market",    "ask",       "creative",    "ux",
      "social",     "auditor",       "coder",     "debug",     "ideation",    "implementer",
      "moderator",  "ui-creator",    "analyst",   "writer",    "executor",    "tester",
      "reviewer",   "fe-developer",  "fe-qa",     "builder",   "orchestrator"};
  std::set<std::string> ids, bodies, colors, avatars;
  for (const auto& [id, profile] : shipped().profiles()) {
    CAPTURE(id);
    ids.insert(id);
    bodies.insert(profile.body);
    colors.insert(profile.color);
    avatars.insert(profile.avatar);
    CHECK(profile.body.size() <=
          450);  // it stands at the end of every prompt, where nothing is cached
    CHECK(profile.body.size() >= 200);
    CHECK(profile.line() == profile.description);  // one sentence that fits the roster
  }
  CHECK(ids == expected);
  CHECK(bodies.size() == expected.size());
  CHECK(colors.size() == expected.size());
  CHECK(avatars.size() == expected.size());
}

TEST_CASE("P-51 the teams are those of the specification") {
  using Ids = std::vector<std::string>;
  const auto& teams = shipped().teams();
  CHECK(teams.size() == 3);
  CHECK(teams.at("council").agents == Ids{"leader", "director", "researcher", "adversary",
                                          "architect", "creative", "coder", "ux"});
  CHECK(teams.at("council").on_call == Ids{"planner", "market", "deep-research", "ask", "social",
                                           "auditor", "debug", "product-planner", "builder",
                                           "reviewer"});
  CHECK(teams.at("ideation").agents == Ids(kIdeationRoles.begin(), kIdeationRoles.end()));
  for (const auto& [id, team] : teams) CHECK_FALSE(team.marks.contains("orchestrator"));
  const TeamSnapshot snapshot = ideation_team();
  for (const std::string_view role : kIdeationRoles) CHECK(snapshot.agent(role) == role);
  for (const NamedPreset& preset : kPresets) CHECK(snapshot.preset(preset.name) == preset.preset);
}

TEST_CASE(
    "I-1 the kickoff names the number of agents and the others, without leader and ui-creator") {
  const TeamSnapshot snapshot = ideation_team();
  const auto text =
      snapshot.task("ideation", "kickoff", {{"count", "7"}, {"members", "ada, grace"}});
  REQUIRE(text.has_value());
  CHECK(text->task.contains("We are 7 agents"));
  CHECK(text->task.contains("ada, grace."));
  CHECK_FALSE(text->task.contains("ui-creator"));
}

TEST_CASE("I-4 I-8 the formats name every field, and are the same for every agent") {
  const std::string preamble = render_preamble(ideation_team().preamble("ideation", "T"));
  for (const std::string_view field :
       {"\"ideas\"", "\"title\"", "\"description\"", "\"rationale\"", "\"tags\"", "\"builds_on\"",
        "\"scores\"", "\"overall\"", "\"pros\"", "\"cons\"", "\"feedback\""})
    CHECK(preamble.contains(field));
  for (const std::string_view criterion : kCriteria)
    CHECK(preamble.contains("\"" + std::string(criterion) + "\": "));
}

TEST_CASE("P-24 at least 88 % of what a full ideation sends begins an earlier prompt") {
  Rehearsal plain;
  plain.play(false);
  CHECK(plain.prompts.size() == 19);
  INFO("19 calls: ", plain.shared_share(), " of 10000; preamble ", plain.preamble.size(),
       " bytes; longest tail ", *std::ranges::max_element(plain.tails));
  CHECK(plain.shared_share() >= 8'800);

  Rehearsal deep;
  deep.play(true);
  INFO("25 calls: ", deep.shared_share(), " of 10000");
  CHECK(deep.shared_share() >= 8'800);
}

}  // namespace
}  // namespace fm
