#include "team/pack/pack.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "team/pack/built_in.h"
#include "team/turn/prompt.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLeader = "---\nname: leader\ndescription: Leads.\n---\nLead.";
constexpr std::string_view kResearcher = "---\nname: researcher\ndescription: Finds.\n---\nFind.";
constexpr std::string_view kPlain = "tasks: {kickoff: {task: 'Go, {{who}}.'}}\n";

std::vector<EmbeddedFile> built_in() {
  return {{"default/agents/leader.md", kLeader},
          {"default/agents/researcher.md", kResearcher},
          {"default/prompts/plain.yaml", kPlain},
          {"default/screenplays/kinds/place.yaml", "about: x\n"},
          {"default/teams/pair.yaml", "agents: [leader, researcher]\nleader: leader\n"},
          {"default/teams/headless.yaml", "agents: [researcher]\n"}};
}

TeamRequest pair_wish() {
  TeamRequest wish;
  wish.team = "pair";
  wish.prompts = {"plain"};
  return wish;
}

bool has_fault(const Library& library, std::string_view part) {
  return std::ranges::any_of(library.faults(),
                             [part](const Error& fault) { return fault.message.contains(part); });
}

TEST_CASE("P-50 layers: the folder's files win over the user's, and those over the built-in ones") {
  const ScratchFolder user, folder;
  user.write("agents/leader.md", "---\nname: leader\ndescription: Mine.\nrole: boss\n---\nU.");
  user.write("agents/extra.md", "---\nname: extra\ndescription: E.\n---\nE.");
  folder.write(".folkmoot/agents/boss.md", "---\nname: leader\ndescription: Ours.\n---\nF.");
  const auto files = built_in();
  const Library library = Library::load({files, user.path(), folder.path()});
  const AgentProfile& leader = library.profiles().at("leader");
  CHECK(leader.description == "Ours.");
  CHECK(leader.role.empty());  // whole files override, they are never merged
  CHECK(library.file("agents/leader.md")->origin == Origin::kFolder);
  CHECK(library.file("agents/extra.md")->origin == Origin::kUser);
  CHECK(library.file("agents/researcher.md")->path == "built-in/agents/researcher.md");
  CHECK(library.file("screenplays/kinds/place.yaml") != nullptr);
}

TEST_CASE(
    "P-50 .claude/agents never replace a built-in agent and join only where a team names them") {
  const ScratchFolder folder;
  folder.write(".claude/agents/leader.md", "---\nname: leader\ndescription: Evil.\n---\nX.");
  folder.write(".claude/agents/review/rev.md", "---\nname: rev\ndescription: R.\n---\nR.");
  folder.write(".folkmoot/teams/mine.yaml", "agents: [leader, rev]\n");
  const auto files = built_in();
  const Library library = Library::load({files, {}, folder.path()});
  CHECK(library.profiles().at("leader").description == "Leads.");
  CHECK(library.file("agents/rev.md")->origin == Origin::kClaude);
  CHECK(library.notes().size() == 1);
  CHECK(library.notes()[0].message.contains("Not used"));
  CHECK(library.teams().contains("mine"));
  CHECK(library.teams().at("pair").everyone() == std::vector<std::string>{"leader", "researcher"});
}

TEST_CASE(
    "P-52 a fault is reported with file and line, hides what it replaces, and stops only its "
    "users") {
  const ScratchFolder folder;
  folder.write(".folkmoot/agents/researcher.md", "---\nname: researcher\nrole: [\n---\nR.");
  folder.write(".folkmoot/teams/solo.yaml", "agents: [leader]\n");
  folder.write(".folkmoot/teams/typo.yaml", "agents: [leader, reseacher]\n");
  const auto files = built_in();
  const Library library = Library::load({files, {}, folder.path()});
  CHECK(has_fault(library, "researcher.md:"));
  CHECK(has_fault(library, "typo.yaml:1:18: There is no agent `reseacher`."));
  CHECK_FALSE(library.profiles().contains("researcher"));

  const auto pair = library.team_files(pair_wish());
  REQUIRE_FALSE(pair.has_value());
  CHECK(pair.error().message.contains("researcher.md:"));
  TeamRequest solo = pair_wish();
  solo.team = "solo";
  CHECK(library.team_files(solo).has_value());
  TeamRequest typo = pair_wish();
  typo.team = "typo";
  CHECK(library.team_files(typo).error().code == "team_unknown_agent");
}

