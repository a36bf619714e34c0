#include "people/questions/open_questions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "people/questions/question_match.h"

namespace fm {
namespace {

constexpr std::size_t kMostQuestions = 32;
constexpr std::ptrdiff_t kLongPart = 7;  // spaces: more of them make a text, not a list

using Place = std::optional<std::size_t>;  // of a question

class ReplyReader {
 public:
  ReplyReader(const Vocabulary& vocabulary, std::span<const OpenQuestion> questions,
              const Utterance& said, std::string_view text)
      : questions_(questions.first(std::min(questions.size(), kMostQuestions))),
        text_(text),
        reply_(said),
        pieces_(reply_pieces(reply_, text, texts(), numbers())),
        names_(asked_for(vocabulary)),
        answers_(pieces_.size()),
        decided_(questions_.size(), false) {}

  ReplyToQuestions read(std::span<const OpenQuestion> all) {
    was_marked_ = is_marked();  // labels are no numbers
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      const Place about = pieces_[at].marked ? pieces_[at].marked : named(at);
      if (pieces_[at].may_answer() && about && !puts_off(at)) answers_[at] = about;
    }
    follow_labels();
    if (questions_.size() == 1) take_everything();
    decide();
    continue_answers();
    is_list_ = is_list_of_answers();
    return report(all);
  }

 private:
  std::vector<std::string> texts() const {
    std::vector<std::string> texts;
    for (const OpenQuestion& question : questions_) texts.push_back(question.text);
    return texts;
  }
  std::vector<int> numbers() const {
    std::vector<int> numbers;
    for (const OpenQuestion& question : questions_)
      numbers.push_back(question.number != 0 ? question.number
                                             : static_cast<int>(numbers.size()) + 1);
    return numbers;
  }
  std::vector<AskedFor> asked_for(const Vocabulary& vocabulary) const {
    std::vector<AskedFor> asked;
    for (const OpenQuestion& question : questions_)
      asked.push_back(read_asked_for(vocabulary, question.text));
    return asked;
  }

  Place named(std::size_t piece) const {
    return names_.named(reply_, pieces_[piece].first, pieces_[piece].last);
  }

  bool is_marked() const {
    return std::ranges::any_of(pieces_, [](const ReplyPiece& piece) {
      return piece.marked.has_value() && piece.may_answer();
    });
  }

  // "For the languages: Italian. For the payment: cards.", "Internet? In a barn? No."
  void follow_labels() {
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      if (!pieces_[at].label || pieces_[at].asks) continue;
      const Place about = pieces_[at].marked ? pieces_[at].marked : named(at);
      if (!about) continue;
      std::size_t next = at + 1;
      while (next < pieces_.size() && pieces_[next].label && !named(next)) ++next;
      const std::size_t sentence = next < pieces_.size() ? pieces_[next].sentence : 0;
      for (; next < pieces_.size() && pieces_[next].sentence == sentence; ++next) {
        if (pieces_[next].label) break;
        const Place other = pieces_[next].marked ? pieces_[next].marked : named(next);
        if (other && other != about) break;
        pieces_[next].marked = about;
        if (pieces_[next].may_answer()) answers_[next] = about;
      }
    }
  }

