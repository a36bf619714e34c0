#include "team/conversation/where_question.h"

#include <doctest/doctest.h>

#include "test/support/understanding_testing.h"

namespace fm {
namespace {

std::string asked(std::string_view text) {
  const auto words = ConversationWords::built_in();
  REQUIRE(words.has_value());
  const WhereQuestion found =
      where_question(*words, test_vocabulary(), text, {"/f/files/tips.py", "/f/files/how-to.md"});
  if (!found.asked) return "no";
  return found.asks_more ? "where and more" : "where";
}

TEST_CASE("C-44 where the work lies is asked in many words") {
  for (const std::string_view text :
       {"where are the files?", "where did you put the files? i cant see anything on my desktop",
        "where was that file again?", "Where is it?", "ok so where exactly are the files now",
        "where can i find tips.py", "where's the how-to", "wo liegen die Dateien?", "wo ist das?",
        "où sont les fichiers ?", "dónde están los archivos?",
        "no answer = DOWN not unknown, thats nonsense. and red pls. where are the files now?"}) {
    CAPTURE(text);
    CHECK(asked(text) == "where");
  }
  CHECK(asked("ok where exactly are the files, and what do i copy to srv2") == "where and more");
  CHECK(asked("where are the files, and how do i start it?") == "where and more");
}

TEST_CASE("C-44 another question of place is no question for the files") {
  for (const std::string_view text :
       {"where does cron write the log file?", "where should the button go?",
        "the page where people book is too slow", "where do people live who book?",
        "what does it cost?", "put the files where they belong to", "where is the nearest shop?"}) {
    CAPTURE(text);
    CHECK(asked(text) == "no");
  }
}

}  // namespace
}  // namespace fm
