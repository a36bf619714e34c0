#include "team/documents/call_reading.h"

#include <doctest/doctest.h>

#include <string>

using namespace fm;

namespace {

const Roster& roster() {
  static const Roster team({{"coder", "Coder", {"developer"}},
                            {"leader", "Leader", {"team lead"}},
                            {"ux", "Designer", {}},
                            {"orchestrator", "Orchestrator", {}, true}});
  return team;
}

// "agent: text | fallback | why", one a line; then who asks nothing. Or its fault's code.
std::string round_of(std::string_view answer) {
  const Json value = question_round_value(answer, roster());
  if (find_at(value, "code") != nullptr) return "fault " + std::string(text_at(value, "code"));
  std::string out;
  for (const Json& one : find_at(value, "questions")->get_array()) {
    out += std::string(text_at(one, "agent")) + ": " + std::string(text_at(one, "text")) + " | " +
           std::string(text_at(one, "fallback"));
    if (!text_at(one, "why").empty()) out += " | " + std::string(text_at(one, "why"));
    out += "\n";
  }
  for (const std::string& agent : texts_at(value, "nothing")) out += "nothing: " + agent + "\n";
  return out;
}

// "stands" or "objects", then its objections and contradictions.
std::string review_of(std::string_view answer) {
  const Json value = draft_review_value(answer);
  if (value.get_object().empty()) return "nothing";
  std::string out = bool_at(value, "stands") ? "stands" : "objects";
  for (const std::string& text : texts_at(value, "objections")) out += "\n- " + text;
  for (const Json& one : find_at(value, "contradictions")->get_array())
    out += "\n! " + std::string(text_at(one, "said")) + " = " + std::string(text_at(one, "text"));
  return out;
}

std::string check_of(std::string_view answer) {
  const Json value = whole_check_value(answer, roster());
  if (find_at(value, "passed") == nullptr) return "nothing";
  std::string out = bool_at(value, "passed") ? "pass" : "fail";
  for (const Json& one : find_at(value, "faults")->get_array())
    out += "\n" + std::string(text_at(one, "agent")) + ": " + std::string(text_at(one, "text"));
  if (find_at(value, "remarks") != nullptr) out += "\n" + std::string(text_at(value, "remarks"));
  return out;
}

std::string question_of(std::string_view answer) {
  return std::string(text_at(question_back_value(answer), "question"));
}

}  // namespace

TEST_CASE("C-31 one answer asks for a whole team, in any usual shape") {
  constexpr std::string_view kWanted =
      "ux: Which colours? | blue\ncoder: Which server? | the old one\nnothing: leader\n";
  for (const std::string_view answer :
       {std::string_view(
            R"({"questions": [{"agent": "ux", "text": "Which colours?", "fallback": "blue"},
          {"agent": "coder", "text": "Which server?", "fallback": "the old one"}],
          "nothing": ["leader"]})"),
        std::string_view(R"([{"from": "Designer", "question": "Which colours?", "default": "blue"},
          {"from": "developer", "question": "Which server?", "if_left_open": "the old one"},
          {"from": "leader", "question": null}])"),
        std::string_view(R"~({"ux": {"question": "Which colours?", "default": "blue"},
          "coder": "Which server? (If you leave it open: the old one)", "leader": "nothing"})~"),
        std::string_view(R"({"questions": {"ux": ["Which colours? Default: blue"],
          "coder": [{"q": "Which server?", "otherwise": "the old one"}], "leader": []},
          "nothing": "leader"})"),
        std::string_view(
            "{\"agent\": \"ux\", \"text\": \"Which colours?\", \"fallback\": \"blue\"}\n"
            "{\"agent\": \"coder\", \"text\": \"Which server?\", \"fallback\": \"the old "
            "one\"}\n{\"agent\": \"leader\", \"text\": \"nothing\"}"),
        std::string_view("ux: Which colours? (If you leave it open: blue)\n"
                         "coder: Which server? (if left open: the old one)\nleader: nothing"),
        std::string_view("1. **@ux**: Which colours? *(If you leave it open: blue)*\n\n"
                         "2. **@coder**: Which server?\n   If you leave it open: the old one\n\n"
                         "Nothing: leader"),
        std::string_view(
            "### Designer\n\nWhich colours?\n*Default: blue*\n\n### Coder\nWhich server?\n"
            "- Default: the old one\n\n### Leader\nNo question.")}) {
    CAPTURE(answer);
    CHECK(round_of(answer) == kWanted);
  }
}

