#include "rehearsal/rehearsal_topic.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "rehearsal/rehearsal_testing.h"

namespace fm {
namespace {

struct Expected {
  std::string topic;
  std::string subject;
  std::string whole;
  std::string kind;
};

TEST_CASE("P-34 a topic's subject is found in questions, wishes, titles, code and other scripts") {
  const auto text = packaged_screenplay("ideation");
  REQUIRE(text.has_value());
  const Screenplay screenplay = screenplay_of(*text);
  const Lexicon play(screenplay);
  for (const Expected& one : std::vector<Expected>{
           {"happiness", "happiness", "happiness", "general"},
           {"A community garden on the roof of our school", "community garden",
            "the community garden", "place"},
           {"How might we make remote meetings less boring?", "remote meetings", "remote meetings",
            "work"},
           {"How do I bake better bread?", "bread", "bread", "learning"},
           {"Why do cats purr?", "cats", "cats", "research"},
           {"Learn Spanish in three months", "Spanish", "Spanish", "learning"},
           {"Urban Beekeeping Workshop For Beginners", "urban beekeeping", "urban beekeeping",
            "learning"},
           {"paint a mural at the station", "station mural", "the station mural", "place"},
           {"Berlin bike lanes", "Berlin bike lanes", "Berlin bike lanes", "public"},
           {"THE FUTURE OF TRANSPORT", "transport", "transport", "public"},
           {"We run a repair café in a former fire station", "repair café", "the repair café",
            "business"},
           {"A podcast on local history", "local history podcast", "the local history podcast",
            "writing"},
           {"Reduce plastic in the oceans", "ocean plastic", "ocean plastic", "public"},
           {"back pain", "back pain", "back pain", "health"},
           {"fix the login bug", "login bug", "the login bug", "engineering"},
           {"def total_price(items): return sum(items)", "total_price", "total_price",
            "engineering"},
           {"社区图书馆如何吸引更多年轻人", "社区图书馆", "社区图书馆", "place"},
           {"🌱🚲", "🌱🚲", "🌱🚲", "place"},
           {"👨‍👩‍👧 🎂", "👨‍👩‍👧 🎂", "👨‍👩‍👧 🎂",
            "event"},
           {"what is it?", "“what is it?”", "“what is it?”", "general"},
           {"", "question", "the question", "general"}}) {
    CAPTURE(one.topic);
    const Topic topic = read_topic(one.topic, play);
    CHECK(topic.subject == one.subject);
    CHECK(topic.subject_whole == one.whole);
    CHECK((topic.kind != nullptr ? topic.kind->name : "general") == one.kind);
  }
  CHECK(read_topic("A quiet café for the tired parents", play).audience == "tired parents");
  CHECK(read_topic("A festival for people", play).audience.empty());
  CHECK(read_topic("How to bake", play).verb == "bake");
  CHECK(read_topic("How to bake", play).subject == "baking");
}

TEST_CASE("P-34 any text gives a subject that is short and whole") {
  const auto text = packaged_screenplay("ideation");
  REQUIRE(text.has_value());
  const Screenplay screenplay = screenplay_of(*text);
  const Lexicon play(screenplay);
  std::string long_word(3000, 'x');
  std::string letters;
  for (int i = 0; i < 500; ++i) letters += "字";
  for (const std::string& topic :
       {std::string("\n\n\t"), std::string("\"\"''``"), long_word, letters,
        std::string("a\xff\xfe b"), std::string("1 2 3"), std::string("the of and"),
        std::string("มาช่วยกันคิดเรื่องตลาด"), std::string("سوق الحي"),
        std::string("<script>alert(1)</script>")}) {
    CAPTURE(topic);
    const Topic read = read_topic(topic, play);
    CHECK_FALSE(read.subject.empty());
    CHECK(width(read.subject) <= 36);
    CHECK(width(read.brief) <= 90);
    CHECK(read.subject.find('\n') == std::string::npos);
    CHECK(read.subject.find('<') == std::string::npos);
  }
}

}  // namespace
}  // namespace fm
