#include <doctest/doctest.h>

#include "team/conversation/conversation_words.h"

namespace fm {
namespace {

// The first six are what people said who had a repository, and were given a text file instead.
TEST_CASE("C-20 A-1 a wish about the code of the folder is told from a wish for a text") {
  const auto known = ConversationWords::built_in();
  REQUIRE(known);
  for (const std::string text :
       {"loans should get a due date: lend BOOK PERSON [--days N], default 14",
        "please build it in my repo, with tests that you really run",
        "add a month filter and csv output to this program, with tests",
        "fix the crash on bad lines in src/hours.js and add tests",
        "change it in my repo, with tests, and run npm test",
        "hours report --month 2026-03 should only show that month",
        "why does pytest fail? please repair it", "rename load() in shelf/store.py"}) {
    CAPTURE(text);
    CHECK_MESSAGE(names_code(*known, text), text);
  }
  for (const std::string text :
       {"write a birthday poem for Jo", "summarise the meeting notes as three bullet points",
        "translate this letter into French", "a two-page report on tea prices, as csv",
        "print 40 lines of lorem ipsum",
        "an e-mail to my landlord about the heating -- politely"}) {
    CAPTURE(text);
    CHECK_FALSE(names_code(*known, text));
  }
}

}  // namespace
}  // namespace fm