TEST_CASE("C-31 one question an agent, none of strangers, and what cannot be read is a fault") {
  CHECK(
      round_of("ux: Which colours?\nux: Which fonts?\ncoder: Which server? Why: it decides all") ==
      "ux: Which colours? | \ncoder: Which server? |  | it decides all\n");
  CHECK(round_of(R"({"questions": [{"agent": "wizard", "text": "Which spell?"}]})") ==
        "fault unknown_agent");
  CHECK(round_of(R"({"questions": [{"agent": "wizard", "text": "Which spell?"},
                                   {"agent": "ux", "text": "Which colours?"}]})") ==
        "ux: Which colours? | \n");
  CHECK(round_of(R"({"questions": [{"agent": "orchestrator", "text": "Who?"}]})") ==
        "fault missing_field");
  CHECK(round_of(R"({"questions": [], "nothing": ["ux", "coder"]})") ==
        "nothing: ux\nnothing: coder\n");
  CHECK(round_of("What do you want?") == "fault no_json");
  CHECK(round_of("") == "fault empty");
  CHECK(round_of(R"({"questions": [{"agent": "ux", "te)") == "fault truncated");
  CHECK(round_of(
            "ux: Does `date.weekday()` count from 0 (Monday)? (If you leave it open: yes (0))") ==
        "ux: Does `date.weekday()` count from 0 (Monday)? | yes (0)\n");
  CHECK(text_at(question_round_value("x", roster()), "fault").contains("coder, leader, ux"));
}

TEST_CASE("C-36 a draft that stands is read however that is put") {
  for (const char* answer :
       {"Review: stands", "**Review:** stands.", "Review: stands\n\nClear and small.",
        "Review: stands\n- the dates are good", "stands", "I have no objections.", "No objections",
        "It stands: I agree with every line.", R"({"review": "stands", "objections": []})",
        R"({"stands": true})", "<think>Review: objects</think>Review: stands",
        "Strengths:\n- clear\n\nReview: stands"}) {
    CAPTURE(answer);
    CHECK(review_of(answer) == "stands");
  }
  CHECK(review_of("") == "nothing");
}

TEST_CASE("C-36 objections to a draft are read one by one, word for word") {
  constexpr std::string_view kTwo =
      "objects\n- `date.weekday()` is nowhere (see main()).\n- No deposit.";
  for (const char* answer :
       {"Review: objects\n\n- `date.weekday()` is nowhere (see main()).\n- No deposit.",
        "**Review: objects**\n1. `date.weekday()` is nowhere (see main()).\n2. No deposit.",
        "- `date.weekday()` is nowhere (see main()).\n- No deposit.",
        "## Strengths\n- clear\n\n## Objections\n- `date.weekday()` is nowhere (see main()).\n"
        "- No deposit.",
        R"~({"review": "objects", "objections": ["`date.weekday()` is nowhere (see main()).",
             {"text": "No deposit."}]})~"}) {
    CAPTURE(answer);
    CHECK(review_of(answer) == kTwo);
  }
  CHECK(review_of("Review: objects\nThe deposit is missing.\nIt must be asked for.") ==
        "objects\n- The deposit is missing. It must be asked for.");
  CHECK(review_of("Review: objects - the deposit is missing") ==
        "objects\n- the deposit is missing");
  CHECK(review_of("The deposit is missing.") == "objects\n- The deposit is missing.");
  CHECK(review_of("Review: objects") == "objects\n- Review: objects");
  CHECK(review_of("Review: stands, but the deposit is missing.") ==
        "objects\n- but the deposit is missing.");
  CHECK(review_of("I have no objections, but the deposit is missing.") ==
        "objects\n- I have no objections, but the deposit is missing.");
  CHECK(review_of("Review: objects\n- The steps:\n  - one\n  - two\n- None") ==
        "objects\n- The steps:\n- one\n- two");
}

TEST_CASE("C-40 where a draft contradicts the person is read with their words") {
  constexpr std::string_view kBoth =
      "stands\n! two weeks = the draft says two years\n! no card payments = scope: card payments";
  for (
      const char* answer :
      {"Review: stands\nContradicts: \"two weeks\" - the draft says two years\n"
       "Contradicts: \"no card payments\" - scope: card payments",
       "Review: stands\n\n- **Contradicts:** “two weeks” – the draft says two years\n"
       "- **Contradicts:** “no card payments” – scope: card payments",
       "Review: stands\n\n## Contradictions\n- \"two weeks\" -> the draft says two years\n"
       "- 'no card payments': scope: card payments",
       R"({"stands": true, "contradictions": [{"said": "two weeks", "text": "the draft says two years"},
           {"quote": "no card payments", "draft": "scope: card payments"}]})"}) {
    CAPTURE(answer);
    CHECK(review_of(answer) == kBoth);
  }
  CHECK(review_of("Review: stands\nContradicts: none") == "stands");
  CHECK(review_of("Review: objects\n- No deposit.\nContradicts: \"no app\" - an app is in scope") ==
        "objects\n- No deposit.\n! no app = an app is in scope");
  CHECK(
      review_of("Review: objects\n- No deposit.\n\nContradicts: \"no app\" - an app is in scope") ==
      "objects\n- No deposit.\n! no app = an app is in scope");
}

