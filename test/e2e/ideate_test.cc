// A whole discussion, from the command line to the files it leaves.
#include <doctest/doctest.h>

#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

// I-2 with a deep dive (I-6), as task and agent.
Words turns_of_full() {
  Words turns{"kickoff leader"};
  for (int round = 1; round <= 3; ++round) {
    turns.push_back("research researcher");
    turns.push_back(round == 1 ? "ideate ideation" : "ideate_later ideation");
    turns.push_back("critique adversary");
    turns.push_back("answer_objections ideation");
    turns.push_back("settle_objections adversary");
    turns.push_back("implement implementer");
    turns.push_back(round == 3 ? "synthesis_last leader" : "synthesis leader");
  }
  for (const char* last : {"validate moderator", "select leader", "visualize ui-creator"})
    turns.emplace_back(last);
  return turns;
}

Words keys(const Json& object) {
  Words names;
  for (const auto& member : object.get_object()) names.emplace_back(member.key());
  return names;
}

void check_ideas_file(const fs::path& path, const Events& events) {
  const auto file = parse_json(read_file(path));
  REQUIRE(file.has_value());
  CHECK(keys(*file) == Words{"topic", "room", "selected", "ideas"});
  CHECK(text_at(*file, "topic") == "a neighbourhood tool library");
  CHECK(text_at(*file, "room") == room_of(events));
  CHECK(text_at(*file, "selected") == text(of_kind(events, "idea.selected").front(), "id"));
  const JsonArray& ideas = find_at(*file, "ideas")->as_array();
  CHECK(ideas.size() == of_kind(events, "idea.proposed").size());
  for (const Json& idea : ideas) {
    Words names = keys(idea);
    std::erase(names, "spread");
    CHECK(names == Words{"id", "title", "description", "rationale", "tags", "revision", "score",
                         "scores", "pros", "cons", "flags"});
    CHECK(keys(idea.at("scores")) ==
          Words{"feasibility", "innovation", "impact", "clarity", "completeness"});
    CHECK(idea.at("score").to_number<double>() <= 10.0);
  }
}

TEST_CASE("I-2 I-14 E-1 E-7 a full discussion tells each event and leaves its files") {
  const Place place;
  const Ran ran =
      run(place, {"ideate", "a neighbourhood tool library", "--preset", "full", "--model",
                  "rehearsal", "--out", "r.html", "--ideas", "i.json", "--json"});
  CHECK(ran.status == 0);
  CHECK_MESSAGE(ran.err.empty(), ran.err);
  const Events events = events_of(ran.lines());

  Words turns;
  for (const Json& event : of_kind(events, "turn.started"))
    turns.push_back(std::string(text(event, "task")) + " " + std::string(text(event, "agent")));
  CHECK(turns.size() >= 19);
  CHECK(turns == turns_of_full());
  CHECK(of_kind(events, "turn.finished").size() == turns.size());

  const Events proposed = of_kind(events, "idea.proposed");
  CHECK(proposed.size() >= 5);
  for (const Json& idea : proposed) {
    int scored = 0;
    for (const Json& score : of_kind(events, "idea.scored"))
      if (text(score, "id") == text(idea, "id")) ++scored;
    CHECK(scored == 1);
  }
  CHECK(of_kind(events, "idea.selected").size() == 1);
  CHECK(text(events.back(), "completion") == "success");
  CHECK(int_at(*find_at(body(events.back()), "result"), "rounds") == 3);

  CHECK(read_file(place.folder / "r.html").contains("a neighbourhood tool library"));
  CHECK(read_file(place.folder / "r.visual.html").contains("sandbox"));
  check_ideas_file(place.folder / "i.json", events);
  for (const auto& entry : fs::directory_iterator(place.folder))  // nothing half written is left
    CHECK_MESSAGE((entry.path().extension() == ".html" || entry.path().extension() == ".json"),
                  entry.path().string());
}

TEST_CASE("I-14 in a pipe the discussion is plain text that ends with the choice") {
  const Place place;
  const Ran ran = run(place, {"ideate", "a quiz for the street", "--model", "rehearsal"});
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  CHECK(!ran.out.contains("\x1b"));
  CHECK(ran.out.contains("Leader"));
  CHECK(ran.out.contains("idea-1"));
  const Ran quiet = run(place, {"ideate", "a quiz for the street", "--new", "--quiet"});
  CHECK(quiet.status == 0);
  CHECK(quiet.lines().size() <= 2);
  CHECK(quiet.out.starts_with("idea-"));
}

TEST_CASE("I-14 the ideas can be a table for spreadsheets or a page in Markdown") {
  const Place place;
  for (const char* name : {"i.csv", "i.md"}) {
    const Ran ran = run(place, {"ideate", "a quiz", "--ideas", name, "--quiet"});
    CHECK(ran.status == 0);
    CHECK(read_file(place.folder / name).size() > 200);
  }
}

TEST_CASE("I-14 --json=live adds growing words that are no part of the log") {
  const Place place;
  const Ran ran = run(place, {"ideate", "a quiz", "--json=live"});
  CHECK(ran.status == 0);
  Words stored;
  bool previews = false;
  for (const std::string& line : ran.lines()) {
    const auto event = parse_json(line);
    REQUIRE(event.has_value());
    const std::string_view kind = text_at(*event, "kind");
    if (kind == "turn.delta" || kind == "agent.state") {
      previews = true;
      CHECK(find_at(*event, "seq") == nullptr);
    } else {
      stored.push_back(line);
    }
  }
  CHECK(previews);
  CHECK(text_at(events_of(stored).back(), "kind") == "flow.finished");
}

}  // namespace
}  // namespace fm::e2e
