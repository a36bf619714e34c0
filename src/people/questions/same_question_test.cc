#include "people/questions/same_question.h"

#include <doctest/doctest.h>

#include <string_view>

#include "people/language/testing.h"

namespace fm {
namespace {

bool same(std::string_view one, std::string_view other) {
  return same_question(QuestionMeaning::of(test_vocabulary(), one),
                       QuestionMeaning::of(test_vocabulary(), other));
}
bool answered(std::string_view question, std::string_view text) {
  return is_answered_in(test_vocabulary(), QuestionMeaning::of(test_vocabulary(), question), text);
}

TEST_CASE("two questions of the same meaning are one") {
  struct Pair {
    std::string_view one;
    std::string_view other;
  };
  for (const Pair& pair : {Pair{"What is your budget?", "Do you have a budget in mind?"},
                           {"What is the budget?", "How much can you spend?"},
                           {"By when do you need it?", "What is the deadline?"},
                           {"Who are the users of the app?", "Who will be its users?"},
                           {"Which platforms should it support?", "What platform do you prefer?"},
                           {"Do visitors need an account?", "Should visitors have accounts?"},
                           {"What colours do you like?", "Which color do you prefer?"},
                           {"How many guests do you expect?", "Roughly how many guests?"}}) {
    CHECK_MESSAGE(same(pair.one, pair.other), pair.one, " / ", pair.other);
    CHECK_MESSAGE(same(pair.other, pair.one), pair.other, " / ", pair.one);
  }
}

TEST_CASE("questions about different things stay apart") {
  struct Pair {
    std::string_view one;
    std::string_view other;
  };
  for (const Pair& pair : {Pair{"What is your budget?", "What do the tickets cost?"},
                           {"Which colours do you like?", "Which fonts do you like?"},
                           {"Who are the users?", "How many users are there?"},
                           {"Where will it be hosted?", "Why should it be hosted?"},
                           {"Who writes the texts?", "Where do the texts stand?"},
                           {"What goes into phase 1?", "What goes into phase 2?"},
                           {"What should guests see?", "What should guests not see?"},
                           {"Do you sell wine?", "Do you sell bread?"},
                           {"", ""},
                           {"Really?", "Really?"}}) {
    CHECK_FALSE_MESSAGE(same(pair.one, pair.other), pair.one, " / ", pair.other);
  }
}

TEST_CASE("what a text states is answered") {
  CHECK(answered("What is your budget?", "Our budget is 500 euros."));
  CHECK(answered("Which database do you use?", "The database is PostgreSQL."));
  CHECK(answered("Which database do you use?", "We run PostgreSQL as our main database."));
  CHECK(answered("Which database do you use?", "# Stack\n\n- Database: PostgreSQL\n"));
  CHECK(answered("Should it work offline?", "It must work offline."));
  CHECK(answered("How many members does the club have?", "The club has 120 members."));
  CHECK(answered("When is the deadline?", "The deadline is in June."));
  CHECK(answered("How should members log in?", "Members log in with their Google account."));
}

TEST_CASE("what a text only mentions, asks or leaves open is not answered") {
  CHECK_FALSE(answered("What is your budget?", "A budget planner for families."));
  CHECK_FALSE(answered("What is your budget?", "What is your budget? 500 euros?"));
  CHECK_FALSE(answered("What is your budget?", "We sold 500 tickets."));
  CHECK_FALSE(answered("Which database do you use?", "The database is still undecided."));
  CHECK_FALSE(answered("Which database do you use?", "Database: TBD"));
  CHECK_FALSE(answered("Which database do you use?", "Back up the database every night."));
  CHECK_FALSE(answered("Who are the users?", "Users can log in."));
  CHECK_FALSE(answered("How many members does the club have?", "The club has members."));
  CHECK_FALSE(answered("When is the deadline?", "We have no deadline."));
  CHECK_FALSE(answered("When is the deadline?", ""));
  CHECK_FALSE(answered("", "Anything."));
}

}  // namespace
}  // namespace fm
