// ConversationReader: reads for a flow what needs the words by which people are understood (C-12,
// C-31 to C-36): a person's message, the questions of a wave, where a debate stands, whether a
// decision to route may be followed.
//
// The performer of the effect "read". Pure: it looks at the room up to the effect's cursor and at
// nothing else; what it says is journaled, so that other words in a later version change no course
// that was taken. On the loop; owned by the app, outlives the engine. The request's `what`:
//
//   message  {message, unsure, asked?, model?} -> MessageReading (message_reading.h); `model` is
//                                   how a model has read it (model_understanding.h)
//   for-model {message, asked?}  -> whether a model is to read it
//   wave     {messages: [id]}    -> {asked: [{agent, text, type, message}], dropped: [{agent, text,
//                                   reason, of}]}
//   round    {questions: [{agent, text}]} -> the same without messages: what is new of them
//   doubts   {brief}             -> [{text, entry}]: where it contradicts the person
//   stand    {}                  -> ConversationStatus
//   route    {agent, model, reasoning} -> the same, or {fault} in words for the model
//   instead  {refused}           -> {agent, reasoning}
//   brief    {leader}            -> the brief that the log alone gives (C-41)
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/flow/effect.h"
#include "people/language/vocabulary.h"
#include "team/conversation/agreement.h"
#include "team/conversation/conversation_words.h"
#include "team/conversation/question_round.h"
#include "team/conversation/reading_memo.h"
#include "team/pack/team_snapshot.h"
#include "team/room/room.h"

namespace fm {

// Where the talk of a project stands.
struct ConversationStatus {
  std::vector<std::string> askers;  // of the next wave; empty: none is due
  int wave = 0;                     // the newest
  int questions_left = 0;           // of the team
  std::string complete;             // why nothing more is asked; empty: it goes on
  std::string complete_words;
  bool must_wait = false;  // for the person
  int turns = 0;           // of agents since the person spoke

  std::string approach;  // empty: none is on the table
  std::string approach_from;
  bool chosen = false;
  bool agreed = false;
  bool reached = false;
  std::string missing;
  std::vector<Objection> objections;

  std::string route;  // by rules: an agent, WAIT_FOR_USER or CONSENSUS_REACHED
  bool route_is_sure = false;
  std::string reasoning;

  std::vector<const Objection*> open_objections() const;
};
ConversationStatus conversation_status(const Json& value);

inline constexpr std::string_view kWaitForUser = "WAIT_FOR_USER";
inline constexpr std::string_view kConsensusReached = "CONSENSUS_REACHED";

class ConversationReader final : public Performer {
 public:
  using TeamSnapshotOf =
      std::function<Result<std::shared_ptr<const TeamSnapshot>>(const FlowStart&)>;
  // Asked at the first reading; may take a moment.
  using Words = std::function<Task<Result<std::shared_ptr<const Vocabulary>>>()>;

  ConversationReader(TeamSnapshotOf team_snapshot_of, Words words);

  EffectClass effect_class() const override { return EffectClass::kPure; }
  std::vector<NewEvent> announce(const EffectCall& call) override;
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  Task<Performed> read_with_words(EffectCall call);
  Performed perform(const EffectCall& call, const RoomView& view);
  Result<Json> read(const EffectCall& call, const RoomView& view);

  TeamSnapshotOf team_snapshot_of_;
  Words words_;
  std::shared_ptr<const Vocabulary> vocabulary_;
  std::optional<ConversationWords> conversation_words_;
  ReadingMemo memo_;  // of these words
};

}  // namespace fm
