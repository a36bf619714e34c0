#include "rehearsal/demonstration_start.h"

#include <algorithm>

#include "rehearsal/rehearsal_topic.h"
#include "rehearsal/rehearsal_values.h"

namespace fm {

Result<StartingFiles> demonstration_start(const Screenplay& play, std::string_view name) {
  const auto found = std::ranges::find(play.demonstrations, name, &Demonstration::name);
  if (found == play.demonstrations.end() || !found->start)
    return fail("demo_unknown",
                "Nothing is built in a demonstration \"" + std::string(name) + "\".", {},
                "See them with: folkmoot demo");

  const Purpose purpose{"", "build", 1, JsonObject{{"topic", found->opening}, {"work", ""}}};
  const Topic topic = topic_of(purpose, play);
  const Dice dice(found->opening);
  const Json scope = rehearsal_values(play, topic, dice, purpose, {});
  Speaker speaker = speaker_of(play, topic, dice, purpose);
  StartingFiles start{found->start->subject, {}};
  for (const auto& [path, content] : found->start->files)
    start.files[path] = speaker.say(content, {&scope});
  return start;
}

}  // namespace fm
