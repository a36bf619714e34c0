#include "rehearsal/rehearsal_topic.h"

#include <string_view>
#include <vector>

#include "rehearsal/rehearsal_conversation.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

constexpr std::size_t kBriefColumns = 90;
constexpr std::size_t kSubjectColumns = 38;

const Demonstration* demonstration_of(const Purpose& purpose, const Screenplay& play) {
  const Demonstration* wished = play.demonstration_for(text_at(purpose.facts, "topic"));
  const bool goes_on = purpose.task == "answer" || purpose.task == "reply";
  if (wished != nullptr || !goes_on) return wished;
  const Demonstration* before = play.demonstration_for(text_at(purpose.facts, "before"));
  const std::vector<std::string> said{std::string(text_at(purpose.facts, "said"))};
  const bool takes_up =
      before != nullptr && !before->heard(said, play.word_list("turns_away")).empty();
  return takes_up ? before : nullptr;
}

}  // namespace

Topic topic_of(const Purpose& purpose, const Screenplay& play) {
  const std::string_view text = text_at(purpose.facts, "topic");
  Topic topic;
  topic.brief = shown_line(text, kBriefColumns);
  topic.subject = topic.brief.empty() ? "this" : "“" + shown_line(text, kSubjectColumns) + "”";
  if (is_conversation(purpose.facts)) topic.demonstration = demonstration_of(purpose, play);
  return topic;
}

const TemplateLists* Topic::own_lists() const {
  return demonstration != nullptr ? &demonstration->lists : nullptr;
}

}  // namespace fm
