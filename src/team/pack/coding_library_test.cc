// The profiles that come along, and those that a person or a folder puts in their place.
#include "team/pack/coding_library.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "team/pack/embedded.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

Library library(const std::filesystem::path& user = {}, const std::filesystem::path& folder = {}) {
  return Library::load({.built_in = embedded_files(), .user = user, .folder = folder});
}

TEST_CASE("S-20 the profiles that come along can be read, and each says how it is run") {
  const CodingLibrary all = coding_library(library());
  CHECK(all.faults.empty());
  std::set<std::string> known;
  for (const auto& [id, profile] : all.profiles) {
    CAPTURE(id);
    known.insert(id);
    CHECK_FALSE(profile.from_folder);
    CHECK_FALSE(profile.install.empty());
    CHECK((profile.can(CodingPermission::kEdit) || profile.can(CodingPermission::kAll)));
    for (const std::string& sign : profile.says_logged_out) CHECK(sign.size() >= 3);
    // Whoever has sessions has a way to go on with them.
    if (profile.stream != StreamFamily::kPlain) CHECK_FALSE(profile.resume.empty());
  }
  CHECK(known == std::set<std::string>{"aider", "claude", "cline", "codex", "gemini", "opencode",
                                       "pi", "qwen", "shell"});
  CHECK(all.profiles.at("aider").tried.empty());
  CHECK(all.profiles.at("codex").has_own_sandbox);
}

TEST_CASE("S-20 a file of the person's or the folder's takes the place of ours, and says so") {
  const ScratchFolder there;
  there.write("user/coding/codex.yaml", "program: my-codex\narguments: [\"{prompt}\"]\n");
  there.write("folder/.folkmoot/coding/mine.yaml", "program: mine\nprompt: input\n");
  there.write("folder/.folkmoot/coding/wrong.yaml", "program: x\narguments: [\"{promt}\"]\n");
  const Library found = library(there.path() / "user", there.path() / "folder");
  const auto codex = coding_profile(found, "codex");
  REQUIRE(codex);
  CHECK(codex->program == "my-codex");
  CHECK_FALSE(codex->from_folder);
  const auto mine = coding_profile(found, "mine");
  REQUIRE(mine);
  CHECK(mine->from_folder);
  CHECK(mine->can(CodingPermission::kAll));  // it names none: nothing of its own holds it
  const auto wrong = coding_profile(found, "wrong");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message.contains("wrong.yaml:2:"));
  CHECK(coding_library(found).faults.size() >= 1);
  const auto none = coding_profile(found, "codx");
  REQUIRE_FALSE(none);
  CHECK(none.error().code == "coding_profile_unknown");
  CHECK(none.error().cure.contains("codex"));
}

TEST_CASE("S-20 a card and a team say by which coding agent is built") {
  const auto card = parse_profile(
      "---\nname: mason\ndescription: Builds.\nbackend: exec\nprofile: codex\npermissions: all\n"
      "---\nBuild.\n",
      "agents/mason.md");
  REQUIRE(card);
  CHECK(card->coding == CodingChoice{"codex", "all"});
  const auto lacking = parse_profile(
      "---\nname: mason\ndescription: Builds.\nbackend: exec\n---\nBuild.\n", "agents/mason.md");
  REQUIRE_FALSE(lacking);
  CHECK(lacking.error().cure.contains("profile: codex"));
  const auto team = parse_team(
      "agents: [leader]\nleader: leader\nbuilder: {backend: exec, profile: gemini}\n", "t.yaml");
  REQUIRE(team);
  CHECK(team->builder == CodingChoice{"gemini", ""});
  const auto wrong = parse_team(
      "agents: [leader]\nleader: leader\nbuilder: {backend: exec, profile: x, permissions: root}\n",
      "t.yaml");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message.contains("t.yaml:3"));
}

}  // namespace
}  // namespace fm