TEST_CASE("P-52 two files of one layer with the same id are a fault") {
  const ScratchFolder folder;
  folder.write(".folkmoot/agents/a.md", "---\nname: x\ndescription: d\n---\nb");
  folder.write(".folkmoot/agents/b.md", "---\nname: x\ndescription: d\n---\nb");
  const auto files = built_in();
  CHECK(has_fault(Library::load({files, {}, folder.path()}), "is also that of"));
}

TEST_CASE("P-50 links in a folder are not followed") {
  const ScratchFolder folder, secret;
  secret.write("key", kLeader);
  fs::create_directories(folder.path() / ".folkmoot/agents");
  fs::create_symlink(secret.path() / "key", folder.path() / ".folkmoot/agents/leader.md");
  fs::create_symlink(secret.path(), folder.path() / ".claude");
  const auto files = built_in();
  const Library library = Library::load({files, {}, folder.path()});
  CHECK(library.file("agents/leader.md")->origin == Origin::kBuiltIn);
  CHECK(has_fault(library, "could not be read"));
}

TEST_CASE("I-1 a team without a leader can be cast, so that its flow can say what is missing") {
  const auto files = built_in();
  const Library library = Library::load({files, {}, {}});
  CHECK(has_fault(library, "has no agent for the role `leader`"));
  TeamRequest wish = pair_wish();
  wish.team = "headless";
  const auto team_files = library.team_files(wish);
  REQUIRE(team_files.has_value());
  const auto snapshot = load_team_snapshot(*team_files);
  REQUIRE(snapshot.has_value());
  const auto leader = snapshot->leader();
  REQUIRE_FALSE(leader.has_value());
  CHECK(leader.error().code == "team_no_leader");
  CHECK(leader.error().message.contains("built-in/teams/headless.yaml"));
}

TEST_CASE("P-50 a language is a file of a pack: the folder's replaces the built-in one whole") {
  auto files = built_in();
  files.push_back({"default/language/en.yaml", "words: {yes: [aye]}\n"});
  const ScratchFolder user, folder;
  user.write("language/nl.yml", "words: {yes: [ja]}\n");
  const Library plain = Library::load({files, user.path(), {}});
  CHECK_FALSE(has_fault(plain, "language/"));
  REQUIRE(plain.vocabulary().has_value());
  const auto says_yes = [](const Library& library, std::string_view word) {
    const auto phrases = library.vocabulary()->phrases(split_words(word));
    return phrases.size() == 1 && phrases.front().senses.has(Sense::kYes);
  };
  CHECK(says_yes(plain, "aye"));
  CHECK(says_yes(plain, "ja"));
  CHECK_FALSE(says_yes(plain, "yep"));

  folder.write(".folkmoot/language/en.yaml", "words: {yes: [yep]}\n");
  const Library ours = Library::load({files, user.path(), folder.path()});
  CHECK(ours.file("language/en.yaml")->origin == Origin::kFolder);
  CHECK(says_yes(ours, "yep"));
  CHECK_FALSE(says_yes(ours, "aye"));
}

TEST_CASE("P-50 a language with a fault is told with its place, and hides the one it replaces") {
  auto files = built_in();
  files.push_back({"default/language/en.yaml", "words: {yes: [aye]}\n"});
  const ScratchFolder folder;
  folder.write(".folkmoot/language/en.yaml", "words:\n  yeah: [yep]\n");
  const Library library = Library::load({files, {}, folder.path()});
  CHECK(has_fault(library, ".folkmoot/language/en.yaml:"));
  const auto vocabulary = library.vocabulary();
  REQUIRE_FALSE(vocabulary.has_value());
  CHECK(vocabulary.error().code == "language_invalid");
  CHECK(library.team_files(pair_wish()).has_value());  // nothing else needs it
}

