#include "app/queries/pages.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

struct Item {
  std::int64_t at;
  std::string id;
};

NewestFirst place_of(const Item& item) { return {UtcMs{item.at}, item.id}; }

std::string ids(const Page<Item>& page) {
  std::string all;
  for (const Item& item : page.items) all += item.id;
  return all;
}

TEST_CASE("pages of a list are all of it, each item once") {
  const std::vector<Item> all{{9, "e"}, {7, "d"}, {7, "c"}, {7, "b"}, {1, "a"}};
  PageWanted wanted{.cursor = {}, .limit = 2};
  std::string seen;
  int pages = 0;
  do {
    const auto page = page_of(all, wanted, place_of);
    seen += ids(page);
    wanted.cursor = page.next;
    REQUIRE(++pages <= 3);
  } while (!wanted.cursor.empty());
  CHECK(seen == "edcba");
}

TEST_CASE("an item that goes or moves between two pages hides no other, and shows none again") {
  const auto first = page_of(std::vector<Item>{{9, "e"}, {7, "d"}, {5, "c"}, {3, "b"}},
                             {.cursor = {}, .limit = 2}, place_of);
  CHECK(ids(first) == "ed");
  const PageWanted wanted{.cursor = first.next, .limit = 2};
  SUBCASE("the last one of the page moves to the front") {
    const std::vector<Item> now{{11, "d"}, {9, "e"}, {5, "c"}, {3, "b"}};
    CHECK(ids(page_of(now, wanted, place_of)) == "cb");
  }
  SUBCASE("the last one of the page is gone") {
    const std::vector<Item> now{{9, "e"}, {5, "c"}, {3, "b"}};
    CHECK(ids(page_of(now, wanted, place_of)) == "cb");
  }
}

TEST_CASE("a page has at least one item, so that whoever asks comes to the end") {
  const auto page =
      page_of(std::vector<Item>{{2, "b"}, {1, "a"}}, {.cursor = {}, .limit = 0}, place_of);
  CHECK(ids(page) == "b");
  CHECK_FALSE(page.next.empty());
}

TEST_CASE("a cursor that is none of ours ends the list") {
  CHECK(ids(page_of(std::vector<Item>{{2, "b"}}, {.cursor = "garbage", .limit = 9}, place_of))
            .empty());
}

}  // namespace
}  // namespace fm
