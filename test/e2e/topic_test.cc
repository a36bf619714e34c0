// Whatever a person gives as a topic.
#include <doctest/doctest.h>

#include "base/text.h"
#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

std::string topic_of(const Ran& ran) {
  const Events events = events_of(ran.lines());
  return std::string(text(of_kind(events, "message.posted").front(), "text"));
}

TEST_CASE("E-8 P-82 a topic without a visible character is refused, and nothing is begun") {
  const Place place;
  for (const char* topic : {"", "   ", "\t\n", "\x01\x02\x7f", "\x1b[31m\x1b[0m", "\xe2\x80\x8b"}) {
    CAPTURE(topic);
    check_told(run(place, {"ideate", topic}), 2, "There is no topic.");
    check_told_json(run(place, {"ideate", topic, "--json"}), 2, "topic_empty");
    check_told(run(place, {"ideate", "-"}, {.input = topic}), 2, "There is no topic.");
  }
  check_told(run(place, {"ideate"}), 2, "needs a topic");
  CHECK(run(place, {"room", "list", "--json"}).out.empty());
}

TEST_CASE("E-8 a topic of 64 KiB is taken, one byte more is not") {
  const Place place;
  const std::string most(65'536, 'x');
  CHECK(run(place, {"ideate", "-", "--quiet"}, {.input = most}).status == 0);
  check_told(run(place, {"ideate", "-"}, {.input = most + "x"}), 2, "65,537 bytes");
  check_told_json(run(place, {"ideate", "-", "--json"}, {.input = std::string(3'000'000, 'y')}), 2,
                  "text_too_large");
  check_told(run(place, {"ideate", most + "x"}), 2, "too long");
  CHECK(run(place, {"room", "list", "--json"}).lines().size() == 1);
}

TEST_CASE("I-14 control characters and colours are taken out of a topic, with a notice") {
  const Place place;
  const Ran ran = run(place, {"ideate",
                              "\x1b[31mred\x1b[0m \x07"
                              "bells",
                              "--json"});
  CHECK(ran.status == 0);
  CHECK(topic_of(ran) == "red bells");
  CHECK(lines_of(ran.err).size() == 1);
  CHECK(ran.err.contains("\"topic_cleaned\""));
  const Ran plain = run(place, {"ideate", "\x1b]0;title\x07green", "--new"});
  CHECK(plain.status == 0);
  CHECK(plain.out.contains("Control characters were taken out of the topic."));
  CHECK(!plain.out.contains("\x1b"));
}

TEST_CASE("I-14 emoji, other scripts and broken UTF-8 are topics too") {
  const Place place;
  for (const char* topic : {"😀😀", "道具図書館", "مكتبة الأدوات", "Ideen für Größe", "-5 degrees",
                            "a \xff\xfe broken \xc3", "\"quoted\" 'twice' $HOME `id`"}) {
    CAPTURE(topic);
    Words words{"ideate", "--json"};
    if (*topic == '-') words.emplace_back("--");
    words.emplace_back(topic);
    const Ran ran = run(place, words);
    CHECK(ran.status == 0);
    CHECK(topic_of(ran) == to_utf8(topic));
    CHECK(of_kind(events_of(ran.lines()), "idea.proposed").size() >= 3);
  }
}

TEST_CASE("I-14 a topic can come from standard input, lines and all") {
  const Place place;
  const Ran ran = run(place, {"ideate", "-", "--json"}, {.input = "first line\nsecond line\n"});
  CHECK(ran.status == 0);
  CHECK(topic_of(ran) == "first line\nsecond line");
  CHECK(run(place, {"room", "list"}).out.contains("first line"));
}

}  // namespace
}  // namespace fm::e2e
