#include "rehearsal/rehearsal_topic.h"

#include "rehearsal/rehearsal_conversation.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

constexpr std::size_t kBriefColumns = 90;
constexpr std::size_t kLabelColumns = 38;

const Demonstration* demonstration_of(const Purpose& purpose, const Screenplay& play) {
  const std::string topic(text_at(purpose.facts, "topic"));
  const Demonstration* wished = play.demonstration_for(topic);
  if (wished != nullptr) return wished;
  const Demonstration* before = play.demonstration_for(text_at(purpose.facts, "before"));
  const bool goes_on = before != nullptr && before->advises &&
                       !before->heard({topic}, play.word_list("turns_away")).empty();
  return goes_on ? before : nullptr;
}

}  // namespace

Topic topic_of(const Purpose& purpose, const Screenplay& play) {
  const std::string_view text = text_at(purpose.facts, "topic");
  Topic topic;
  topic.brief = shown_line(text, kBriefColumns);
  topic.label = topic.brief.empty() ? "This" : shown_line(text, kLabelColumns);
  topic.subject = topic.brief.empty() ? "this" : "“" + topic.label + "”";
  if (is_conversation(purpose.facts)) topic.demonstration = demonstration_of(purpose, play);
  return topic;
}

const TemplateLists* Topic::own_lists() const {
  return demonstration != nullptr ? &demonstration->lists : nullptr;
}

}  // namespace fm
