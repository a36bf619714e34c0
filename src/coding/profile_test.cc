// Profiles of coding agents: what a file may say, and what is wrong with it, by its line.
#include "coding/profile.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "coding/launch.h"

namespace fm {
namespace {

constexpr const char* kFile = R"(title: Own
program: own
stream: claude
arguments: [run, "{permissions}", "{prompt}"]
resume: [run, --again, "{session}", "{prompt}"]
permissions:
  edit: [--edits]
environment: [OWN_API_KEY]
set: {OWN_QUIET: "1"}
folders: [.own]
home_variable: OWN_HOME
read_only: [.own/config]
says: {logged_out: [no key], limit: [quota]}
login: own login
tried: [1.2.3]
)";

std::optional<CodingProfile> read(const std::string& text, std::vector<Error>& faults) {
  auto document = parse_yaml(text, "coding/own.yaml");
  if (!document) {
    faults.push_back(document.error());
    return std::nullopt;
  }
  return read_coding_profile(*document, faults);
}

CodingProfile good(const std::string& text = kFile) {
  std::vector<Error> faults;
  auto profile = read(text, faults);
  REQUIRE_MESSAGE(profile, faults.front().message);
  return *profile;
}

std::string fault_of(const std::string& text) {
  std::vector<Error> faults;
  const auto profile = read(text, faults);
  CHECK_FALSE(profile);
  REQUIRE_FALSE(faults.empty());
  CHECK(faults.front().code == "coding_profile_invalid");
  CHECK_FALSE(faults.front().cure.empty());
  return faults.front().message;
}

const Variables kOurs{{"HOME", "/home/ada"},     {"PATH", "/usr/bin:/bin"},
                      {"LANG", "en_US.UTF-8"},   {"OWN_API_KEY", "secret-1"},
                      {"OTHER_KEY", "secret-2"}, {"NODE_OPTIONS", "x"}};

TEST_CASE("S-20 a profile says how a program is run") {
  const CodingProfile profile = good();
  CHECK(profile.id == "own");
  CHECK(profile.stream == StreamFamily::kClaude);
  CHECK(profile.needs_network);
  const auto first = coding_command(profile,
                                    {.prompt = "do {session} it",
                                     .session = {},
                                     .permission = CodingPermission::kEdit,
                                     .folder = "/lane"},
                                    kOurs);
  REQUIRE(first);
  CHECK(first->argv == std::vector<std::string>{"own", "run", "--edits", "do {session} it"});
  CHECK(first->folder == "/lane");
  CHECK(first->input.empty());
  const auto again = coding_command(profile,
                                    {.prompt = "go on",
                                     .session = "s-1",
                                     .permission = CodingPermission::kEdit,
                                     .folder = "/lane"},
                                    kOurs);
  REQUIRE(again);
  CHECK(again->argv == std::vector<std::string>{"own", "run", "--again", "s-1", "go on"});
}

TEST_CASE("S-22 its environment has what its profile names, and no key of anything else") {
  const auto spec = coding_command(
      good(),
      {.prompt = "x", .session = {}, .permission = CodingPermission::kEdit, .folder = "/lane"},
      kOurs);
  REQUIRE(spec);
  CHECK(spec->environment.at("OWN_API_KEY") == "secret-1");
  CHECK(spec->environment.at("OWN_QUIET") == "1");
  CHECK_FALSE(spec->environment.contains("OTHER_KEY"));
  CHECK_FALSE(spec->environment.contains("NODE_OPTIONS"));
  for (const std::string& word : spec->argv) CHECK_FALSE(word.contains("secret"));
  CHECK(coding_secrets(good(), kOurs) == std::vector<std::string>{"secret-1"});
}

TEST_CASE("S-20 where its settings are moved by a variable, those count") {
  Variables ours = kOurs;
  CHECK(coding_folders(good(), ours).writable == std::vector<std::string>{"/home/ada/.own"});
  CHECK(coding_folders(good(), ours).read_only ==
        std::vector<std::string>{"/home/ada/.own/config"});
  ours["OWN_HOME"] = "/data/own";
  CHECK(coding_folders(good(), ours).writable == std::vector<std::string>{"/data/own"});
  CHECK(coding_folders(good(), ours).read_only == std::vector<std::string>{"/data/own/config"});
}

TEST_CASE("S-20 what it says as it fails has a cure") {
  const CodingProfile profile = good();
  CHECK(coding_trouble(profile, "Error: No Key found").code == "coding_agent_logged_out");
  CHECK(coding_trouble(profile, "Error: No Key found").cure.contains("own login"));
  CHECK(coding_trouble(profile, "over your QUOTA until 5 pm").code == "coding_agent_limit");
  CHECK(coding_trouble(profile, "over your QUOTA until 5 pm").cause.contains("5 pm"));
  CHECK(coding_trouble(profile, "segmentation fault").code == "coding_agent_failed");
}

TEST_CASE("S-20 a prompt that no argument can hold is refused before anything runs") {
  const auto spec = coding_command(good(),
                                   {.prompt = std::string(200'000, 'x'),
                                    .session = {},
                                    .permission = CodingPermission::kEdit,
                                    .folder = "/lane"},
                                   kOurs);
  REQUIRE_FALSE(spec);
  CHECK(spec.error().code == "coding_agent_prompt");
}

TEST_CASE("S-20 the wished permission, or one that it has") {
  CHECK(*permission_for(good(), CodingPermission::kAll) == CodingPermission::kEdit);
  CodingProfile bold = good();
  bold.permissions = {{CodingPermission::kAll, {}}};
  CHECK(*permission_for(bold, CodingPermission::kEdit) == CodingPermission::kAll);
  bold.permissions = {{CodingPermission::kLook, {}}};
  CHECK(permission_for(bold, CodingPermission::kEdit).error().code == "coding_permission_none");
}

TEST_CASE("S-20 a fault in a file names its line and what to write") {
  CHECK(fault_of("title: x\narguments: [\"{prompt}\"]\n").contains("no program"));
  CHECK(fault_of("program: x\nstream: morse\narguments: [\"{prompt}\"]\n")
            .starts_with("coding/own.yaml:2:"));
  CHECK(fault_of("program: x\narguments: [run]\n").contains("prompt is given nowhere"));
  CHECK(fault_of("program: x\narguments: [\"{promt}\", \"{prompt}\"]\n").contains("{promt}"));
  CHECK(fault_of("program: x\narguments: [\"{prompt}\"]\nresume: [\"{prompt}\"]\n")
            .contains("which session"));
  CHECK(fault_of("program: x\narguments: [\"{prompt}\"]\npermissions: {root: []}\n")
            .contains("`root` is no permission"));
  CHECK(fault_of("program: x\narguments: [\"{prompt}\"]\nenvironment: [LD_PRELOAD]\n")
            .contains("LD_PRELOAD"));
  CHECK(fault_of("program: x\narguments: [\"{prompt}\"]\nfolders: [../.ssh]\n")
            .contains("no path below the home"));
  CHECK(fault_of("program: x\narguments: [\"{prompt}\"]\nprogramm: y\n").contains("programm"));
}

}  // namespace
}  // namespace fm
