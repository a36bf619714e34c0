#include "team/pack/agent_profile.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

AgentProfile profile_of(std::string_view text, std::string_view path = "agents/critic.md") {
  auto profile = parse_profile(text, path);
  REQUIRE_MESSAGE(profile.has_value(), profile.error().message);
  return std::move(*profile);
}

Error error_of(std::string_view text, std::string_view path = "agents/critic.md") {
  const auto profile = parse_profile(text, path);
  REQUIRE_FALSE(profile.has_value());
  CHECK_FALSE(profile.error().cure.empty());
  return profile.error();
}

TEST_CASE("P-50 a card: every field of ours is read") {
  const AgentProfile profile = profile_of(
      "---\nname: adversary\ndescription: Attacks plans. And more.\nrole: adversary\n"
      "aliases: [critic, Red Team]\ntools: [read_file, search_text]\nmodel: openai:gpt-5\n"
      "models: [anthropic:opus, openai:gpt-5]\nbackend: acp\ncolor: '#c0392b'\navatar: X\n"
      "temperature: 0.75\nactions_allowed: [read]\n---\n\nAttack it.\r\nTwice.\n\n");
  CHECK(profile.id == "adversary");
  CHECK(profile.description == "Attacks plans. And more.");
  CHECK(profile.line() == "Attacks plans.");
  CHECK(profile.role == "adversary");
  CHECK(profile.aliases == std::vector<std::string>{"critic", "Red Team"});
  CHECK(profile.tools == std::vector<std::string>{"read_file", "search_text"});
  CHECK(profile.models == std::vector<std::string>{"openai:gpt-5", "anthropic:opus"});
  CHECK(profile.backend == "acp");
  CHECK(profile.temperature_hundredths == 75);
  CHECK(profile.actions_allowed == std::vector<std::string>{"read"});
  CHECK(profile.body == "Attack it.\nTwice.");
  CHECK(profile.notes.empty());
}

TEST_CASE("P-50 a card: the id is its name, or its file's where it has none") {
  CHECK(profile_of("---\nname: red-team\ndescription: d\n---\nb").id == "red-team");
  CHECK(profile_of("---\ndescription: d\n---\nb", "critic.md").id == "critic");
  CHECK(error_of("---\ndescription: d\n---\nb", "My Critic.md").message.contains("id"));
}

TEST_CASE("P-52 a name that is no id is refused, but for agents of Claude Code") {
  for (const std::string name : {"The Critic", "Bad Name!", "UPPER", "under_score", "ä"}) {
    const std::string text = "---\nname: " + name + "\ndescription: d\n---\nb";
    CHECK(error_of(text).message.contains("`" + name + "`"));
    CHECK(error_of(text).cure.contains("Write `name: "));
    const AgentProfile theirs = profile_of(text, ".claude/agents/critic.md");
    CHECK(theirs.id == "critic");
    CHECK(theirs.name == name);
    CHECK(theirs.notes.size() == 1);
  }
}

TEST_CASE("P-52 a role that is nearly one of a discussion's is refused, another one is not") {
  const auto with = [](const std::string& role) {
    return "---\nname: one\nrole: " + role + "\ndescription: d\n---\nb";
  };
  CHECK(error_of(with("moderater")).cure == "Did you mean `moderator`?");
  CHECK(error_of(with("Leader")).cure == "Did you mean `leader`?");
  CHECK(error_of(with("implementor")).cure == "Did you mean `implementer`?");
  for (const char* role : {"leader", "treasurer", "qa-leader", "writer", "ui-creator"})
    CHECK(profile_of(with(role)).role == role);
}

TEST_CASE("P-63 no agent can have the person's name, or the system's") {
  for (const std::string id : {"person", "user", "system", "team", "all"})
    CHECK(error_of("---\nname: " + id + "\ndescription: d\n---\nb").message.contains("called"));
  CHECK(error_of("---\ndescription: d\n---\nb", "agents/person.md").message.contains("called"));
}

