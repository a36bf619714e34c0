// How fast a person's messages are understood. The floor is folding the same text, which every
// reader of it must do.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "bench/promises/promises.h"
#include "people/language/utterance_memo.h"
#include "people/message/answer.h"
#include "people/message/intent.h"
#include "team/pack/languages.h"

namespace fm::bench {
namespace {

struct Sample {
  std::string_view name;
  std::string text;
};

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

std::vector<Sample> samples() {
  constexpr std::size_t kLarge = 64 << 10;
  return {
      {"\"yes\"", "yes"},
      {"a sentence", "Sounds good to me, but please make the header green before you go ahead."},
      {"a paragraph",
       repeated("We have about forty members, and the list is in a spreadsheet. ", 600)},
      {"Japanese", "はい、その計画でお願いします。ただし予算は三千ユーロまでにしてください。"},
      {"64 KB of prose",
       repeated("It would be nice if the map worked without a network. ", kLarge)},
      {"64 KB of \"and if\"", repeated("and if ", kLarge)},
      {"64 KB of quotation marks", repeated("«\" ' “ ", kLarge)},
      {"64 KB of one word", repeated("x", kLarge)},
  };
}

double micros(const std::function<void()>& work) {
  std::vector<double> times;
  const double until = now_us() + 100e3;
  do {
    const double began = now_us();
    work();
    times.push_back(now_us() - began);
  } while (now_us() < until);
  return median(std::move(times));
}

}  // namespace

void measure_people(Table& table, Scratch&) {
  table.heading("people's messages: answer and intent");
  const Vocabulary vocabulary = built_in_vocabulary();
  for (const Sample& sample : samples()) {
    const double read = micros([&] {
      vocabulary.memo().forget();  // as if nobody had said it before
      (void)read_answer(vocabulary, sample.text);
      (void)read_intent(Utterance::of(vocabulary, sample.text));
    });
    const double floor = micros([&] { (void)fold(sample.text); });
    constexpr double kMostMicros = 1000;
    const bool is_message = sample.text.size() < 1000;
    table.row(sample.name, fmt::format("{:.1f} us", read), fmt::format("{:.1f} us", floor),
              read / floor, is_message ? Aim::kAtMost : Aim::kNone, kMostMicros, read, "us");
  }
}

}  // namespace fm::bench
