#include "team/turn/turn_prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/sha256.h"
#include "base/text.h"
#include "reading/brief/brief_patch.h"
#include "team/conversation/message_reading.h"
#include "team/conversation/model_understanding.h"
#include "team/room/project_context.h"
#include "team/spending/tokens.h"
#include "team/turn/compaction.h"
#include "team/turn/prompt.h"
#include "team/turn/replaced.h"
#include "team/turn/task_prompt.h"
#include "team/turn/turn_facts.h"

namespace fm {
namespace {

// The transcript as a prompt shows it: without summaries, the newest of which stands in front.
struct Transcript {
  std::vector<Message> messages;
  std::optional<TranscriptSummary> summary;
};

// Another's answer to the same question, which whoever answers apart must not see.
bool is_anothers_answer(const Message& message, const TurnRequest& turn) {
  return turn.apart.value > 0 && message.room_seq > turn.apart && message.kind == turn.kind;
}

// A brief stands in the talk by its entries, whole where only a change of it was shown to people.
// Objections stand where they were made, so that what came before a brief's revision stays the
// same.
Message as_entries(const RoomView& view, const Message& message) {
  Message shown = message;
  const Project* project = view.projects.find(message.project);
  if (message.kind != "brief" || project == nullptr) return shown;
  for (const BriefRevision& revision : project->briefs) {
    if (revision.message != message.id) continue;
    Brief brief = *revision.brief;
    brief.objections.clear();
    shown.text = std::make_shared<const std::string>(
        fmt::format("The brief, revision {}:\n{}", revision.revision, brief_entries(brief)));
  }
  return shown;
}

// The last exchanges before a project began: it may go on with them (C-20).
std::vector<Message> said_before(const RoomView& view, const ProjectId& project) {
  constexpr std::size_t kMost = 6;
  std::vector<Message> before;
  for (const Message& message : view.messages) {
    if (message.project == project) break;
    if (message.kind == "system" || message.kind == "visualization" || message.covers.value != 0)
      continue;
    before.push_back(as_entries(view, message));
    if (before.size() > kMost) before.erase(before.begin());
  }
  return before;
}

// Of a project what was said in it and just before it: its own debate, and nobody else's (C-47).
Transcript transcript_of(const RoomView& view, const TurnRequest& turn,
                         std::optional<RoomSeq> upto) {
  const ProjectId& project = turn.project;
  Transcript transcript;
  if (!project.empty()) transcript.messages = said_before(view, project);
  RoomSeq covers;
  std::string text;
  for (const Message& message : view.messages) {
    if (upto && message.room_seq > *upto) break;
    if (!project.empty() && message.project != project) continue;
    if (is_anothers_answer(message, turn)) continue;
    if (message.covers.value != 0) {  // a summary (P-25), of a debate too (C-39)
      covers = message.covers;
      text = *message.text;
    } else if (message.kind != "visualization" &&  // a page is no part of the talk
               (message.kind != "system" || turn.prompts != "conversation")) {
      transcript.messages.push_back(as_entries(view, message));
    }
  }
  if (const Project* of = view.projects.find(project); of != nullptr)
    put_replaced_in_short(transcript.messages, *of);
  if (text.empty()) return transcript;
  TranscriptSummary summary;
  summary.text = std::move(text);
  summary.replaces = static_cast<std::size_t>(std::ranges::count_if(
      transcript.messages, [&](const Message& message) { return message.room_seq <= covers; }));
  transcript.summary = std::move(summary);
  return transcript;
}

std::string value_of(const TurnRequest& turn, const std::string& name) {
  const auto found = turn.values.find(name);
  return found == turn.values.end() ? std::string() : found->second;
}

// A message of the person and what was open when it was said (C-12).
UnderstandQuestion understand_question(const RoomView& view, const TurnRequest& turn) {
  const std::string id = value_of(turn, "message");
  const auto message = std::ranges::find(view.messages, id, &Message::id);
  if (message == view.messages.end()) return {};
  const MessageToRead read{.message = *message, .asked = decision_from(value_of(turn, "asked"))};
  return ask_understanding(context_of(view, read), *message->text);
}

// A small question that needs nothing of the talk.
TurnPrompt lone_prompt(const RoomView& view, const TurnRequest& turn, const EffectCall& call) {
  const bool understands = turn.reads == TurnReads::kUnderstanding;
  UnderstandQuestion question{value_of(turn, "system"), value_of(turn, "user")};
  if (understands) question = understand_question(view, turn);
  TurnPrompt prompt;
  ModelMessage system;
  system.role = Role::kSystem;
  system.text = std::move(question.system);
  ModelMessage user;
  user.text = std::move(question.user);
  prompt.request.messages.push_back(std::move(system));
  prompt.request.messages.push_back(std::move(user));
  if (understands) prompt.request.max_output_tokens = kUnderstandTokens;
  prompt.tokens = estimate_tokens(prompt.request.messages, family_of(turn.model));
  const auto model = parse_model_name(turn.model);
  prompt.request.model = model ? model->model : turn.model;
  prompt.request.room = call.room.value;
  prompt.request.purpose = {turn.agent, turn.task, turn.round, {}};
  return prompt;
}

// A task of a repair or of a second asking stands after the task that it is about.
Result<TaskText> task_text(const TeamSnapshot& snapshot, const TurnRequest& turn) {
  PromptValues values(turn.values.begin(), turn.values.end());
  if (turn.task_before.empty()) return snapshot.task(turn.prompts, turn.task, values);
  const TaskText before = TRY(snapshot.task(turn.prompts, turn.task_before, values));
  TaskText text = TRY(snapshot.task(turn.prompts, turn.task, values));
  text.task = before.task + "\n\n" + text.task;
  if (text.format.empty()) text.format = before.format;
  return text;
}

std::string hash_of(const std::vector<ModelMessage>& messages) {
  std::string all;
  for (const ModelMessage& message : messages)
    message.text.each([&](const SharedText::Owner&, std::string_view part) { all += part; });
  return to_base32(sha256(all), 26);
}

}  // namespace

bool is_solo(const RoomView& view, const TurnRequest& turn) {
  constexpr std::array<std::string_view, 4> kAlone = {"reply", "answer", "do_task", "adjust"};
  const std::string& task = turn.task_before.empty() ? turn.task : turn.task_before;
  if (turn.prompts != "conversation" || std::ranges::find(kAlone, task) == kAlone.end())
    return false;
  const Project* project = view.projects.find(turn.project);
  return project == nullptr || project->brief() == nullptr;
}

Result<TurnPrompt> make_turn_prompt(const TeamSnapshot& snapshot, const RoomView& view,
                                    const EffectCall& call, const TurnRequest& turn,
                                    std::string_view preamble, std::int64_t context_tokens) {
  auto profile = snapshot.profiles.find(turn.agent);
  if (profile == snapshot.profiles.end())
    return fail("agent_unknown", "There is no agent \"" + turn.agent + "\" in this discussion.",
                "The team it was begun with does not have it.", "Start a new one with --new.");
  if (turn.alone) {
    TurnPrompt prompt = lone_prompt(view, turn, call);
    prompt.hash = hash_of(prompt.request.messages);
    return prompt;
  }
  if (!turn.plan_task.empty()) {
    TurnPrompt prompt = TRY(make_task_prompt(snapshot, view, call, turn));
    prompt.hash = hash_of(prompt.request.messages);
    return prompt;
  }
  std::optional<RoomSeq> upto;
  if (auto covers = turn.values.find("covers"); covers != turn.values.end())
    upto = RoomSeq{std::stoll(covers->second)};
  const Transcript transcript = transcript_of(view, turn, upto);
  const TaskText task = TRY(task_text(snapshot, turn));

  PromptParts parts;
  parts.preamble = preamble;
  parts.transcript = transcript.messages;
  if (transcript.summary) parts.summary = &*transcript.summary;
  parts.round = turn.round;
  parts.rounds = static_cast<int>(int_at(call.flow->args, "max_rounds"));
  std::vector<IdeaNote> notes;
  for (const IdeaNote& note : view.idea_notes)
    if (!upto || note.at <= *upto) notes.push_back(note);
  const std::vector<IdeaUpdate> ideas = idea_lists(notes, transcript.messages);
  parts.ideas = ideas;
  const Project* project = view.projects.find(turn.project);
  // Questions and answers stand in the talk, unless a summary took their place.
  const Answered answered = transcript.summary ? Answered::kListed : Answered::kInTalk;
  const OpenObjections open =
      value_of(turn, "objections").empty() ? OpenObjections::kListed : OpenObjections::kInTask;
  const std::string standing =
      project != nullptr ? project_context(*project, answered, open) : std::string();
  parts.standing = standing;
  parts.agent = turn.agent;
  parts.profile = profile->second.body;
  parts.task = task.task;
  parts.format = task.format;

  TurnPrompt prompt;
  prompt.request.messages = render_prompt(parts);
  const ModelFamily family = family_of(turn.model);
  prompt.tokens = estimate_tokens(prompt.request.messages, family);
  if (turn.kind != "summary") {
    const Compaction compaction(parts, prompt.request.messages, family);
    ContextWindow window;
    window.tokens = context_tokens;
    const CompactionPlan plan = compaction.plan(window);
    prompt.too_long = plan.replace > 0;
    // Should the provider refuse it all the same, a shorter one is planned for (P-25).
    ContextWindow smaller = window;
    smaller.tokens = plan.tokens_now * 7 / 10 + window.reserved_for_output;
    const std::size_t replace = plan.replace > 0 ? plan.replace : compaction.plan(smaller).replace;
    if (replace > 0) prompt.covers = transcript.messages[replace - 1].room_seq;
  }
  const auto model = parse_model_name(turn.model);
  prompt.request.model = model ? model->model : turn.model;
  prompt.request.room = call.room.value;
  prompt.request.temperature_hundredths = profile->second.temperature_hundredths;
  prompt.request.purpose = {turn.agent, turn.task, turn.round,
                            turn_facts(snapshot, view, call, turn)};
  prompt.hash = hash_of(prompt.request.messages);
  return prompt;
}

}  // namespace fm
