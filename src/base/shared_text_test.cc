#include "base/shared_text.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

const SharedText::Owner& page() {
  static const auto text = std::make_shared<const std::string>(std::string(300, 'a') + "b");
  return text;
}

TEST_CASE("a text is all of its parts in order, and long ones are not copied") {
  SharedText text("begin ");
  text.append(page(), std::string_view(*page()).substr(1));
  text += " end";
  CHECK(text.size() == 310);
  CHECK(text.str() == "begin " + std::string(299, 'a') + "b end");
  CHECK(text == text.str());
  CHECK_FALSE(text == std::string_view("begin"));
  bool shared = false;
  text.each([&](const SharedText::Owner&, std::string_view part) {
    shared = shared || part.data() == page()->data() + 1;
  });
  CHECK(shared);
}

TEST_CASE("a copy stays as it was when the other grows") {
  SharedText one("one");
  const SharedText copy = one;
  one += " and more";
  CHECK(copy == "one");
  CHECK(one == "one and more");
  one.append_all(one);
  CHECK(one == "one and moreone and more");
}

TEST_CASE("a slice begins and ends within parts") {
  SharedText text("xyz");
  text.append(page(), *page());
  text += "uvw";
  const std::string whole = text.str();
  for (const auto& [begin, end] : {std::pair{0, 2}, {1, 5}, {3, 304}, {10, 20}, {300, 307}, {4, 4}})
    CHECK(text.slice(static_cast<std::size_t>(begin), static_cast<std::size_t>(end)).str() ==
          whole.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
}

}  // namespace
}  // namespace fm
