#include "test/support/report_rooms.h"

#include "test/support/room_script.h"

namespace fm::testing {
namespace {

By ana() { return {.kind = Actor::kPerson, .id = "ana"}; }

void turn_and_say(RoomScript& script, std::string_view agent, std::string_view kind,
                  std::string_view text, Usage usage, std::int64_t cost, int seconds) {
  script.turn(agent, kind, usage, {cost}, Millis(seconds * 1000)).say(agent, kind, text);
}

void first_round(RoomScript& script) {
  turn_and_say(
      script, "leader", "kickoff",
      "We are five who think and one who draws. The question is **what makes neighbours lend and "
      "return**, not which software lists the drills.\n\n"
      "- *Researcher*: which tool libraries lasted more than three years, and why?\n"
      "- *Ideation*: at least five shapes it could take, not five names for one shape.\n"
      "- *Adversary*: liability and the volunteer who quits in month four.\n"
      "- *Implementer*: what could open its door within eight weeks for under 2,000 euros?",
      {1840, 0, 412, 128}, 6420, 9);
  turn_and_say(
      script, "researcher", "researcher",
      "## What is known\n\nThree kinds last: those with a **room that is open at fixed hours**, "
      "those "
      "carried by an **existing association**, and those with **fewer than 120 tools**.\n\n"
      "| kind | lasted 3 years | typical loss a year |\n|---|---|---|\n| fixed room | 71 % | 4 % "
      "|\n"
      "| carried by an association | 66 % | 6 % |\n| peer to peer, by app | 12 % | not measured "
      "|\n\n"
      "The figures are from a survey of 94 libraries; see [its "
      "summary](https://example.org/tool-libraries). "
      "Deposits lower the loss, but they also halve the number of first-time borrowers.",
      {2310, 1792, 655, 210}, 9110, 14);
  turn_and_say(script, "ideation", "ideation",
               "Five shapes, as asked:\n\n```json\n{\"ideas\":[{\"title\":\"The Saturday "
               "shed\",\"description\":\"A shed that "
               "is open for three hours a week.\"},{\"title\":\"Repair evenings that "
               "lend\",\"description\":\"The library "
               "opens where things are mended anyway.\"},{\"title\":\"Lockers at the tram "
               "stop\",\"description\":\"Open day and night, paid by the "
               "hour.\"}]}\n```",
               {3015, 2304, 980, 340}, 12870, 18);
  script.tell("idea.proposed", {{"id", "idea-1"},
                                {"title", "The Saturday shed"},
                                {"description",
                                 "A garden shed on the community plot, open on Saturdays from ten "
                                 "to one. Two neighbours run it each "
                                 "week, by a rota that has everyone’s name on it twice a year. "
                                 "Sixty tools, chosen by what people in the "
                                 "street said they had bought and used only once."},
                                {"rationale",
                                 "Fixed hours are what the libraries that lasted have in common, "
                                 "and a rota spreads the load "
                                 "before anyone tires."},
                                {"tags", {"fixed hours", "rota", "small"}},
                                {"round", 1}});
  script.tell("idea.proposed", {{"id", "idea-2"},
                                {"title", "Repair evenings that lend"},
                                {"description",
                                 "The repair café in the parish hall meets every second Thursday. "
                                 "Its tools are used there for "
                                 "three hours and sleep for thirteen days; lend them out in "
                                 "between, and bring them back to the "
                                 "next evening."},
                                {"tags", {"existing association"}},
                                {"round", 1}});
  script.tell("idea.proposed", {{"id", "idea-3"},
                                {"title", "Lockers at the tram stop"},
                                {"description",
                                 "Twelve lockers with code locks at the stop, open day and night, "
                                 "paid by the hour through the "
                                 "transport card that everyone carries anyway."},
                                {"rationale", "Lending fails on opening hours; lockers have none."},
                                {"tags", {"self service", "city partner"}},
                                {"round", 1}});
  script.propose("idea-4", "One drill per staircase",
                 "Each house keeps one tool for the whole street: number 4 the drill, number 6 the "
                 "ladder, number 9 the "
                 "wallpaper table. A card in every staircase says who has what.");
  script.propose("idea-5", "the saturday Shed!", "The same shed, named again.");
  script.tell("idea.merged", {{"id", "idea-5"}, {"into", "idea-1"}});
  turn_and_say(script, "adversary", "critic",
               "Two things will sink this, whichever shape it takes.\n\n1. **Month four.** Whoever "
               "opens the shed every "
               "Saturday will stop. Show me the rota *before* you show me the tools.\n2. **The "
               "chainsaw.** One bad cut and "
               "the association is asked what it checked. Leave out everything that needs "
               "training.\n\n> Lockers solve "
               "opening hours and nothing else: who notices that the blade is missing?",
               {4120, 3328, 520, 190}, 10240, 12);
  script.tell(
      "warning",
      {{"code", "turn_failed"},
       {"message", "The implementer did not answer in round 1."},
       {"cause", "The model was overloaded and three further tries within 40 seconds failed too."},
       {"cure", "Nothing needs to be done: the round went on without it."}});
  script.tell("turn.started", {{"turn", "t-lost"},
                               {"agent", "implementer"},
                               {"task", "implementer"},
                               {"round", 1},
                               {"model", "openai:gpt-5"}});
  script.tell("turn.failed", {{"turn", "t-lost"},
                              {"error",
                               {{"code", "model_overloaded"},
                                {"message", "The model is overloaded."},
                                {"cause", ""},
                                {"cure", ""}}}});
  turn_and_say(script, "leader", "synthesis",
               "Round 1 says: *who carries it* matters more than *where it stands*. Next: let the "
               "shed and the repair "
               "evening answer the month-four question; drop what needs a partner we do not have.",
               {5230, 4096, 240, 96}, 9020, 7);
}

void second_round(RoomScript& script) {
  script.say(
      "ana", "user",
      "The parish hall would give us the cellar for nothing, but only until ten in the evening.");
  turn_and_say(script, "researcher", "researcher",
               "The city’s volunteer insurance covers lending **without training** for hand tools "
               "and for electric tools below "
               "1,200 W. Above that a signed briefing is asked for.",
               {5540, 4864, 310, 88}, 8800, 8);
  turn_and_say(script, "ideation", "ideation",
               "I refined two and add one that follows from the cellar.", {6020, 5376, 730, 260},
               13900, 16);
  script.tell(
      "idea.revised",
      {{"id", "idea-2"},
       {"revision", 2},
       {"title", "The repair café’s cellar"},
       {"description",
        "The repair café gets a cellar in the parish hall and with it a second life: every second "
        "Thursday things are "
        "mended upstairs, and downstairs sixty tools are lent until the next evening. Nobody new "
        "has to be found, since "
        "the eleven who mend are there anyway; lending is a shelf, a book, and one of them for an "
        "hour.\n\n"
        "Tools that need training stay upstairs and are used there."},
       {"rationale", "It answers month four: the evening happens whether or not anyone borrows."},
       {"tags", {"existing association", "cellar", "no new volunteers"}},
       {"round", 2}});
  script.tell(
      "idea.revised",
      {{"id", "idea-1"},
       {"revision", 2},
       {"round", 2},
       {"description",
        "A garden shed on the community plot, open on Saturdays from ten to one, run by a rota "
        "that is full **before** the first tool is bought: twenty-six pairs, twice a year each."}});
  script.tell("idea.proposed", {{"id", "idea-6"},
                                {"title",
                                 "A tool swap at the street party, twice a year, as the way in "
                                 "before anything permanent is built"},
                                {"description",
                                 "No place, no rota: a table at the spring and the autumn party. "
                                 "What people bring and leave shows what a "
                                 "permanent library would hold."},
                                {"builds_on", "idea-4"},
                                {"tags", {"trial"}},
                                {"round", 2}});
  turn_and_say(script, "adversary", "critic",
               "The cellar is the first proposal that survives my own question. Its weak point is "
               "*ten in the evening*.",
               {6630, 6016, 190, 70}, 9300, 6);
  turn_and_say(script, "implementer", "implementer",
               "Eight weeks, in this order:\n\n```\nweek 1-2  insurance letter, key, shelf\nweek 3 "
               "   call for tools: what did you buy "
               "and use once?\nweek 4-6  mark, test, photograph, write the book\nweek 8    first "
               "evening\n```\n\nCost: shelf 240, "
               "labels 35, first-aid box 48, insurance 0.",
               {6900, 6144, 380, 140}, 10600, 11);
  turn_and_say(script, "leader", "synthesis",
               "The cellar leads. The last round is for its edges: hours, returns, growth.",
               {7320, 6784, 150, 60}, 9900, 5);
}

void last_round(RoomScript& script) {
  turn_and_say(script, "ideation", "ideation",
               "One more that goes the whole way, to have something to measure the cellar against.",
               {7700, 7040, 420, 150}, 12100, 10);
  script.propose("idea-7", "A van that comes on Fridays",
                 "A second-hand van with two hundred tools stops in six streets. One driver, paid "
                 "by a grant for three years.",
                 3);
  script.by(ana()).tell("idea.vetoed", {{"id", "idea-7"}});
  turn_and_say(script, "adversary", "critic", "A grant for three years is month thirty-seven.",
               {7900, 7424, 60, 20}, 8700, 4);
  script.tell("gate.opened",
              {{"gate", "g-1"},
               {"type", "choice"},
               {"question", "The implementer’s turn was interrupted. Go on, skip it, or stop?"},
               {"digest", "ab"},
               {"options", {"continue", "skip", "stop"}},
               {"subject", "t-9"}});
  script.wait(Millis(95'000))
      .by(ana())
      .tell("gate.answered", {{"gate", "g-1"},
                              {"digest", "ab"},
                              {"answer", "skip"},
                              {"reason", "The plan was clear enough."}});
  turn_and_say(script, "leader", "synthesis",
               "Strongest: **the repair café’s cellar**, then **the Saturday shed**.",
               {8100, 7552, 90, 30}, 9100, 4);
}

void decision(RoomScript& script) {
  turn_and_say(script, "moderator", "validation",
               "All six are scored; the reasons are with each idea.", {8600, 7936, 1240, 420},
               19800, 24);
  script.score(
      "idea-2", {900, 750, 850, 840, 800}, 828,
      {"Needs nobody who is not there already: eleven menders, every second Thursday.",
       "Starts in eight weeks for under 350 euros, insurance included.",
       "Lending and mending feed each other: what comes back broken is mended the same evening."},
      {"Open only every second week, and only until ten.",
       "Depends on one hall and the goodwill of its parish council."},
      "The only proposal that answers the question of month four instead of postponing it. What "
      "would raise "
      "completeness is a written word on what happens **when a tool does not come back**.");
  script.score(
      "idea-1", {850, 600, 800, 900, 775}, 785,
      {"Fixed hours, as in the libraries that lasted.", "Small enough to be known by heart."},
      {"Fifty-two people have to say yes before the first tool is lent.", "A shed in winter."},
      "Sound and clear; the rota is an honest answer and a heavy one.");
  script.score("idea-6", {950, 550, 500, 800, 750}, 710, {"Costs nothing and can be done in May."},
               {"Shows what people own, not what they would borrow."}, "");
  script.score("idea-4", {700, 780, 600, 700, 500}, 656, {"No place needed."},
               {"Nobody is in charge of number 9 being at home."},
               "Charming; nobody is in charge.");
  script.tell("idea.scored", {{"id", "idea-3"},
                              {"scorer", "moderator"},
                              {"scores",
                               {{"feasibility", 300},
                                {"innovation", 1000},
                                {"impact", 750},
                                {"clarity", 800},
                                {"completeness", 450}}},
                              {"score", 660},
                              {"pros", {"Open day and night."}},
                              {"cons", {"Needs the city, its card, and twelve doors that lock."}},
                              {"feedback", "The panel could not agree on this one."},
                              {"spread", 350},
                              {"flags", {"contested"}},
                              {"clamped", true}});
  script.score("idea-7", {650, 700, 880, 800, 700}, 846, {"Reaches six streets."},
               {"Ends with its grant."}, "");
  turn_and_say(script, "leader", "selection",
               "I would have taken **the Saturday shed**: it belongs to nobody but the street, and "
               "what belongs to the street is "
               "mended by the street.\n\nBut the cellar scores higher where it counts. It is "
               "*there*, it is *carried*, and it can "
               "begin in eight weeks. Let the shed be what it grows into.",
               {9100, 8448, 260, 110}, 11800, 8);
  script.select("idea-2", "score", {}, "idea-1");
  turn_and_say(script, "ui-creator", "visualization",
               "<!doctype html><html><body><h1>Our own</h1></body></html>", {9600, 8960, 3900, 300},
               48300, 52);
  script.tell("warning", {{"code", "score_clamped"},
                          {"message", "A score for “Lockers at the tram stop” was out of range."},
                          {"cause", "The moderator gave innovation 11 of 10."},
                          {"cure", "It was taken as 10."}});
}

}  // namespace

RoomView full_room() {
  RoomScript script("a-neighbourhood-tool-li-7qk2");
  script.create("a neighbourhood tool library");
  script.start(
      {{"topic", "How could our street start a tool library that is still there in three years?"},
       {"preset", "full"},
       {"min_score", 750}});
  first_round(script);
  second_round(script);
  last_round(script);
  decision(script);
  script.finish();
  return script.view;
}

RoomView under_way_room() {
  RoomScript script("tool-library-9dke");
  script.create("tool library");
  script.start(
      {{"topic", "A tool library for the street"}, {"preset", "extended"}, {"min_score", 700}});
  first_round(script);
  script.tell("turn.started", {{"turn", "t-now"},
                               {"agent", "researcher"},
                               {"task", "researcher"},
                               {"round", 2},
                               {"model", "openai:gpt-5"}});
  return script.view;
}

const std::vector<NamedRoom>& report_rooms() {
  static const std::vector<NamedRoom> kRooms = {
      {"full", full_room},     {"rehearsed", rehearsed_room}, {"under-way", under_way_room},
      {"paused", paused_room}, {"failed", failed_room},       {"unscored", unscored_room},
      {"low", low_room},       {"hostile", hostile_room},     {"right-to-left", right_to_left_room},
      {"empty", empty_room}};
  return kRooms;
}

}  // namespace fm::testing
