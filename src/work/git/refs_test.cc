#include "work/git/refs.h"

#include <doctest/doctest.h>

#include <clocale>
#include <set>
#include <string>
#include <vector>

#include "test/support/git_world.h"

namespace fm {
namespace {

const std::vector<std::string> kNames = {"给引擎加能力",
                                         "Ajouter la réservation hôtelière",
                                         "...",
                                         "CON",
                                         "con",
                                         "a/../b",
                                         "a-b",
                                         "-rf",
                                         std::string(300, 'x'),
                                         std::string(301, 'x'),
                                         "\xF0\x9F\x98\x80",
                                         "\xF0\x9F\x98\x81",
                                         "",
                                         "feat/foo",
                                         "feat-foo",
                                         "Foo",
                                         "foo",
                                         "rescue",
                                         "x.lock",
                                         "a\nb",
                                         "HEAD",
                                         "@"};

TEST_CASE("F-57 F-58 each text has a name of its own, that git takes, in every locale") {
  GitWorld world;
  std::set<std::string> names;
  std::set<std::string> lower;
  for (const std::string& text : kNames) {
    CAPTURE(text);
    const std::string name = name_part(text);
    CHECK(!name.empty());
    CHECK(name.size() <= 48);
    CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == std::string::npos);
    CHECK(!name.starts_with('-'));
    CHECK(names.insert(name).second);
    world.good(world.git().run({.folder = "/"},
                               {.arguments = {"check-ref-format", task_ref("p", text, "steps")}}));
  }
  for (const char* locale : {"C", "tr_TR.UTF-8", "en_US.UTF-8"}) {
    std::setlocale(LC_ALL, locale);  // where it is not installed, nothing changes
    for (const std::string& text : kNames) CHECK(names.contains(name_part(text)));
  }
  std::setlocale(LC_ALL, "C");
}

TEST_CASE("an id is its own name") {
  CHECK(name_part("barber-booking-7x2k") == "barber-booking-7x2k");
  CHECK(integration_ref("shop") == "refs/heads/folkmoot/shop");
}

TEST_CASE("a ref moves only from where it was seen") {
  GitWorld world;
  world.begin();
  const Repository repository = world.repository();
  const std::string first = world.head();
  world.shell("git commit -q --allow-empty -m second");
  const std::string second = world.head();
  const std::string ref = "refs/folkmoot/shop/_base";

  world.good(move_refs(world.git(), repository, {{.ref = ref, .to = first, .from = ""}}));
  CHECK(world.code_of(move_refs(world.git(), repository,
                                {{.ref = ref, .to = second, .from = ""}})) == "ref_moved");
  CHECK(world.code_of(move_refs(world.git(), repository,
                                {{.ref = ref, .to = first, .from = second}})) == "ref_moved");
  CHECK(world.good(read_ref(world.git(), repository, ref)) == first);
  world.good(move_refs(world.git(), repository, {{.ref = ref, .to = second, .from = first}}));
  CHECK(world.good(read_ref(world.git(), repository, ref)) == second);

  // Of several, all or none.
  CHECK(world.code_of(move_refs(world.git(), repository,
                                {{.ref = "refs/folkmoot/shop/other", .to = first, .from = ""},
                                 {.ref = ref, .to = first, .from = first}})) == "ref_moved");
  CHECK_FALSE(world.good(read_ref(world.git(), repository, "refs/folkmoot/shop/other")));

  world.good(move_refs(world.git(), repository, {{.ref = ref, .to = "", .from = second}}));
  CHECK_FALSE(world.good(read_ref(world.git(), repository, ref)));
}

TEST_CASE("F-58 a branch that takes the place of ours is named, and nothing is half-made") {
  GitWorld world;
  world.begin();
  world.shell("git branch folkmoot");
  const auto result = world.await(
      move_refs(world.git(), world.repository(),
                {{.ref = integration_ref("shop"), .to = world.head(), .from = ""},
                 {.ref = "refs/folkmoot/shop/_began", .to = world.head(), .from = ""}}));
  REQUIRE_FALSE(result);
  CHECK(result.error().code == "ref_in_the_way");
  CHECK(result.error().cause.contains("refs/heads/folkmoot"));
  CHECK(world.shell("git for-each-ref refs/folkmoot").empty());
}

TEST_CASE("a branch that is checked out is not moved under the person's hands") {
  GitWorld world;
  world.begin();
  const std::string first = world.head();
  world.shell("git commit -q --allow-empty -m second");
  CHECK(world.code_of(move_refs(world.git(), world.repository(),
                                {{.ref = "refs/heads/main", .to = first, .from = world.head()}})) ==
        "branch_checked_out");
}

TEST_CASE("S-18 what is hidden goes on request, a task's or a project's; rescues stay") {
  GitWorld world;
  world.begin();
  const Repository repository = world.repository();
  const std::string head = world.head();
  world.good(move_refs(world.git(), repository,
                       {{.ref = task_ref("shop", "One", "steps"), .to = head},
                        {.ref = task_ref("shop", "two", "steps"), .to = head},
                        {.ref = project_ref("shop", "_base"), .to = head},
                        {.ref = project_ref("shop-two", "_base"), .to = head},
                        {.ref = rescue_ref("shop", "One", head), .to = head}}));
  world.good(forget_refs(world.git(), repository, "shop", "One"));
  CHECK(world.good(list_refs(world.git(), repository, "refs/folkmoot")).size() == 4);
  world.good(forget_refs(world.git(), repository, "shop", ""));
  const auto left = world.good(list_refs(world.git(), repository, "refs/folkmoot"));
  REQUIRE(left.size() == 2);
  CHECK(left[0].ref == rescue_ref("shop", "One", head));
  CHECK(left[1].ref == project_ref("shop-two", "_base"));
}

}  // namespace
}  // namespace fm
