#include "test/support/corpus_people.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "people/message/answer.h"
#include "people/message/intent.h"

namespace fm {
namespace {

class MessageScorer {
 public:
  MessageScorer(const Json& message, CorpusScore& score) : message_(message), score_(score) {}

  bool has(std::string_view label) const { return find_at(message_, label) != nullptr; }

  std::vector<std::string> labels(std::string_view key) const {
    std::vector<std::string> all = texts_at(message_, fmt::format("{}_alt", key));
    all.insert(all.begin(), std::string(text_at(message_, key)));
    return all;
  }

  void one_of(std::string_view kind, const std::vector<std::string>& wanted, std::string_view got) {
    note(kind, std::ranges::find(wanted, got) != wanted.end(), join(wanted, " or "), got);
  }

  // False when it was done and the label says that it must not be.
  bool yes_or_no(std::string_view kind, bool got) {
    const bool wanted = bool_at(message_, kind);
    note(kind, got == wanted, wanted ? "yes" : "no", got ? "yes" : "no");
    return wanted || !got;
  }

 private:
  void note(std::string_view kind, bool right, std::string expected, std::string_view got) {
    if (right) return score_.add_right(kind);
    score_.add_miss({std::string(kind), std::string(text_at(message_, "id")), std::move(expected),
                     std::string(got), std::string(text_at(message_, "text"))});
  }

  const Json& message_;
  CorpusScore& score_;
};

}  // namespace

void score_user_message(const Json& message, const Vocabulary& vocabulary, CorpusScore& score) {
  MessageScorer scorer(message, score);
  const std::string_view text = text_at(message, "text");
  if (scorer.has("intent")) {
    scorer.one_of("intent", scorer.labels("intent"),
                  to_string(read_intent(Utterance::of(vocabulary, text)).intent));
  }
  const Answer answer = read_answer(vocabulary, text);
  if (scorer.has("trigger") && !scorer.yes_or_no("trigger", answer.starts)) ++score.false_starts;
  if (scorer.has("cancel") && !scorer.yes_or_no("cancel", answer.cancels)) ++score.false_cancels;
  if (scorer.has("approval")) {
    const Approval said =
        answer.approval == Approval::kUnclear ? Approval::kQuestion : answer.approval;
    const std::vector<std::string> wanted = scorer.labels("approval");
    scorer.one_of("approval", wanted, to_string(said));
    const bool may_approve = std::ranges::find(wanted, "approve") != wanted.end();
    if (said == Approval::kApprove && !may_approve) ++score.false_approvals;
  }
  const std::string_view command =
      answer.command ? to_string(*answer.command) : std::string_view("none");
  if (scorer.has("command")) scorer.one_of(kCommandKind, scorer.labels("command"), command);
  if (bool_at(message, "pause")) scorer.one_of(kCommandKind, {"pause"}, command);
}

void score_user_messages(const std::filesystem::path& corpus, const Vocabulary& vocabulary,
                         CorpusScore& score) {
  const std::string bytes = corpus_bytes(corpus / "user_messages.jsonl");
  int number = 0;
  for (const std::string_view line : split_lines(bytes)) {
    ++number;
    if (trim(line).empty()) continue;
    const auto message = parse_json(trim(line));
    if (message && message->is_object() && find_at(*message, "text") != nullptr) {
      score_user_message(*message, vocabulary, score);
    } else {
      score.add_unreadable(fmt::format("user_messages.jsonl:{}", number), line, kPeopleKinds);
    }
  }
}

}  // namespace fm
