#include "base/json_fields.h"

#include <doctest/doctest.h>

namespace fm {

enum class Colour { kRed, kGreen };
static std::string_view to_string(Colour colour) {
  return colour == Colour::kRed ? "red" : "green";
}

struct Leaf {
  std::string name;
  int size = 1;
};

struct Tree {
  std::string title;
  std::int64_t height = 7;
  bool old = false;
  std::vector<std::string> words;
  std::map<std::string, std::vector<std::string>> lists;
  std::array<int, 3> weights = {1, 1, 1};
  std::chrono::milliseconds age{5};
  RoomId room;
  RoomSeq seq;
  Colour colour = Colour::kRed;
  std::optional<Colour> other;
  std::optional<int> count;
  std::vector<Leaf> leaves;
  JsonObject free;
};

template <>
inline constexpr auto kJsonFields<Leaf> =
    json_fields<Leaf>(always("name", &Leaf::name), if_unusual("size", &Leaf::size));

template <>
inline constexpr auto kJsonFields<Tree> =
    json_fields<Tree>(always("title", &Tree::title), if_unusual("height", &Tree::height),
                      if_unusual("old", &Tree::old), if_unusual("words", &Tree::words),
                      if_unusual("lists", &Tree::lists), if_unusual("weights", &Tree::weights),
                      if_unusual("age_ms", &Tree::age), if_unusual("room", &Tree::room),
                      if_unusual("seq", &Tree::seq),
                      always("colour", &Tree::colour, one_of<Colour::kRed, Colour::kGreen>),
                      if_unusual("other", &Tree::other, one_of<Colour::kRed, Colour::kGreen>),
                      if_unusual("count", &Tree::count), if_unusual("leaves", &Tree::leaves),
                      if_unusual("free", &Tree::free));

namespace {

TEST_CASE("a value with every field set is written by its list and read back the same") {
  Tree tree;
  tree.title = "Oak";
  tree.height = 9'000'000'000;
  tree.old = true;
  tree.words = {"a", "b"};
  tree.lists = {{"x", {"1", "2"}}, {"y", {}}};
  tree.weights = {3, 2, 1};
  tree.age = std::chrono::milliseconds(60'000);
  tree.room = {"tea-1"};
  tree.seq = {12};
  tree.colour = Colour::kGreen;
  tree.other = Colour::kRed;
  tree.count = 0;
  tree.leaves = {{"one", 1}, {"two", 2}};
  tree.free = {{"any", 1}};
  const std::string line = canonical(fields_to_json(tree));
  CHECK(line ==
        R"({"age_ms":60000,"colour":"green","count":0,"free":{"any":1},"height":9000000000,)"
        R"("leaves":[{"name":"one"},{"name":"two","size":2}],"lists":{"x":["1","2"],"y":[]},)"
        R"("old":true,"other":"red","room":"tea-1","seq":12,"title":"Oak",)"
        R"("weights":[3,2,1],"words":["a","b"]})");
  CHECK(canonical(fields_to_json(fields_from_json<Tree>(*parse_json(line)))) == line);
}

TEST_CASE("what is as in a new value is left out, so that a new field changes no stored bytes") {
  CHECK(canonical(fields_to_json(Tree())) == R"({"colour":"red","title":""})");
}

TEST_CASE("what is absent, of another type, too large or unknown stays as in a new value") {
  const auto read = [](const char* json) {
    return canonical(fields_to_json(fields_from_json<Tree>(*parse_json(json))));
  };
  const std::string usual = canonical(fields_to_json(Tree()));
  CHECK(read("{}") == usual);
  CHECK(read("[]") == usual);
  CHECK(read(R"({"title":1,"height":"x","old":1,"words":"a","lists":[],"weights":{},"age_ms":"x",)"
             R"("room":1,"seq":"x","colour":"blue","other":7,"count":"x","leaves":{},"free":[],)"
             R"("strange":1})") == usual);
  CHECK(fields_from_json<Tree>(*parse_json(R"({"weights":[5,99999999999]})")).weights ==
        std::array{5, 1, 1});
  CHECK(fields_from_json<Tree>(*parse_json(R"({"words":["a",1,"b"]})")).words ==
        std::vector<std::string>{"a", "b"});
  CHECK(fields_from_json<Tree>(*parse_json(R"({"leaves":[1,{"size":3}]})")).leaves.size() == 1);
}

}  // namespace
}  // namespace fm
