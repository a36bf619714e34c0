#include "team/conversation/conversation_words.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"
#include "team/pack/documents.h"
#include "team/pack/embedded.h"

namespace fm {
namespace {

constexpr std::string_view kCode = "conversation_words_invalid";
constexpr std::string_view kFile = "default/conversation.yaml";
constexpr std::size_t kBehind = 4;  // words from what takes back to what is taken back
constexpr std::size_t kBefore = 3;  // from a word to "not needed"

bool is_vowel(char letter) { return std::string_view("aeiou").contains(letter); }

// "shop" doubles its end ("shopping"), "post" and "show" do not.
bool doubles_end(std::string_view word) {
  if (word.size() < 3 || word.size() > 4) return false;
  const char last = word.back();
  return !is_vowel(last) && !std::string_view("wxy").contains(last) &&
         is_vowel(word[word.size() - 2]) && !is_vowel(word[word.size() - 3]);
}

std::vector<std::string> simple_forms(const std::string& word) {
  std::vector<std::string> forms = {word};
  if (word.size() < 2) return forms;
  const char last = word.back();
  const std::string stem = word.substr(0, word.size() - 1);
  const bool hisses =
      std::string_view("sxz").contains(last) || word.ends_with("ch") || word.ends_with("sh");
  const bool soft_y = last == 'y' && !is_vowel(word[word.size() - 2]);
  if (soft_y) {
    forms.insert(forms.end(), {stem + "ies", stem + "ied", word + "ing"});
  } else if (last == 'e') {
    forms.insert(forms.end(), {word + "s", word + "d", stem + "ing"});
  } else {
    forms.insert(forms.end(), {word + (hisses ? "es" : "s"), word + "ed", word + "ing"});
  }
  if (doubles_end(word)) forms.insert(forms.end(), {word + last + "ed", word + last + "ing"});
  return forms;
}

bool is_plain_text(const Word& word) {
  return word.kind == WordKind::kWord || word.kind == WordKind::kNumber ||
         word.kind == WordKind::kMark;
}

std::string row_of(std::span<const Word> words) {
  std::string row;
  for (const Word& word : words) {
    if (!row.empty()) row += ' ';
    row += word.plain;
  }
  return row;
}

bool ends_clause(const Word& word) {
  if (word.kind == WordKind::kLineEnd) return true;
  if (word.kind == WordKind::kMark) return word.exact != "-" && word.exact != "'";
  return word.kind == WordKind::kWord && word.exact == "but";
}

void read_list(Fields& fields, std::string_view key, WordList& list) {
  for (const std::string& entry : fields.texts(key)) list.add_as_written(entry);
  if (list.empty())
    fields.fault(key, fmt::format("`{}` has no words.", key), "Give it a list of words.");
}

WordList read_words(Fields& fields, std::string_view key) {
  WordList list;
  for (const std::string& entry : fields.texts(key)) list.add(entry);
  if (list.empty())
    fields.fault(key, fmt::format("`{}` has no words.", key), "Give it a list of words.");
  return list;
}

void read_matters(const YamlDocument& document, Fields& top, std::vector<Matter>& matters,
                  std::vector<Error>& faults) {
  const std::string pointer = top.child("matters");
  const Json* list = nullptr;
  for (const auto& entry : top.object())
    if (entry.key() == "matters") list = &entry.value();
  if (list == nullptr || !list->is_array() || list->as_array().empty())
    return top.fault("matters", "`matters` is no list.",
                     "Write a list of {agent, words}, as in the built-in file.");
  for (std::size_t at = 0; at < list->as_array().size(); ++at) {
    Fields one(document, fmt::format("{}/{}", pointer, at), std::string(kCode), faults);
    Matter matter;
    matter.agent = one.identifier("agent");
    matter.then = one.texts("then");
    matter.words = read_words(one, "words");
    if (matter.agent.empty())
      one.fault("agent", "A matter names no agent.", "Write `agent: architect`.");
    one.refuse_unknown();
    matters.push_back(std::move(matter));
  }
}

}  // namespace

void WordList::add(std::string_view entry) {
  const std::vector<Word> words = split_phrase(entry);
  if (words.empty()) return;
  std::string before = row_of(std::span(words).first(words.size() - 1));
  if (!before.empty()) before += ' ';
  for (const std::string& form : simple_forms(words.back().plain)) entries_.insert(before + form);
  longest_ = std::max(longest_, words.size());
}

void WordList::add_as_written(std::string_view entry) {
  const std::vector<Word> words = split_phrase(entry);
  if (words.empty()) return;
  entries_.insert(row_of(words));
  longest_ = std::max(longest_, words.size());
}

std::size_t WordList::at(std::span<const Word> words, std::size_t begin) const {
  std::size_t found = 0;
  std::string row;
  for (std::size_t end = begin; end < words.size() && end - begin < longest_; ++end) {
    if (!is_plain_text(words[end])) break;
    if (end > begin) row += ' ';
    row += words[end].plain;
    if (entries_.contains(row)) found = end + 1 - begin;
  }
  return found;
}

bool WordList::in(std::span<const Word> words) const {
  for (std::size_t at_word = 0; at_word < words.size(); ++at_word)
    if (at(words, at_word) > 0) return true;
  return false;
}

Result<ConversationWords> ConversationWords::parse(std::string_view text, std::string_view path) {
  const YamlDocument document = TRY(pack_document(text, path));
  std::vector<Error> faults;
  ConversationWords words;
  Fields top(document, "", std::string(kCode), faults);
  Fields goals = top.section("goals");
  for (const auto& entry : goals.object()) {
    const std::string agent(entry.key());
    words.goals.push_back({agent, read_words(goals, agent)});
  }
  if (words.goals.empty())
    top.fault("goals", "`goals` is missing.", "Write `goals:` with words for each agent.");
  read_matters(document, top, words.matters, faults);
  read_list(top, "ruled_out", words.ruled_out);
  read_list(top, "not_meant", words.not_meant);
  read_list(top, "not_needed", words.not_needed);
  read_list(top, "takes_nothing_back", words.takes_nothing_back);
  read_list(top, "lacking", words.lacking);
  read_list(top, "proposes", words.proposes);
  words.takes_up = read_words(top, "takes_up");
  words.concedes = read_words(top, "concedes");
  words.wants_vote = read_words(top, "wants_vote");
  words.wants_ideas = read_words(top, "wants_ideas");
  words.wants_findings = read_words(top, "wants_findings");
  words.new_matter = read_words(top, "new_matter");
  words.begins_this = read_words(top, "begins_this");
  words.code_words = read_words(top, "code_words");
  words.takes_along = read_words(top, "takes_along");
  read_list(top, "where", words.where);
  words.where_things = read_words(top, "where_things");
  words.where_asks = read_words(top, "where_asks");
  top.refuse_unknown();
  if (!faults.empty()) return std::unexpected(std::move(faults.front()));
  return words;
}

Result<ConversationWords> ConversationWords::built_in() {
  for (const EmbeddedFile& file : embedded_files())
    if (file.path == kFile) return parse(file.bytes, "built-in/conversation.yaml");
  return fail(std::string(kCode), "The built-in file conversation.yaml is missing.", {},
              "Install the program again.");
}

ConversationText::ConversationText(const ConversationWords& known, std::string_view text)
    : known_(known), words_(split_words(text)) {
  std::size_t clause = 0;
  clause_.reserve(words_.size());
  for (const Word& word : words_) {
    if (ends_clause(word)) ++clause;
    clause_.push_back(clause);
  }
}

ConversationText::Taken ConversationText::taken(std::size_t begin, std::size_t end) const {
  const std::span<const Word> words(words_);
  const std::size_t clause = clause_[begin];
  for (std::size_t at = end; at < words.size() && at - end < kBefore; ++at) {
    if (clause_[at] != clause) break;
    if (known_.not_needed.at(words, at) > 0) return Taken::kRuledOut;
  }
  for (std::size_t at = begin; at-- > 0;) {
    if (clause_[at] != clause || begin - at > kBehind + 3) break;
    if (known_.takes_nothing_back.at(words, at) > 0) continue;
    const auto reaches = [&](std::size_t length) {
      return length > 0 && at + length <= begin && begin - (at + length) < kBehind;
    };
    const std::size_t out = known_.ruled_out.at(words, at);
    if (reaches(out)) {
      const bool lacks = out == 1 && at > 0 && known_.lacking.in(words.subspan(at - 1, 1));
      return lacks ? Taken::kCounts : Taken::kRuledOut;
    }
    if (reaches(known_.not_meant.at(words, at))) return Taken::kNotMeant;
  }
  return Taken::kCounts;
}

Naming ConversationText::naming(const WordList& list) const {
  Naming naming;
  for (std::size_t at = 0; at < words_.size();) {
    const std::size_t length = list.at(words_, at);
    if (length == 0) {
      ++at;
      continue;
    }
    const Taken taken_back = taken(at, at + length);
    if (taken_back == Taken::kRuledOut) naming.ruled_out = true;
    std::string said = row_of(std::span(words_).subspan(at, length));
    if (taken_back == Taken::kCounts && std::ranges::find(naming.words, said) == naming.words.end())
      naming.words.push_back(std::move(said));
    at += length;
  }
  if (!naming.words.empty()) naming.ruled_out = false;
  return naming;
}

bool names_code(const ConversationWords& known, std::string_view text) {
  static const re2::RE2 kPlain(
      R"re((^|[^\w-])(--[a-z][a-z-]+|[\w./-]*\w\.(c|cc|cpp|cs|go|h|hpp|java|js|jsx|kt|lua|php|pl|py|rb|rs|sh|sql|swift|ts|tsx|vue))\b)re");
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), kPlain) ||
         !ConversationText(known, text).naming(known.code_words).words.empty();
}

}  // namespace fm