TEST_CASE("P-50 a card plays its role, or its id where it has no role") {
  const AgentProfile critic =
      profile_of("---\nname: grump\ndescription: d\nrole: adversary\n---\nb");
  CHECK(critic.plays("adversary"));
  CHECK_FALSE(critic.plays("grump"));
  CHECK(profile_of("---\nname: researcher\ndescription: d\n---\nb").plays("researcher"));
}

TEST_CASE("P-50 Claude Code's files load unchanged") {
  const AgentProfile listed = profile_of(
      "---\nname: code-reviewer\ndescription: Reviews code\ntools: Read, Agent(a, b), Bash\n"
      "model: sonnet\npermissionMode: plan\nmcpServers:\n  - slack\n---\nYou review.\n");
  CHECK(listed.tools == std::vector<std::string>{"Read", "Agent(a, b)", "Bash"});
  CHECK(listed.models.empty());
  CHECK(listed.notes.size() == 3);
  CHECK(listed.extra.contains("mcpServers"));
  CHECK(profile_of("---\nname: a\ndescription: d\nmodel: inherit\n---\nb").notes.empty());

  // A description that is prose and no YAML, as their own tool writes it.
  const AgentProfile prose = profile_of(
      "---\nname: planner\ndescription: Use it to plan. Examples:\n<example>\nuser: \"Do: it\"\n"
      "assistant: 'I'll plan'\n</example>\nmodel: opus\ncolor: blue\n---\nYou plan.\n");
  CHECK(prose.description.contains("user: \"Do: it\""));
  CHECK(prose.color == "blue");
  CHECK(prose.body == "You plan.");
  REQUIRE_FALSE(prose.notes.empty());
  CHECK(prose.notes[0].message.starts_with("agents/critic.md:3:"));
  CHECK(prose.line() == "Use it to plan.");
}

TEST_CASE("P-50 a card: no front matter is a fault, and so is one without an end") {
  CHECK(error_of("You are a critic.\n").message ==
        "agents/critic.md:1:1: The file has no front matter.");
  CHECK(error_of("").code == "card_invalid");
  CHECK(error_of("---\nname: a\n\nbody").message.contains("never ends"));
}

TEST_CASE("P-52 a card's faults carry the line of the file and a cure") {
  CHECK(error_of("---\nname: a\n---\nb").message.contains("no description"));
  CHECK(error_of("---\nname: a\ndescription: d\nrole: [x\n---\nb")
            .message.starts_with("agents/critic.md:"));
  const Error backend = error_of("---\nname: a\ndescription: d\nbackend: tmuxx\n---\nb");
  CHECK(backend.message == "agents/critic.md:4:10: `tmuxx` is no backend.");
  CHECK(backend.cure == "Did you mean `tmux`?");
  CHECK(error_of("---\ndescription: d\ntemperature: 9\n---\nb").message.contains(":3:14:"));
  CHECK(error_of("---\ndescription: d\ncolor: red;x\n---\nb").message.contains("colour"));
  CHECK(error_of("---\nname: a\ndescription: d\nname: b\n---\nb").message.contains("second time"));
  CHECK(error_of(std::string(kProfileBytes + 1, 'x')).message.contains("limit"));
}

TEST_CASE("P-52 a card: an unknown key is a note, with the nearest known one") {
  const AgentProfile profile = profile_of("---\nname: a\ndescription: d\ndescripton: e\n---\nb");
  REQUIRE(profile.notes.size() == 1);
  CHECK(profile.notes[0].message ==
        "agents/critic.md:4:1: The key `descripton` is not known; it has no effect.");
  CHECK(profile.notes[0].cure == "Did you mean `description`?");
  CHECK(profile_of("---\nname: a\ndescription: d\n---\n").notes.size() == 1);  // no instructions
}

}  // namespace
}  // namespace fm
