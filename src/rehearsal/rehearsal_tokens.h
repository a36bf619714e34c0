// A topic's words, one by one, for any script (see rehearsal_topic.h). Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fm {

enum class Script { kWord, kDense, kEmoji };  // dense: written without spaces

struct TopicWord {
  std::string text;
  std::string lower;
  Script script = Script::kWord;
  bool breaks = false;  // punctuation stands before it
};

// The words of at most the first few hundred; punctuation and white space are left out.
std::vector<TopicWord> topic_words(std::string_view text);

// Cuts a dense word at those that say nothing.
std::vector<TopicWord> divided(const TopicWord& word, const std::vector<std::string>& skipped);

bool is_identifier(std::string_view word);  // fetch_users, iPhone: nobody may change its capitals
std::string singular(const std::string& word);

}  // namespace fm
