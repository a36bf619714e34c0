#include "people/questions/short_name.h"

#include <algorithm>

#include "people/language/topic_words.h"
#include "people/language/utterance.h"

namespace fm {
namespace {

std::vector<std::string> words_of(const Vocabulary& vocabulary, std::string_view text) {
  const Utterance read = Utterance::of(vocabulary, text);
  return topic_words(read, 0, read.phrases().size());
}

// What is told anew first: each project's questions have the words of its goal.
std::vector<std::string> telling_first(std::vector<std::string> words,
                                       const std::vector<std::string>& goal) {
  std::ranges::stable_partition(words, [&](const std::string& word) {
    return std::ranges::none_of(
        goal, [&](const std::string& known) { return same_topic_word(word, known); });
  });
  return words;
}

}  // namespace

std::vector<std::string> short_names(const Vocabulary& vocabulary,
                                     std::span<const std::string> questions,
                                     std::string_view goal) {
  const std::vector<std::string> known = words_of(vocabulary, goal);
  std::vector<std::vector<std::string>> words;
  for (const std::string& question : questions)
    words.push_back(telling_first(words_of(vocabulary, question), known));
  std::vector<std::string> names;
  for (const std::vector<std::string>& one : words) {
    std::string name = one.empty() ? std::string() : one.front();
    const bool is_shared = std::ranges::count_if(words, [&](const auto& other) {
                             return !other.empty() && other.front() == name;
                           }) > 1;
    if (is_shared && one.size() > 1) name += " " + one[1];
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace fm
