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
constexpr double kEnoughFit = 1.2;  // a yes, or a word that no other question has
constexpr double kClearlyBetter = 0.4;

using Place = std::optional<std::size_t>;  // of a question

class ReplyReader {
 public:
  ReplyReader(const Vocabulary& vocabulary, std::span<const OpenQuestion> questions,
              const Utterance& said, std::string_view text)
      : questions_(questions.first(std::min(questions.size(), kMostQuestions))),
        text_(text),
        reply_(said),
        pieces_(reply_pieces(reply_, text, texts(), numbers())),
        match_(asked_for(vocabulary)),
        answers_(pieces_.size()),
        decided_(questions_.size(), false) {
    for (const ReplyPiece& piece : pieces_) fits_.push_back(match_.fits(reply_, piece));
  }

  ReplyToQuestions read(std::span<const OpenQuestion> all) {
    was_marked_ = is_marked();  // labels are no numbers
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      if (!pieces_[at].may_answer()) continue;
      answers_[at] = best(at);
      if (pieces_[at].marked)
        answers_[at] = answers_[at] || !puts_off(at) ? pieces_[at].marked : std::nullopt;
    }
    follow_labels();
    if (questions_.size() == 1) take_everything();
    if (!is_marked()) {
      if (!align(by_line(), true) && !align(by_part(), true) && !align(by_sentence(), false) &&
          is_list())
        align(by_piece(), false);
    }
    decide();
    continue_answers();
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

  Place best(std::size_t piece) const {
    Place first;
    double most = 0;
    double next = 0;
    for (std::size_t at = 0; at < questions_.size(); ++at) {
      const double fit = fits_[piece][at].sum();
      if (fit > most) {
        next = std::exchange(most, fit);
        first = at;
      } else {
        next = std::max(next, fit);
      }
    }
    if (most < kEnoughFit || most - next < kClearlyBetter) return std::nullopt;
    return first;
  }
  Place best_topic(std::size_t piece) const {
    Place first;
    double most = 0;
    bool tie = false;
    for (std::size_t at = 0; at < questions_.size(); ++at) {
      const double fit = fits_[piece][at].topic;
      tie = fit > most ? false : tie || (fit > 0 && fit == most);
      if (fit > most) first = at;
      most = std::max(most, fit);
    }
    return most >= 1 && !tie ? first : std::nullopt;
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
      const Place about = pieces_[at].marked ? pieces_[at].marked : best_topic(at);
      if (!about) continue;
      std::size_t next = at + 1;
      while (next < pieces_.size() && pieces_[next].label && !best_topic(next)) ++next;
      const std::size_t sentence = next < pieces_.size() ? pieces_[next].sentence : 0;
      for (; next < pieces_.size() && pieces_[next].sentence == sentence; ++next) {
        if (pieces_[next].label) break;
        const Place other = pieces_[next].marked ? pieces_[next].marked : best_topic(next);
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

  // Pieces that stand together as one answer; none that may not answer.
  using Units = std::vector<std::vector<std::size_t>>;

  template <typename Same>
  Units grouped(Same same) const {
    Units units;
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      if (!holds_place(pieces_[at])) continue;
      if (units.empty() || !same(units.back().back(), at)) units.emplace_back();
      units.back().push_back(at);
    }
    return units;
  }
  // "40, you decide, no": the middle one stands for its question too.
  static bool holds_place(const ReplyPiece& piece) {
    return piece.may_answer() ||
           ((piece.decide || piece.no_answer) && !piece.rest && !piece.asks && !piece.small_talk);
  }

  Units by_line() const {
    return grouped([this](std::size_t one, std::size_t other) {
      return pieces_[one].line == pieces_[other].line;
    });
  }
  // Between semicolons.
  Units by_part() const {
    const auto part = [this](std::size_t piece) {
      return std::ranges::count(text_.substr(0, pieces_[piece].begin), ';');
    };
    return grouped([part](std::size_t one, std::size_t other) { return part(one) == part(other); });
  }
  Units by_sentence() const {
    return grouped([this](std::size_t one, std::size_t other) {
      return pieces_[one].sentence == pieces_[other].sentence;
    });
  }
  Units by_piece() const {
    return grouped([this](std::size_t one, std::size_t other) {
      if (pieces_[one].sentence != pieces_[other].sentence) return false;
      if (answers_[one] && answers_[one] == answers_[other]) return true;
      return pieces_[other].joined && !answers_[other] && pieces_[other].may_answer();
    });
  }

  // The parts of a list are short: "I am afraid that there are none, unless the old ones count" is
  // one answer.
  bool is_list() const {
    constexpr std::ptrdiff_t kShort = 7;  // spaces
    return std::ranges::all_of(pieces_, [&](const ReplyPiece& piece) {
      return std::ranges::count(text_.substr(piece.begin, piece.end - piece.begin), ' ') <= kShort;
    });
  }

  // As many parts as questions, in the same order, and nothing says otherwise: the reply as a whole
  // answers each of them. Which part is whose is the reader's to see.
  bool align(const Units& units, bool lines) {
    if (units.size() != questions_.size() || units.size() < 2) return false;
    bool confirmed = lines;
    for (std::size_t at = 0; at < units.size(); ++at) {
      bool fits_kind = false;
      bool number = false;
      for (const std::size_t piece : units[at]) {
        if (answers_[piece] && *answers_[piece] != at) return false;
        const Place about = best_topic(piece);
        if (about && *about != at && fits_[piece][*about].topic > fits_[piece][at].topic + 1)
          return false;
        fits_kind = fits_kind || fits_[piece][at].sum() >= kEnoughFit;
        number = number || pieces_[piece].number || !pieces_[piece].may_answer();
      }
      if ((match_.question(at).number || match_.question(at).money) && !number && !fits_kind)
        return false;
      confirmed = confirmed || fits_kind;
    }
    if (!confirmed) return false;
    for (std::size_t at = 0; at < units.size(); ++at) {
      for (const std::size_t piece : units[at]) {
        pieces_[piece].marked = at;
        if (pieces_[piece].may_answer()) answers_[piece] = at;
      }
    }
    is_whole_ = true;
    return true;
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
    if (const Place topic = best_topic(piece)) about.push_back(*topic);
    for (std::size_t before = piece; before > 0; --before) {
      const ReplyPiece& other = pieces_[before - 1];
      if (other.sentence != pieces_[piece].sentence || other.decide) break;
      const Place topic = other.marked ? other.marked : best_topic(before - 1);
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
      if (last && !best_topic(at)) answers_[at] = answers_[at - 1];
    }
  }

  std::string said(std::size_t question) const {
    if (is_whole_) return is_answered(question) ? std::string(trim(text_)) : std::string();
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
  QuestionMatch match_;
  std::vector<std::vector<Fit>> fits_;  // by piece and question
  std::vector<Place> answers_;          // by piece
  std::vector<bool> decided_;           // by question
  bool was_marked_ = false;
  bool is_whole_ = false;
};

}  // namespace

ReplyToQuestions read_reply(const Vocabulary& vocabulary, std::span<const OpenQuestion> questions,
                            const Utterance& said, std::string_view reply) {
  return ReplyReader(vocabulary, questions, said, reply).read(questions);
}

}  // namespace fm
