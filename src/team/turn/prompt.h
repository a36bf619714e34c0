// The prompt of a turn, laid out so that providers can cache it (P-24, I-7).
//
//   system  rules, topic, how we work, folder, files,
//           looking, earlier projects, team              the same bytes for every agent of a room;
//                                                        without the team for who answers alone
//   user    === discussion ===   [from -> to]: content   only ever grows at its end, but for what
//                                                        replaced.h says is replaced by newer
//           === ideas ===        in its midst, where ideas were new or changed: only those
//           === now ===          the project, round, the person's newest words
//           === you are NAME === the card
//           === your task ===    the task, its format last
//
// So two calls of one room share every byte up to the first message that is new, whoever speaks;
// a summary (P-25) moves that once, where it begins. Everything that others wrote is fenced
// (fence.h), so no text can make a header or a section of its own (P-63). Pure: equal parts give
// equal bytes. The parts are borrowed for the call.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "team/pack/preamble.h"
#include "team/room/room.h"

namespace fm {

// The team stands at its end, so that whoever answers alone and needs none shares what is before
// it.
enum class RosterShown { kYes, kNo };
// Whether it tells how the folder is looked into: where the room's requests have tools (P-60).
enum class LooksTold { kYes, kNo };
std::string render_preamble(const Preamble& preamble, RosterShown roster = RosterShown::kYes,
                            LooksTold looks = LooksTold::kNo);

// Stands for the first `replaces` messages, but for those that are kept.
struct TranscriptSummary {
  std::string text;
  std::size_t replaces = 0;
};

// The ideas that were new or changed between two messages, as lines.
struct IdeaUpdate {
  std::size_t before = 0;  // the message that comes next, by its index; the transcript's size: none
  std::string lines;
};

// Where they stand in a transcript. Whatever a summary replaces, these lists stay.
std::vector<IdeaUpdate> idea_lists(std::span<const IdeaNote> notes,
                                   std::span<const Message> transcript);

struct PromptParts {
  std::string_view preamble;  // render_preamble(), made once for a room
  std::span<const Message> transcript;
  const TranscriptSummary* summary = nullptr;
  std::span<const std::string> keep;  // ids of messages that no summary replaces; the first of the
                                      // person's is always kept
  int round = 0;                      // 0: none
  int rounds = 0;
  std::span<const IdeaUpdate> ideas;  // by `before`
  std::string_view standing;          // where the project stands; may be empty
  std::string_view agent;
  std::string_view profile;  // its body
  std::string_view task;     // TaskText
  std::string_view format;
};

// One system and one user message, for servers that want roles to alternate.
std::vector<ModelMessage> render_prompt(const PromptParts& parts);

// One message as it stands in a transcript, header and empty line included. Its text is shared.
void append_message(SharedText& out, const Message& message);

// True for the messages that no summary replaces.
bool is_kept(std::span<const Message> transcript, std::size_t index,
             std::span<const std::string> keep);

}  // namespace fm