TEST_CASE("A cast comes back from its files as it was, whatever the library holds then") {
  const auto files = built_in();
  TeamRequest wish = pair_wish();
  wish.screenplays = true;
  wish.folder_digest = "src/ a.cc";
  const Library library = Library::load({files, {}, {}});
  const auto team_files = library.team_files(wish);
  REQUIRE(team_files.has_value());
  const auto snapshot = load_team_snapshot(*team_files);
  REQUIRE_MESSAGE(snapshot.has_value(), snapshot.error().message);
  CHECK(snapshot->team.id == "pair");
  CHECK(snapshot->leader() == "leader");
  CHECK(snapshot->preset("full")->min_score_hundredths == 750);
  CHECK(snapshot->preset("ful").error().cure == "Did you mean `full`?");
  CHECK(snapshot->screenplays.at("kinds/place") == "about: x\n");
  CHECK(snapshot->task("plain", "kickoff", {{"who", "leader"}})->task == "Go, leader.");
  const Preamble preamble = snapshot->preamble("plain", "Topic");
  CHECK(preamble.folder_digest == "src/ a.cc");
  REQUIRE(preamble.roster.size() == 2);
  CHECK(preamble.roster[1].line == "Finds.");

  // The library, which has read them already, says the same.
  const TeamSnapshot known = library.snapshot(*team_files);
  CHECK(render_preamble(known.preamble("plain", "Topic")) == render_preamble(preamble));
  CHECK(known.leader() == "leader");
  CHECK(known.preset("full")->min_score_hundredths == 750);
  CHECK(known.screenplays == snapshot->screenplays);
  CHECK(known.profiles.size() == snapshot->profiles.size());
  CHECK(known.profiles.at("researcher").body == snapshot->profiles.at("researcher").body);
  CHECK(known.task("plain", "kickoff", {{"who", "leader"}})->task == "Go, leader.");

  // A later program with other presets keeps those that the flow was started with.
  TeamFiles later = *team_files;
  std::string& manifest = later.at(std::string(kManifest));
  manifest.replace(manifest.find("\"max_rounds\":3"), 14, "\"max_rounds\":9");
  CHECK(load_team_snapshot(later)->preset("full")->max_rounds == 9);
}

TEST_CASE("E-3 a cast that lacks a file has the built-in one, and says so where none is") {
  const auto files = built_in();
  const Library library = Library::load({files, {}, {}});
  TeamFiles team_files = *library.team_files(pair_wish());
  CHECK(load_team_snapshot({}).error().code == "cast_invalid");
  TeamFiles no_agent = team_files;
  no_agent.erase("agents/researcher.md");
  const auto mended = load_team_snapshot(no_agent);
  REQUIRE_MESSAGE(mended.has_value(), mended.error().message);
  CHECK(mended->profiles.at("researcher").body ==
        parse_profile(*built_in_file("agents/researcher.md"), "x")->body);
  std::string& team = no_agent.at("teams/pair.yaml");
  for (auto at = team.find("researcher"); at != team.npos; at = team.find("researcher", at))
    team.replace(at, 10, "my-own");
  CHECK(load_team_snapshot(no_agent).error().message.contains("agents/my-own.md"));
  TeamRequest wish = pair_wish();
  wish.team = "pairs";
  CHECK(library.team_files(wish).error().cure == "Did you mean `pair`?");
  wish.team = "pair";
  wish.prompts = {"none"};
  CHECK(library.team_files(wish).error().code == "pack_file_missing");
}

TEST_CASE("P-50 what has not changed is parsed once, however often it is loaded") {
  const auto files = built_in();
  const ScratchFolder folder;
  folder.write(".folkmoot/agents/mine.md", "---\nname: mine\ndescription: Ours.\n---\nBe ours.\n");
  folder.write(".folkmoot/agents/broken.md", "---\nname: [\n---\nx\n");
  const auto parsed = std::make_shared<ParsedFiles>();
  const auto load = [&] { return Library::load({files, {}, folder.path(), parsed}); };
  const Library first = load();
  const std::size_t at_first = parsed->read();
  CHECK(at_first > 2);
  const Library second = load();
  CHECK(parsed->read() == at_first);
  REQUIRE(second.faults().size() == first.faults().size());
  REQUIRE_FALSE(second.faults().empty());
  for (std::size_t at = 0; at < first.faults().size(); ++at)
    CHECK(second.faults()[at] == first.faults()[at]);
  CHECK(second.profiles().at("mine").body == "Be ours.");

  const auto team_files = second.team_files(pair_wish());
  REQUIRE(team_files.has_value());
  CHECK(load_team_snapshot(*team_files, *parsed).has_value());
  CHECK(parsed->read() == at_first);

  folder.write(".folkmoot/agents/mine.md", "---\nname: mine\ndescription: Ours.\n---\nAnew.\n");
  CHECK(load().profiles().at("mine").body == "Anew.");
  CHECK(parsed->read() == at_first + 1);
}

}  // namespace
}  // namespace fm
