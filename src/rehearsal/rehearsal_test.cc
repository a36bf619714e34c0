#include "rehearsal/rehearsal.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "rehearsal/rehearsal_testing.h"

namespace fm {
namespace {

// Words of the topic that say something, judged without the rehearsal's own lists; for scripts
// without spaces and for emoji every pair of characters.
std::set<std::string> words_of(const std::string& topic) {
  static const std::set<std::string> kEmpty = {
      "how", "can", "our",  "get", "more", "come", "why", "the", "that", "who", "what",
      "and", "for", "with", "is",  "do",   "it",   "in",  "a",   "to",   "we",  "he"};
  std::set<std::string> out;
  std::string word;
  std::string before;
  const auto finish = [&] {
    if (word.size() > 1 && !kEmpty.contains(word)) out.insert(word);
    word.clear();
  };
  for (std::size_t at = 0; at < topic.size();) {
    const std::size_t length = decode_utf8(std::string_view(topic).substr(at)).length;
    const std::string character = topic.substr(at, length);
    at += length;
    if (length == 1) {
      const auto c = static_cast<unsigned char>(character[0]);
      if (std::isalnum(c) != 0 || c == '_')
        word += static_cast<char>(std::tolower(c));
      else
        finish();
      before.clear();
      continue;
    }
    finish();
    if (length == 4) out.insert(character);
    if (!before.empty()) out.insert(before + character);
    before = character;
  }
  finish();
  return out;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

TEST_CASE("P-34 over very different topics every idea is new and holds a word of its topic") {
  const Rehearsal rehearsal = packaged_rehearsal();
  std::map<std::string, std::string> seen;  // folded title: topic
  for (const std::string& topic : varied_topics()) {
    CAPTURE(topic);
    Discussion discussion{rehearsal, topic};
    discussion.play();
    CHECK(discussion.titles.size() >= 7);
    for (const std::string& title : discussion.titles) {
      CAPTURE(title);
      CHECK(seen.emplace(fold(title), topic).second);
    }
    const auto words = words_of(topic);
    for (const std::string& text : discussion.texts) {
      CAPTURE(text);
      const std::string lowered = lower(text);
      const bool holds = words.empty() ? lowered.find(lower(topic)) != std::string::npos
                                       : std::ranges::any_of(words, [&](const std::string& word) {
                                           return lowered.find(word) != std::string::npos;
                                         });
      CHECK(holds);
      CHECK(text.find("{{") == std::string::npos);
      CHECK(text.find("  ") == std::string::npos);
    }
  }
}

TEST_CASE("P-34 no message repeats in a run, whatever the topic, however many rounds") {
  const Rehearsal rehearsal = packaged_rehearsal();
  for (const std::string& topic : varied_topics()) {
    for (const int rounds : {3, topic.size() < 20 ? 12 : 1}) {
      Discussion discussion{rehearsal, topic, rounds, 3};
      discussion.play();
      std::map<std::string, std::string> seen;
      for (const auto& [purpose, text] : discussion.said) {
        const std::string who = purpose.task + " " + std::to_string(purpose.round);
        const auto [place, fresh] = seen.emplace(text, who);
        CHECK_MESSAGE(fresh, topic << ": " << who << " says what " << place->second << " said");
      }
    }
  }
}

TEST_CASE("P-34 a round that was added at the end says something new as well") {
  const Rehearsal rehearsal = packaged_rehearsal();
  Discussion discussion{rehearsal, "A community garden", 3, 3};
  discussion.play();
  std::set<std::string> seen;
  for (const auto& one : discussion.said) seen.insert(one.text);
  for (const int round : {4, 5, 6}) {
    for (const std::string task : {"research", "critique", "implement", "synthesis"})
      CHECK(seen.insert(discussion.ask("leader", task, round)).second);
    discussion.take_ideas(discussion.ask("ideation", "ideate_later", round));
  }
}

TEST_CASE("P-34 every task gives sane text, and the same purpose the same bytes") {
  const Rehearsal first = packaged_rehearsal();
  const Rehearsal second = packaged_rehearsal();
  for (const std::string& topic : varied_topics()) {
    Discussion discussion{first, topic, 2, 4};
    discussion.play();
    discussion.ask("moderator", "validate_missing", 0, {{"missing", {"idea-2"}}});
    discussion.ask("ideation", "repair", 1,
                   {{"task_before", {{"task", "ideate"}, {"round", 1}}},
                    {"fault", "There is no JSON in it."}});
    discussion.ask("moderator", "repair", 0, {{"task_before", "validate"}});
    discussion.ask("researcher", "empty_reply", 2,
                   {{"task_before", {{"task", "research"}, {"round", 2}}}});
    discussion.ask("somebody", "juggle", 1);
    for (const auto& [purpose, text] : discussion.said) {
      CAPTURE(topic);
      CAPTURE(purpose.task);
      CAPTURE(text);
      CHECK(text == second.turn(purpose).text);
      CHECK(text.size() > 80);
      CHECK(is_utf8(text));
      CHECK(text.find("{{") == std::string::npos);
      CHECK(text.find("}}") == std::string::npos);
      if (purpose.task == "visualize") continue;  // its style sheet has a grammar of its own
      for (const std::string wrong : {" .", "..", " ,", "“”", "the the", "a a ", ": :", "()"})
        CHECK_MESSAGE(text.find(wrong) == std::string::npos, "has '" << wrong << "'");
    }
  }
}

TEST_CASE("P-34 the topic's bytes decide, not the prompt") {
  const Rehearsal rehearsal = packaged_rehearsal();
  Discussion one{rehearsal, "A community garden"};
  Discussion other{rehearsal, "a community garden!"};
  one.play();
  other.play();
  CHECK(one.answer("ideate") != other.answer("ideate"));
}

TEST_CASE(
    "I-4 ideas come after some prose, as strict JSON with all their parts, nothing after it") {
  const Rehearsal rehearsal = packaged_rehearsal();
  for (const int min_ideas : {1, 3, 5, 9, 30}) {
    Discussion discussion{rehearsal, "An affordable water bottle for hikers", 1, min_ideas};
    const std::string answer = discussion.ask("ideation", "ideate", 1);
    CHECK(answer.find("```json") > 20);
    CHECK(answer.ends_with("\n```"));
    discussion.take_ideas(answer);
    CHECK(discussion.titles.size() >= std::size_t(std::max(3, min_ideas)));
    CHECK(discussion.titles.size() <= std::size_t(std::max(5, min_ideas)));
    CHECK(std::set(discussion.titles.begin(), discussion.titles.end()).size() ==
          discussion.titles.size());
    for (const Json& idea : fenced_json(answer).at("ideas").as_array()) {
      CHECK(text_at(idea, "description").size() > 80);
      CHECK(text_at(idea, "rationale").size() > 20);
      CHECK(texts_at(idea, "tags").size() >= 2);
      CHECK(find_at(idea, "id") == nullptr);
    }
  }
}

TEST_CASE("I-5 later rounds revise earlier ideas by their id and add a new one") {
  const Rehearsal rehearsal = packaged_rehearsal();
  Discussion discussion{rehearsal, "A coffee shop that survives next to a big chain"};
  discussion.play();
  std::set<std::string> descriptions;
  for (const auto& [purpose, text] : discussion.said) {
    if (purpose.task != "ideate" && purpose.task != "ideate_later") continue;
    int added = 0;
    int revised = 0;
    for (const Json& idea : fenced_json(text).at("ideas").as_array()) {
      CHECK(descriptions.insert(std::string(text_at(idea, "description"))).second);
      const auto id = text_at(idea, "id");
      ++(id.empty() ? added : revised);
      if (purpose.task == "ideate") continue;
      CHECK(text_at(idea, "builds_on").starts_with("idea-"));
      CHECK(text_at(idea, "builds_on") != id);
    }
    CHECK(added == (purpose.task == "ideate" ? added : 1));
    CHECK(revised == (purpose.task == "ideate" ? 0 : 2));
  }
}

TEST_CASE("I-8 scores differ, are spread, and are the mean of five criteria in range") {
  const Rehearsal rehearsal = packaged_rehearsal();
  for (const std::string& topic : varied_topics()) {
    CAPTURE(topic);
    Discussion discussion{rehearsal, topic, 2, 4};
    discussion.play();
    std::set<std::string> seen;
    double low = 10;
    double high = 0;
    const Json scores = fenced_json(discussion.answer("validate"));
    CHECK(scores.at("scores").as_array().size() == discussion.ideas.size());
    for (const Json& score : scores.at("scores").as_array()) {
      const double overall = score.at("overall").to_number<double>();
      CHECK(seen.insert(canonical(score.at("overall"))).second);
      double sum = 0;
      for (const char* name : {"feasibility", "innovation", "impact", "clarity", "completeness"}) {
        const double value = score.at(name).to_number<double>();
        CHECK(value >= 0);
        CHECK(value <= 10);
        sum += value;
      }
      CHECK(std::abs(sum / 5 - overall) < 0.001);
      CHECK(!texts_at(score, "pros").empty());
      CHECK(texts_at(score, "cons").size() >= 2);
      CHECK(text_at(score, "feedback").size() > 20);
      low = std::min(low, overall);
      high = std::max(high, overall);
    }
    CHECK(low >= 4.2);
    CHECK(high <= 9.4);
    CHECK(high - low > 1.5);
    CHECK(high >= 7.0);  // the presets find a winner above their threshold
  }
}

TEST_CASE("I-8 each seat of a panel scores all ideas") {
  const Rehearsal rehearsal = packaged_rehearsal();
  Discussion discussion{rehearsal, "Learn Spanish in three months"};
  discussion.play();
  std::set<std::string> seen;
  for (const char* seat : {"1", "2", "3"}) {
    const std::string text = discussion.ask("moderator", "validate", 0, {{"seat", seat}});
    CHECK(fenced_json(text).at("scores").as_array().size() == discussion.ideas.size());
    CHECK(seen.insert(text).second);
  }
}

TEST_CASE("I-8 a moderator of a panel scores otherwise, and still without ties") {
  const Rehearsal rehearsal = packaged_rehearsal();
  Discussion discussion{rehearsal, "Learn Spanish in three months"};
  discussion.play();
  const std::string other = discussion.ask("moderator-2", "validate", 0);
  CHECK(other != discussion.answer("validate"));
  std::set<std::string> seen;
  for (const Json& score : fenced_json(other).at("scores").as_array())
    CHECK(seen.insert(canonical(score.at("overall"))).second);
}

TEST_CASE("I-9 the leader names one idea by id, sometimes not the one with the highest score") {
  const Rehearsal rehearsal = packaged_rehearsal();
  int otherwise = 0;
  for (const std::string& topic : varied_topics()) {
    Discussion discussion{rehearsal, topic, 1, 3};
    discussion.play();
    int best = 0;
    int score = 0;
    for (Json& idea : discussion.ideas) {
      const int given = 500 + 17 * ++score;
      idea.as_object()["score"] = given;
      best = score;
    }
    const std::string text = discussion.ask("leader", "select", 0);
    CHECK(text.starts_with("Choice: idea-"));
    CHECK(text.rfind("idea-") == text.find("idea-"));
    otherwise += text.starts_with("Choice: idea-" + std::to_string(best) + "\n") ? 0 : 1;
  }
  CHECK(otherwise > 0);
  CHECK(otherwise < static_cast<int>(varied_topics().size() / 2));
}

TEST_CASE("P-34 the critic names ideas and risks, the leader says who said what") {
  const Rehearsal rehearsal = packaged_rehearsal();
  Discussion discussion{rehearsal, "A mobile app that reminds people to drink water", 2, 4};
  discussion.play();
  const auto named = [&](const std::string& text) {
    return std::ranges::count_if(discussion.titles, [&](const std::string& title) {
      return text.find("“" + title + "”") != std::string::npos;
    });
  };
  CHECK(named(discussion.answer("critique")) == 3);
  CHECK(named(discussion.answer("answer_objections")) == 2);
  CHECK(named(discussion.answer("settle_objections")) == 2);
  CHECK(named(discussion.answer("implement")) == 2);
  CHECK(named(discussion.answer("synthesis_last")) >= 2);
  const std::string& synthesis = discussion.answer("synthesis");
  CHECK(synthesis.find("researcher") != std::string::npos);
  CHECK(synthesis.find("adversary") != std::string::npos);
  CHECK(synthesis.find("implementer") != std::string::npos);
  // What the leader has the researcher say was said by the researcher.
  const std::string& research = discussion.answer("research");
  bool cited = false;
  for (std::size_t at = 0; at + 40 < research.size(); ++at)
    cited = cited || synthesis.find(research.substr(at, 40)) != std::string::npos;
  CHECK(cited);
}

TEST_CASE("P-34 nobody is cited who does not take part") {
  const Rehearsal rehearsal = packaged_rehearsal();
  Discussion discussion{rehearsal, "A community garden", 3, 3};
  for (const auto& [task, round] :
       {std::pair{"kickoff", 0}, {"synthesis", 1}, {"synthesis", 2}, {"synthesis_last", 3}}) {
    const std::string text =
        discussion.ask("leader", task, round, {{"team", {"leader", "ideation"}}});
    for (const char* absent : {"researcher", "adversary", "implementer", "moderator"})
      CHECK(text.find(absent) == std::string::npos);
  }
}

TEST_CASE("P-34 the person's words come back in whatever turn is next") {
  const Rehearsal rehearsal = packaged_rehearsal();
  Discussion discussion{rehearsal, "A community garden"};
  discussion.play();
  const std::string words = "more about “winter”, please & nothing that needs <b>money</b>";
  for (const auto& [purpose, text] : std::vector(discussion.said)) {
    Purpose again = purpose;
    again.facts.as_object()["last_said"] = words + "\n";
    const std::string answer = rehearsal.turn(again).text;
    CAPTURE(purpose.task);
    const bool html = purpose.task == "visualize";
    CHECK(answer.find(html ? "please &amp; nothing that needs &lt;b&gt;money" : words) !=
          std::string::npos);
    CHECK(answer.find("You asked for") != std::string::npos);
    if (purpose.task.starts_with("ideate")) CHECK(find_at(fenced_json(answer), "ideas") != nullptr);
  }
  Purpose later{"ideation", "ideate_later", 2, discussion.facts({{"last_said", words}})};
  CHECK(text_at(fenced_json(rehearsal.turn(later).text).at("ideas").at(0), "description")
            .ends_with("please & nothing that needs <b>money</b>”."));
}

TEST_CASE("I-10 the report is a page of several sections that loads and runs nothing") {
  const Rehearsal rehearsal = packaged_rehearsal();
  for (const std::string& topic : varied_topics()) {
    CAPTURE(topic);
    Discussion discussion{rehearsal, topic, 2, 4};
    discussion.play();
    const std::string& page = discussion.answer("visualize");
    CHECK(page.starts_with("<!doctype html>"));
    CHECK(page.ends_with("</html>"));
    const auto count = [&](std::string_view part) {
      std::size_t found = 0;
      for (std::size_t at = page.find(part); at != std::string::npos; at = page.find(part, at + 1))
        ++found;
      return found;
    };
    CHECK(count("<section>") >= 5);
    CHECK(count("<section>") == count("</section>"));
    CHECK(count("<article") == count("</article>"));
    CHECK(count("<tr>") == count("</tr>"));
    CHECK(count("<h3>") == discussion.ideas.size() + 1);
    CHECK(count("Demo mode") >= 1);
    for (const char* outside : {"<script", "http", "url(", "<img", "<form", "onload", "<b>"})
      CHECK(count(outside) == 0);
  }
}

TEST_CASE("P-34 it says plainly that it is a rehearsal") {
  const Rehearsal rehearsal = packaged_rehearsal();
  CHECK(rehearsal.is_rehearsal());
  CHECK(rehearsal.endpoint() == "rehearsal");
  CHECK(rehearsal.context_tokens("") == 0);
  for (const std::string& topic : varied_topics()) {
    Discussion discussion{rehearsal, topic};
    CHECK(lower(discussion.ask("leader", "kickoff", 0)).find("demo mode") != std::string::npos);
  }
}

TEST_CASE("P-34 ideas of another origin, and facts of the wrong shape, are taken as they come") {
  const Rehearsal rehearsal = packaged_rehearsal();
  Discussion discussion{rehearsal, "A community garden"};
  discussion.ideas = {JsonObject{{"id", "idea-1"}, {"title", "Goats on the lawn"}},
                      JsonObject{{"id", "b"}, {"title", "Rain barrels"}, {"score", 913}},
                      JsonObject{{"title", ""}}, Json(7)};
  for (const char* task : {"critique", "answer_objections", "settle_objections", "implement",
                           "synthesis", "synthesis_last", "validate", "select", "summary"}) {
    const std::string text = discussion.ask("leader", task, 1);
    CHECK(text.size() > 80);
    CHECK(text.find("{{") == std::string::npos);
  }
  CHECK(discussion.answer("select").find("Rain barrels") != std::string::npos);
  const std::string objection = "nobody wants goats";
  CHECK(discussion.ask("ideation", "answer_objections", 1, {{"objections", {objection}}})
            .find(objection) != std::string::npos);
  for (const Json& facts : {Json(), Json("x"), Json(JsonObject{{"ideas", 3}, {"team", "all"}})})
    for (const char* task : {"kickoff", "ideate", "ideate_later", "critique", "validate", "select",
                             "synthesis_last", "visualize", "repair"})
      CHECK(rehearsal.turn({"leader", task, 1, facts}).text.size() > 20);
}

TEST_CASE("P-34 a vetoed idea is never chosen") {
  const Rehearsal rehearsal = packaged_rehearsal();
  Discussion discussion{rehearsal, "A community garden"};
  discussion.ideas = {
      JsonObject{{"id", "idea-1"}, {"title", "A"}, {"score", 900}, {"vetoed", true}},
      JsonObject{{"id", "idea-2"}, {"title", "B"}, {"score", 500}}};
  CHECK(discussion.ask("leader", "select", 0).starts_with("Choice: idea-2\n"));
}

}  // namespace
}  // namespace fm