TEST_CASE("C-43 a check of the whole names what is wrong, and whose it is") {
  constexpr std::string_view kTwo =
      "fail\ncoder: `date.weekday()` lost its brackets (see f()).\nux: no colours";
  for (const char* answer :
       {"Check: fail\n\n- coder: `date.weekday()` lost its brackets (see f()).\n- ux: no colours",
        "**Check:** fail\n1. **@coder**: `date.weekday()` lost its brackets (see f()).\n"
        "2. Designer - no colours",
        "Check: fail\n\n### Coder\n- `date.weekday()` lost its brackets (see f()).\n\n### ux\n"
        "- no colours",
        "Check: fail - two faults:\n- @coder `date.weekday()` lost its brackets (see f()).\n"
        "- @ux, no colours",
        "- coder: `date.weekday()` lost its brackets (see f()).\n- ux: no colours\n\nCheck: fail",
        R"~({"check": "fail", "faults": [{"agent": "coder",
             "text": "`date.weekday()` lost its brackets (see f())."},
             {"agent": "ux", "text": "no colours"}]})~",
        R"~({"passed": false, "issues": {"coder": ["`date.weekday()` lost its brackets (see f())."],
             "ux": "no colours"}})~"}) {
    CAPTURE(answer);
    CHECK(check_of(answer) == kTwo);
  }
  CHECK(check_of("Check: pass\n\nAll links work.") == "pass\nAll links work.");
  CHECK(check_of("Check: pass - none") == "pass");
  CHECK(check_of("Check: fail\n- index.html: the map is missing") ==
        "fail\n: index.html: the map is missing");
  CHECK(check_of("Check: fail - the map of @ux is missing") ==
        "fail\nux: the map of @ux is missing");
  CHECK(check_of("Check: fail") == "fail");
  CHECK(check_of("Check: fail\n- coder: wrong:\n  ```js\n  f()[0];\n  ```\n  and more") ==
        "fail\ncoder: wrong:\n```js\n  f()[0];\n```\nand more");
  CHECK(check_of("Check: pass\n- coder: it fails on small screens.") == "nothing");
  CHECK(check_of("I looked at it.") == "nothing");
}

TEST_CASE("C-20 an answer that is a question to the person is told apart") {
  CHECK(question_of("Question: Which database do you use?") == "Which database do you use?");
  CHECK(question_of("**Question:** `f()` or `g()`?\n- f\n- g\n") == "`f()` or `g()`?\n- f\n- g");
  CHECK(question_of("**Question**\n\nWhich one?") == "Which one?");
  CHECK(question_of("<think>hm</think>Question: Which one?\nI need it to size the disk.") ==
        "Which one?\nI need it to size the disk.");
  for (const char* answer :
       {"", "Which database do you use?", "Take SQLite. Question: ok?", "Question: none",
        "Question: ...", "Question: Which?\n\n```sql\nselect 1;\n```",
        "# Answer\nQuestion: Which?"}) {
    CAPTURE(answer);
    CHECK(question_of(answer).empty());
  }
  CHECK(question_of("Question: Which?\n" + std::string(2000, 'x')).empty());
}

TEST_CASE("hostile answers to the calls cost no more than their length") {
  for (const std::string_view part :
       {"- coder: (", "Contradicts: \"", "ux: (if left open: ", "@coder ", "|", "> ", "```\n",
        "Review: ", "Check: fail\n", "{\"questions\":[", "(((((((default:"}) {
    std::string text;
    while (text.size() < 200'000) text += part;
    (void)question_round_value(text, roster());
    (void)draft_review_value(text);
    (void)whole_check_value(text, roster());
    (void)question_back_value(text);
  }
}

TEST_CASE("C-36 each line of a review is an entry of its own, whatever stands before it") {
  const Json value = draft_review_value(
      "Review: objects\n- Nobody checks the hours.\nContradicts: \"only team\" - it is public\n"
      "Contradicts: \"no key\" - it sends one\n- It cannot be undone.");
  CHECK(texts_at(value, "objections") ==
        std::vector<std::string>{"Nobody checks the hours.", "It cannot be undone."});
  const JsonArray& against = value.at("contradictions").get_array();
  REQUIRE(against.size() == 2);
  CHECK(text_at(against[0], "said") == "only team");
  CHECK(text_at(against[1], "text") == "it sends one");
}

TEST_CASE("C-31 nobody has to ask: an empty list of questions is an answer") {
  for (const char* text : {R"({"questions": []})", "```json\n{\"questions\": []}\n```"}) {
    const Json value = question_round_value(text, roster());
    CHECK(find_at(value, "fault") == nullptr);
    CHECK(value.at("questions").get_array().empty());
  }
  CHECK(find_at(question_round_value("{}", roster()), "fault") != nullptr);
}
