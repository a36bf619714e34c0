// The commands that only look.
#include <doctest/doctest.h>

#include <map>

#include "base/sha256.h"
#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

// The stored bytes of an exported line: what stands before prev and hash.
std::string stored(const std::string& line) {
  const std::size_t at = line.rfind(",\"prev\":\"");
  REQUIRE(at != std::string::npos);
  return line.substr(0, at) + "}";
}

TEST_CASE("E-2 an export is the told lines with a chain that anybody can verify") {
  const Place place;
  const Ran ran = run(place, {"ideate", "a quiz", "--json"});
  const Ran exported = run(place, {"room", "export", "a-quiz"});
  CHECK(exported.status == 0);
  const Words lines = exported.lines();
  const Events events = events_of(lines, {"prev", "hash"});
  Words without;
  Sha256 hash{};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    without.push_back(stored(lines[i]));
    CHECK(text_at(events[i], "prev") == to_hex(hash));
    hash = sha256(hash, without.back());
    REQUIRE_MESSAGE(text_at(events[i], "hash") == to_hex(hash), lines[i]);
  }
  CHECK(without == ran.lines());  // exactly what --json had printed

  CHECK(run(place, {"room", "export", "a-quiz", "--out", "room.jsonl"}).status == 0);
  CHECK(read_file(place.folder / "room.jsonl") == exported.out);
  check_told(run(place, {"room", "export", "a-quiz", "--out", "no/such/room.jsonl"}), 1, "no/such");
}

TEST_CASE("P-80 room list and room show, as text and as JSON") {
  const Place place;
  const Ran none = run(place, {"room", "list"});
  CHECK(none.status == 0);
  CHECK(none.out.contains("There are no rooms yet."));
  check_told(run(place, {"room", "show"}), 1, "no store here yet");
  CHECK(!fs::exists(place.store()));  // looking makes nothing

  const Ran ran = run(place, {"ideate", "a tool library", "--json"});
  const std::string room = room_of(events_of(ran.lines()));
  CHECK(run(place, {"room", "list"}).out.contains(room));
  const auto row = parse_json(run(place, {"room", "list", "--json"}).lines().front());
  REQUIRE(row.has_value());
  CHECK(text_at(*row, "id") == room);
  CHECK(text_at(*row, "state") == "finished");
  CHECK(int_at(*row, "events") == static_cast<std::int64_t>(ran.lines().size()));

  for (const Words& words :
       {Words{"room", "show"}, Words{"room", "show", room}, Words{"room", "show", "a-tool"}}) {
    const Ran shown = run(place, words);
    CHECK(shown.status == 0);
    CHECK(shown.out.contains("a tool library"));
    CHECK(shown.out.contains("idea-1"));
  }
  CHECK(run(place, {"room", "show", room, "--json"}).out == ran.out);
  check_told(run(place, {"room", "show", room + "x"}), 2, room);
}

TEST_CASE("P-80 a room's name may be shortened until it means two") {
  const Place place;
  CHECK(run(place, {"ideate", "a quiz", "--quiet"}).status == 0);
  CHECK(run(place, {"ideate", "a quiz", "--quiet"}).status == 0);
  const Ran ran = run(place, {"room", "show", "a-quiz"});
  check_told(ran, 2, "beginning of 2 rooms");
  check_told_json(run(place, {"room", "show", "a-quiz", "--json"}), 2, "room_ambiguous");
}

TEST_CASE("P-80 config show names each value's origin, and no key") {
  Place place;
  const auto origins = [&](const Words& more) {
    Words words{"config", "show", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run(place, words);
    CHECK(ran.status == 0);
    CHECK(!ran.out.contains("sk-hidden"));
    std::map<std::string, std::string> result;
    for (const std::string& line : ran.lines()) {
      const auto json = parse_json(line);
      REQUIRE(json.has_value());
      result[std::string(text_at(*json, "key"))] =
          std::string(text_at(*json, "value")) + " from " + std::string(text_at(*json, "origin"));
    }
    return result;
  };
  place.environment.erase("FOLKMOOT_MODEL");
  CHECK(origins({})["model"] == " from built in");  // the first that works
  fs::create_directories(place.home / ".config/folkmoot");
  place.write("../home/.config/folkmoot/config.yaml", "preset: extended\nmodel: openai:mine\n");
  CHECK(origins({})["preset"].starts_with("extended from " + place.home.string()));
  place.write(".folkmoot/config.yaml", "model: openai:folder\n");
  CHECK(origins({})["model"].starts_with("openai:folder from " + place.folder.string()));
  place.environment["FOLKMOOT_MODEL"] = "rehearsal";
  place.environment["OPENAI_API_KEY"] = "sk-hidden";
  auto last = origins({"--as", "ada"});
  CHECK(last["model"] == "rehearsal from FOLKMOOT_MODEL");
  CHECK(last["me"] == "ada from --as");
  const Ran plain = run(place, {"config", "show"});
  CHECK(plain.out.contains("FOLKMOOT_MODEL"));
  CHECK(!plain.out.contains("sk-hidden"));
}

TEST_CASE("P-81 doctor and version tell what is there") {
  const Place place;
  const Ran doctor = run(place, {"doctor"});
  CHECK(doctor.status == 0);
  for (const char* what : {"git", "tmux", "SQLite", "store", "OPENAI_API_KEY", "rehearsal"})
    CHECK_MESSAGE(doctor.out.contains(what), what);
  const Words lines = run(place, {"doctor", "--json"}).lines();
  CHECK(lines.size() >= 8);
  for (const std::string& line : lines) {
    const auto json = parse_json(line);
    REQUIRE(json.has_value());
    CHECK(!text_at(*json, "health").empty());
  }
  for (const Words& words : {Words{"version"}, Words{"--version"}}) {
    const Ran version = run(place, words);
    CHECK(version.status == 0);
    CHECK(version.out.contains("0.1"));
  }
  CHECK(parse_json(run(place, {"version", "--json"}).lines().front()).has_value());
}

}  // namespace
}  // namespace fm::e2e
