#include "team/conversation/where_question.h"

#include <algorithm>

#include "people/language/utterance.h"
#include "team/documents/work_files.h"

namespace fm {
namespace {

// The words of a clause that say something.
std::vector<Word> words_of(std::string_view clause) {
  std::vector<Word> words = split_words(clause);
  std::erase_if(words, [](const Word& word) { return word.kind != WordKind::kWord; });
  return words;
}

bool asks_where(const ConversationWords& known, std::string_view clause,
                const std::vector<std::string>& files) {
  const std::vector<Word> words = words_of(clause);
  const bool file =
      std::ranges::any_of(files, [&](const std::string& path) { return names_file(clause, path); });
  bool where = false, thing = file;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t place = known.where.at(words, at);
    const std::size_t made = known.where_things.at(words, at);
    const std::size_t asking = known.where_asks.at(words, at);
    where = where || place > 0;
    thing = thing || made > 0;
    const std::size_t step = std::max({place, made, asking});
    // A file's own name may stand in several words.
    if (step == 0 && !file) return false;
    at += std::max<std::size_t>(step, 1);
  }
  return where && thing;
}

}  // namespace

bool speaks_of_place(const ConversationWords& words, std::string_view text) {
  return words.where.in(words_of(text));
}

WhereQuestion where_question(const ConversationWords& words, const Vocabulary& vocabulary,
                             std::string_view text, const std::vector<std::string>& files) {
  WhereQuestion out;
  if (!speaks_of_place(words, text)) return out;
  const Utterance said = Utterance::of(vocabulary, text);
  for (const Clause& clause : said.clauses()) {
    if (clause.first >= clause.last) continue;
    if (asks_where(words, said.text_of(clause, text), files))
      out.asked = true;
    else if (clause.asked)
      out.asks_more = true;
  }
  return out;
}

}  // namespace fm
