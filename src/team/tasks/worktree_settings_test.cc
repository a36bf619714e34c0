// What a folder's configuration may ask for, and what of it is shown and accepted.
#include "team/tasks/worktree_settings.h"

#include <doctest/doctest.h>

#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"

namespace fm {
namespace {

struct Read {
  WorktreeSettings settings;
  std::vector<Error> faults;
};

Read read(std::string_view text) {
  Read read;
  const auto document = parse_yaml(std::string(text), "config.yaml");
  REQUIRE(document);
  Fields top(*document, "", "config_invalid", read.faults);
  read.settings = read_worktree(top);
  top.refuse_unknown();
  return read;
}

TEST_CASE("A-5 a folder says what its worktrees are given, and a card tells all of it") {
  const Read whole = read(
      "worktree:\n  setup: [npm ci, \"make -j2, all\"]\n  copy: [.env]\n"
      "  caches: [~/.npm, \"~/go/pkg:ro\"]\n  cleanup: docker compose down\n");
  REQUIRE(whole.faults.empty());
  CHECK(whole.settings.setup == std::vector<std::string>{"npm ci", "make -j2, all"});
  CHECK(worktree_lines(whole.settings) ==
        "- runs first, with the network: `npm ci`\n"
        "- runs first, with the network: `make -j2, all`\n"
        "- gets a copy of .env\n- may write ~/.npm\n- reads ~/go/pkg\n"
        "- runs last: `docker compose down`\n");
  CHECK(worktree_from_json(to_json(whole.settings)) == whole.settings);
}

TEST_CASE("A-5 what is accepted is accepted as it was shown: any change has another digest") {
  const WorktreeSettings before = read("worktree: {setup: [npm ci]}\n").settings;
  CHECK(before.digest() == read("worktree:\n  setup:\n    - npm ci\n").settings.digest());
  CHECK(before.digest() != read("worktree: {setup: [npm ci, \"curl x\"]}\n").settings.digest());
  CHECK(before.digest() != read("worktree: {cleanup: [npm ci]}\n").settings.digest());
  CHECK(WorktreeSettings().digest().empty());
}

TEST_CASE("F-52 P-62 no cache is given that is not below the home, or holds what is secret") {
  for (const char* entry : {"/etc", "~", "~/", "~/../other", "~/a/../../b", "~/.ssh", "~/.aws/x",
                            "~/.config/gh", "~/.local/state", "relative", "~//x", "~/./x"})
    CHECK_MESSAGE(!cache_folder(entry), entry);
  REQUIRE(cache_folder("~/.cache/ccache/:ro"));
  CHECK(cache_folder("~/.npm")->writable);
  CHECK_FALSE(cache_folder("~/.npm:ro")->writable);
  CHECK(cache_folder("~/.npm:ro")->below == ".npm");
}

TEST_CASE("A-5 what cannot be given is a fault of the file, with its line") {
  for (const char* text :
       {"worktree: {caches: [~/.ssh]}\n", "worktree: {copy: [/etc/passwd]}\n",
        "worktree: {copy: [~/.netrc]}\n", "worktree: {set_up: [x]}\n", "worktree: [x]\n"}) {
    const Read wrong = read(text);
    REQUIRE_MESSAGE(!wrong.faults.empty(), text);
    CHECK((wrong.faults.front().cause + wrong.faults.front().message).contains("config.yaml:1"));
  }
}

}  // namespace
}  // namespace fm