  // The only question: all that may answer does.
  void take_everything() {
    const bool stops = std::ranges::any_of(pieces_, &ReplyPiece::enough);
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      if (pieces_[at].may_answer() && !stops && (answers_[at] || !puts_off(at))) answers_[at] = 0;
    }
  }
  // "hmm, not sure yet": no word of such a sentence answers.
  bool puts_off(std::size_t piece) const {
    const auto same = [&](const ReplyPiece& other) {
      return other.no_answer && other.sentence == pieces_[piece].sentence &&
             other.marked == pieces_[piece].marked;
    };
    return std::ranges::any_of(pieces_, same);
  }

  void decide() {
    bool all = false;
    bool rest = false;
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      const ReplyPiece& piece = pieces_[at];
      if (!piece.decide || piece.asks) continue;
      if (piece.rest || rest_before(at)) {
        rest = true;
        continue;
      }
      const std::vector<std::size_t> about = decided_about(at);
      for (const std::size_t question : about) decided_[question] = true;
      all = all || about.empty();
    }
    if (!all && !rest) return;
    for (std::size_t at = 0; at < questions_.size(); ++at) {
      if (!is_answered(at) && !is_refused(at)) decided_[at] = true;
    }
  }
  bool rest_before(std::size_t piece) const {
    return piece > 0 && pieces_[piece - 1].rest &&
           pieces_[piece - 1].sentence == pieces_[piece].sentence;
  }
  // "Payment and languages are up to you.", "The look doesn't matter, you pick."
  std::vector<std::size_t> decided_about(std::size_t piece) {
    std::vector<std::size_t> about;
    if (pieces_[piece].marked) return {*pieces_[piece].marked};
    if (const Place topic = named(piece)) about.push_back(*topic);
    for (std::size_t before = piece; before > 0; --before) {
      const ReplyPiece& other = pieces_[before - 1];
      if (other.sentence != pieces_[piece].sentence || other.decide) break;
      const Place topic = other.marked ? other.marked : named(before - 1);
      const bool bare = topic && !other.number && !other.polar;
      const bool negated = other.senses.has(Sense::kNegator);
      if (!bare || (!pieces_[piece].joined && !negated)) break;
      about.push_back(*topic);
      answers_[before - 1] = std::nullopt;
    }
    return about;
  }

  bool is_answered(std::size_t question) const {
    return std::ranges::find(answers_, Place(question)) != answers_.end();
  }
  bool is_refused(std::size_t question) const {
    return std::ranges::any_of(pieces_, [&](const ReplyPiece& piece) {
      return piece.no_answer && piece.marked == Place(question);
    });
  }

  // "no, it must stay in the EU": what follows an answer in its sentence belongs to it, unless
  // another answer comes after.
  void continue_answers() {
    for (std::size_t at = 1; at < pieces_.size(); ++at) {
      if (answers_[at] || !answers_[at - 1] || !pieces_[at].may_answer()) continue;
      if (pieces_[at].sentence != pieces_[at - 1].sentence) continue;
      bool last = true;
      for (std::size_t next = at + 1; next < pieces_.size() && last; ++next) {
        if (pieces_[next].sentence != pieces_[at].sentence) break;
        last = !answers_[next] || answers_[next] == answers_[at - 1];
      }
      if (last && !named(at)) answers_[at] = answers_[at - 1];
    }
  }

  // As many short parts between semicolons as questions, or as many lines where there are three,
  // and nothing in them that is wanted: the reply answers each as a whole. Which part is whose is
  // the reader's to see.
  bool is_list_of_answers() const {
    const bool is_read =
        std::ranges::any_of(answers_, [](Place place) { return place.has_value(); }) ||
        std::ranges::find(decided_, true) != decided_.end();
    if (is_read || questions_.size() < 2) return false;
    constexpr std::size_t kLines = 3;  // two lines may be one text
    return (questions_.size() >= kLines && parts_between('\n') == questions_.size()) ||
           parts_between(';') == questions_.size();
  }
  // 0: one of them holds nothing that may answer.
  std::size_t parts_between(char mark) const {
    const std::string_view said = text_.substr(0, text_.find_last_not_of(" \r\n\t;") + 1);
    std::vector<bool> answers(static_cast<std::size_t>(std::ranges::count(said, mark)) + 1, false);
    for (const ReplyPiece& piece : pieces_) {
      const auto part =
          static_cast<std::size_t>(std::ranges::count(said.substr(0, piece.begin), mark));
      const bool wants =
          piece.senses.any({Sense::kChange, Sense::kMust, Sense::kLacking, Sense::kRedo,
                            Sense::kStop, Sense::kCancel, Sense::kPause});
      const auto spaces =
          std::ranges::count(said.substr(piece.begin, piece.end - piece.begin), ' ');
      if (piece.asks || piece.enough || piece.small_talk || wants || spaces > kLongPart) return 0;
      answers[part] = answers[part] || piece.may_answer();
    }
    return std::ranges::find(answers, false) == answers.end() ? answers.size() : 0;
  }

  std::string said(std::size_t question) const {
    if (is_list_) return std::string(trim(text_));
    std::string text;
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      if (answers_[at] != Place(question)) continue;
      std::size_t last = at;
      while (last + 1 < pieces_.size() && answers_[last + 1] == Place(question) &&
             !pieces_[last + 1].label)
        ++last;
      if (!text.empty()) text += ", ";
      text += trim(text_.substr(pieces_[at].begin, pieces_[last].end - pieces_[at].begin));
      at = last;
    }
    return text;
  }

  ReplyToQuestions report(std::span<const OpenQuestion> all) const {
    ReplyToQuestions result;
    for (std::size_t at = 0; at < all.size(); ++at) {
      if (at >= questions_.size()) {
        result.unanswered.push_back(all[at].id);
      } else if (decided_[at]) {
        result.decide_for_me.push_back(all[at].id);
      } else if (std::string text = said(at); !text.empty()) {
        result.answers.push_back({all[at].id, std::move(text)});
      } else {
        result.unanswered.push_back(all[at].id);
      }
    }
    result.enough = std::ranges::any_of(pieces_, &ReplyPiece::enough);
    result.asks_context = std::ranges::any_of(pieces_, &ReplyPiece::asks);
    result.is_marked = was_marked_;
    return result;
  }

  std::span<const OpenQuestion> questions_;
  std::string_view text_;
  const Utterance& reply_;
  std::vector<ReplyPiece> pieces_;
  QuestionNames names_;
  std::vector<Place> answers_;  // by piece
  std::vector<bool> decided_;   // by question
  bool was_marked_ = false;
  bool is_list_ = false;
};

}  // namespace

ReplyToQuestions read_reply(const Vocabulary& vocabulary, std::span<const OpenQuestion> questions,
                            const Utterance& said, std::string_view reply) {
  return ReplyReader(vocabulary, questions, said, reply).read(questions);
}

}  // namespace fm
