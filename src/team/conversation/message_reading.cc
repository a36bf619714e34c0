#include "team/conversation/message_reading.h"

#include <algorithm>

#include "base/json_fields.h"
#include "base/text.h"
#include "base/yaml/fields.h"
#include "people/language/topic_words.h"
#include "people/language/utterance.h"
#include "people/message/deciding_words.h"
#include "people/message/intent_judge.h"
#include "people/message/mentions.h"
#include "people/options/option_choice.h"
#include "team/conversation/relevance.h"
#include "team/conversation/reply_reading.h"
#include "team/conversation/slash_commands.h"
#include "team/conversation/where_question.h"
#include "team/documents/work_log.h"
#include "team/room/brief.h"

namespace fm {
namespace {

constexpr int kClear = 60;               // percent: an intent that is sure enough to ask about
constexpr int kByModel = 80;             // percent: an intent that a model has read in context
constexpr std::size_t kLeastTopics = 2;  // words that say what another matter is about

void read_command(std::string_view text, MessageReading& reading) {
  auto line = read_slash_line(text);
  if (!line) return;
  reading.command = std::move(line->name);
  reading.rest = std::move(line->rest);
}

void read_address(const RoutingGround& ground, std::string_view text, const Utterance& said,
                  MessageReading& reading) {
  const auto add = [&](const std::string& agent) {
    if (std::ranges::find(reading.addressed, agent) == reading.addressed.end())
      reading.addressed.push_back(agent);
  };
  const std::vector<std::string> everyone = ground.team.everyone();
  for (const std::string& name : find_mentions(said.words(), text)) {
    if (name == "all") {
      reading.to_all = true;
      for (const std::string& agent : ground.team.agents)
        if (has_voice(agent, ground.profiles)) add(agent);
    } else if (name == "team") {
      for (const std::string& agent :
           relevant_agents(ground.words, ground.team, ground.profiles, {}, text).agents)
        add(agent);
    } else if (const std::string agent = agent_called(name, ground.team, ground.profiles);
               !agent.empty() && has_voice(agent, ground.profiles)) {
      add(agent);
    } else {
      UnknownName unknown{name, {}};
      std::vector<std::string> known;
      std::ranges::copy_if(everyone, std::back_inserter(known),
                           [&](const std::string& id) { return has_voice(id, ground.profiles); });
      unknown.near = nearest_words(name, known);
      reading.unknown.push_back(std::move(unknown));
    }
  }
}

// Whether any of these topics was spoken of in the project before.
bool has_spoken_of(const RoutingGround& ground, const RoomView& view, const Project& project,
                   const Message& message, const std::vector<std::string>& about) {
  ReadingMemo fresh;
  ReadingMemo& memo = ground.memo ? *ground.memo : fresh;
  const auto shares = [&](std::string_view text) {
    const std::vector<std::string>& known = memo.topics(ground.vocabulary, text);
    return std::ranges::any_of(about, [&](const std::string& word) {
      return std::ranges::any_of(
          known, [&](const std::string& topic) { return same_topic_word(word, topic); });
    });
  };
  return shares(project.goal) || std::ranges::any_of(view.messages, [&](const Message& said) {
           return said.project == project.id && said.id != message.id &&
                  said.kind != message_kind::kSystem && shares(*said.text);
         });
}

// About something that nobody has spoken of in the project.
bool is_about_else(const RoutingGround& ground, const RoomView& view, const Project& project,
                   const Message& message, const IntentReading& intent) {
  std::vector<std::string> about = topics_of(ground.vocabulary, *message.text);
  // "build" says what is wanted, not of what.
  for (const std::string& cue : intent.words)
    for (const std::string& word : topics_of(ground.vocabulary, cue))
      std::erase_if(about, [&](const std::string& topic) { return same_topic_word(word, topic); });
  if (about.size() < kLeastTopics) return false;
  return !has_spoken_of(ground, view, project, message, about);
}

// Who would do a small task: whom its words name, else the leader.
std::string doer_of(const RoutingGround& ground, const Relevance& relevance) {
  const std::string leader = agent_called("leader", ground.team, ground.profiles);
  for (const NamedAgent& named : relevance.named)
    if (named.agent != leader) return named.agent;
  return leader.empty() && !relevance.agents.empty() ? relevance.agents.front() : leader;
}

// "The second one sounds nice" likes it; that is no order to build it.
bool only_likes(const Utterance& said, const std::vector<Act>& acts) {
  const DecidingWords words = find_deciding_words(said, acts);
  return words.praise && !words.start;
}

// A model reads the intent in context, and its word counts (C-12): all that an intent alone leads
// to is talk and questions.
void take_intent(const ModelUnderstanding* model, IntentReading& intent) {
  if (model == nullptr || !model->intent) return;
  if (*model->intent != intent.intent) {
    intent.runner_up = model->runner_up ? model->runner_up : intent.intent;
    intent.intent = *model->intent;
    intent.words.clear();
  }
  intent.confidence = std::max(intent.confidence, kByModel);
}

bool model_finds(const ModelUnderstanding* model, SpeechAct act) {
  return model != nullptr &&
         std::ranges::find(model->acts, act, &FoundAct::act) != model->acts.end();
}

// The command that a model hears, and nothing else with it: the one that its words name, else all
// of them.
std::string offered_command(const ModelUnderstanding* model) {
  const bool is_else = std::ranges::any_of(model->acts, [](const FoundAct& one) {
    return one.act != SpeechAct::kCommand && one.act != SpeechAct::kRemark;
  });
  if (!model_finds(model, SpeechAct::kCommand) || is_else) return {};
  for (const FoundAct& one : model->acts) {
    if (one.act != SpeechAct::kCommand) continue;
    for (const std::string& word : folded_words(one.words))
      if (is_room_command(word)) return word;
  }
  return "help";
}

void read_wish(const RoutingGround& ground, const RoomView& view, const MessageToRead& read,
               const Utterance& said, const std::vector<Act>& acts, MessageReading& reading) {
  const Message& message = read.message;
  const int unsure_below = read.unsure_below;
  reading.intent = read_intent(said);
  const Intent by_rules = reading.intent.intent;
  take_intent(read.model, reading.intent);
  // What the rules know for a wish is not lost to a command that a model hears.
  if (read.model != nullptr && by_rules == Intent::kChat)
    reading.offers = offered_command(read.model);
  const Relevance relevance = relevant_agents(ground.words, ground.team, ground.profiles,
                                              reading.intent.intent, *message.text);
  reading.agents = relevance.agents;
  reading.doer = doer_of(ground, relevance);
  if (reading.intent.confidence < unsure_below) {
    reading.unsure = true;
    JudgeQuestion judge = ask_judge(*message.text, reading.intent);
    reading.judge_system = std::move(judge.system);
    reading.judge_user = std::move(judge.user);
  }
  const ConversationText text(ground.words, *message.text);
  const auto names = [&](const WordList& list) { return !text.naming(list).words.empty(); };
  reading.wants_vote = names(ground.words.wants_vote);
  reading.wants_ideas = names(ground.words.wants_ideas);
  reading.wants_findings = names(ground.words.wants_findings);
  const Project* project = view.projects.current();
  if (project == nullptr) return;
  reading.builders = relevant_agents(ground.words, ground.team, ground.profiles, Intent::kBuild,
                                     project->goal + "\n" + *message.text)
                         .agents;
  const std::vector<std::string> options = options_on_offer(ground, view, *project);
  const auto option = read_named_option(said, options, *message.text);
  if (option) reading.option = options[*option];
  const bool asks = message.text->find('?') != std::string::npos;
  const bool likes = option && only_likes(said, acts);
  reading.wants_build = by_rules == Intent::kBuild || reading.starts || (option && !asks && !likes);
  // What only a model takes for an order to build is offered, like a question about it.
  const bool model_builds = read.model != nullptr && reading.intent.intent == Intent::kBuild;
  reading.asks_to_build =
      !reading.wants_build && (likes || model_builds || (asks && names(ground.words.begins_this)));
  const bool is_clear = by_rules == Intent::kBuild && reading.intent.confidence >= kClear;
  const bool is_other = read.model != nullptr
                            ? model_finds(read.model, SpeechAct::kOtherMatter)
                            : !reading.starts && is_clear &&
                                  is_about_else(ground, view, *project, message, reading.intent);
  reading.other_matter = reading.closed.empty() && reading.addressed.empty() && !reading.cancels &&
                         reading.command.empty() && (names(ground.words.new_matter) || is_other);
}

bool is_finished(const Project& project) {
  return project.phase == Phase::kIdle && project.ending == ProjectEnding::kSuccess;
}

// What the current project has to show, where it is in the work or behind it.
std::vector<PlacedFile> files_to_speak_of(const RoomView& view) {
  const Project* project = view.projects.current();
  const bool has_work =
      project != nullptr && (project->phase == Phase::kExecution ||
                             project->phase == Phase::kReview || is_finished(*project));
  return has_work ? placed_files(view, *project) : std::vector<PlacedFile>();
}

WhereQuestion where_question_of(const RoutingGround& ground, const RoomView& view,
                                const Message& message, const std::vector<PlacedFile>& files) {
  const Project* project = view.projects.current();
  // Where nothing was made, only the work that goes on just now is asked for.
  if (project == nullptr || (files.empty() && project->phase != Phase::kExecution)) return {};
  std::vector<std::string> paths;
  for (const PlacedFile& file : files) paths.push_back(file.path);
  return where_question(ground.words, ground.vocabulary, *message.text, paths);
}

// How it stands to a project that is finished and has work to show (C-20).
void read_going_on(const RoutingGround& ground, const RoomView& view, const MessageToRead& read,
                   const std::vector<PlacedFile>& files, MessageReading& reading) {
  const Project* project = view.projects.current();
  if (project == nullptr || !is_finished(*project) || files.empty()) return;
  reading.goes_on = read.model != nullptr && read.model->goes_on;
  reading.names_file = std::ranges::any_of(
      files, [&](const PlacedFile& file) { return names_file(*read.message.text, file.path); });
  const std::vector<std::string> about = topics_of(ground.vocabulary, *read.message.text);
  reading.is_about_it = reading.names_file || about.empty() ||
                        has_spoken_of(ground, view, *project, read.message, about);
}

// Where a model hears no going on with what was before and the words say themselves what is wanted:
// "build that" leans on it whatever a model says.
bool begins_anew(const RoutingGround& ground, const MessageToRead& read,
                 const MessageReading& reading) {
  return read.model != nullptr && !read.model->goes_on && reading.option.empty() &&
         reading.intent.intent == Intent::kBuild &&
         topics_of(ground.vocabulary, *read.message.text).size() >= kLeastTopics;
}

// "How far are you?", whatever courtesy stands around it.
bool asks_only_progress(const std::vector<Act>& acts, std::string_view text) {
  constexpr std::size_t kShort = 60;  // bytes: it asks of nothing in particular
  return text.size() <= kShort && text.find('@') == text.npos &&
         std::ranges::any_of(acts, [](const Act& act) { return act.kind == ActKind::kStatus; }) &&
         std::ranges::all_of(
             acts, [](const Act& act) { return act.kind == ActKind::kStatus || act.courtesy; });
}

// A command is what it says and nothing else: no answer, no wish and no yes.
void hold_to_command(MessageReading& reading) {
  if (reading.command != "enough") reading.closed.clear();
  reading.noted.clear();
  reading.does = reading.asks = Decision::kNone;
  reading.starts = reading.command == "go";
  reading.cancels = reading.command == "cancel" || reading.command == "reset";
  reading.approval = Approval::kUnclear;
  reading.act.reset();
  reading.wants_build = false;
  reading.asks_to_build = false;
  reading.option.clear();
  reading.asks_context = false;
  reading.explain.clear();
}

// What the person sees of a brief, in short.
std::string shown_of(const Project& project) {
  if (project.brief() == nullptr) return project.goal;
  return brief_markdown(*project.brief()->brief, project.brief()->origin);
}

// What a person has before them at the card of a brief.
std::string in_short(const Brief& brief) {
  std::string out = brief.title + "\nGoal: " + brief.goal;
  if (!brief.included.empty()) out += "\nIn: " + join(brief.included, "; ");
  if (!brief.excluded.empty()) out += "\nOut: " + join(brief.excluded, "; ");
  return out;
}

// How the newest summary of the work begins, without its head for programs.
std::string summary_of(const RoomView& view, const Project& project) {
  for (std::size_t at = view.messages.size(); at-- > 0;) {
    const Message& message = view.messages[at];
    if (message.project != project.id || message.kind != message_kind::kReview) continue;
    std::string_view text = *message.text;
    if (text.starts_with("---\n"))
      if (const auto end = text.find("\n---\n"); end != text.npos) text = text.substr(end + 5);
    return std::string(trim(text));
  }
  return project.brief() == nullptr ? project.goal : in_short(*project.brief()->brief);
}

// Closed questions of the phases. Their gates have more to offer; what decides is the first.
std::optional<ContextGate> gate_of(const RoomView& view, const Project* project, Decision asked) {
  const auto gate = [](Decision decision, std::string shows, std::vector<std::string> options) {
    return ContextGate{std::string(to_string(decision)), std::move(shows), std::move(options)};
  };
  if (asked != Decision::kNone) return gate(asked, {}, {"Yes", "No"});
  if (project == nullptr) return std::nullopt;
  switch (project->phase) {
    case Phase::kReady:
      if (project->brief() == nullptr)
        return gate(Decision::kStart, {}, {"Start implementation", "Continue discussion"});
      return gate(Decision::kStart, in_short(*project->brief()->brief),
                  {"Start implementation", "Change something", "Continue discussion"});
    case Phase::kApproval:
      return gate(Decision::kApprove, shown_of(*project),
                  {"Approve", "Change something", "Cancel"});
    case Phase::kReview:
      return gate(Decision::kAccept, summary_of(view, *project),
                  {"Accept", "Adjust one thing", "Back to discussion"});
    default:
      return std::nullopt;
  }
}

// Where what the gate shows was shown: what agents said after it may ask for something else.
RoomSeq shown_at(const Project& project) {
  if (project.phase == Phase::kApproval && project.brief() != nullptr)
    return project.brief()->room_seq;
  return project.steps.empty() ? RoomSeq{} : project.steps.back().room_seq;
}

}  // namespace

UnderstandingContext context_of(const RoomView& view, const MessageToRead& read) {
  constexpr std::size_t kMostLines = 6;
  UnderstandingContext context;
  const Project* project = view.projects.current();
  context.gate = gate_of(view, project, read.asked);
  const auto tell = [&](std::vector<std::string>& lines, RoomSeq since, const auto& is_told) {
    for (std::size_t at = view.messages.size(); at-- > 0 && lines.size() < kMostLines;) {
      const Message& said = view.messages[at];
      if (said.room_seq <= since) break;
      if (said.room_seq >= read.message.room_seq || said.kind == message_kind::kSystem ||
          !is_told(said))
        continue;
      const bool person = said.kind == message_kind::kPerson;
      lines.push_back((person ? std::string("person") : said.from) + ": " + *said.text);
    }
    std::ranges::reverse(lines);
  };
  // Where nothing is under way a message may go on with any talk of the room.
  if (project == nullptr || !is_active(project->phase)) {
    tell(context.last, {}, [](const Message&) { return true; });
    context.talk = context.last;
    if (project == nullptr) return context;
  }
  context.phase = project->phase;
  context.project = project->goal;
  const RoomSeq shown = context.gate ? shown_at(*project) : RoomSeq{};
  const auto awaited = project->awaited_questions();
  const RoomSeq began = project->steps.empty() ? RoomSeq{} : project->steps.back().room_seq;
  // Those of an earlier phase are unknowns of the brief by now.
  for (const ProjectQuestion* question : project->open_questions())
    if (question->asked_seq >= shown &&
        (question->asked_seq > began || std::ranges::find(awaited, question) != awaited.end()))
      context.questions.push_back(
          {question->id, question->agent, question->text, project->number_of(*question)});
  // An answer that was given, or put right, since it was shown is not in it (C-37).
  if (project->phase == Phase::kDiscovery)
    for (const ProjectQuestion& question : project->questions)
      if (question.end && question.iteration == project->iteration)
        context.settled.push_back(
            {question.id, question.agent, question.text, project->number_of(question)});
  context.draft_unchanged =
      std::ranges::none_of(project->questions, [&](const ProjectQuestion& question) {
        return context.gate && read.asked == Decision::kNone &&
               question.end == QuestionEnd::kAnswered && question.ended_seq > shown;
      });
  const auto is_of_talk = [&](const Message& said) {
    return said.project == project->id && said.kind != message_kind::kBrief &&
           said.kind != message_kind::kReview;
  };
  if (is_active(project->phase)) tell(context.last, shown, is_of_talk);
  // A model is shown what was said before the card too: words at it may lean on that.
  if (is_active(project->phase)) tell(context.talk, {}, is_of_talk);
  return context;
}

bool is_for_model(const RoutingGround& ground, const RoomView& view, const MessageToRead& read) {
  const UnderstandingContext context = context_of(view, read);
  const Understanding by_rules = understand(ground.vocabulary, context, *read.message.text);
  WhereQuestion where;
  if (speaks_of_place(ground.words, *read.message.text))
    where = where_question_of(ground, view, read.message, files_to_speak_of(view));
  if (where.asked && !where.asks_more && by_rules.act == SpeechAct::kQuestion) return false;
  if (context.phase == Phase::kExecution) {
    const std::vector<Act> acts = read_acts(Utterance::of(ground.vocabulary, *read.message.text));
    const Answer answer = read_answer(acts, *read.message.text);
    if (answer.command == Command::kPause || asks_only_progress(acts, *read.message.text))
      return false;
  }
  return is_for_model(by_rules, context);
}

MessageReading read_message(const RoutingGround& ground, const RoomView& view,
                            const MessageToRead& read) {
  const Message& message = read.message;
  MessageReading reading;
  read_command(*message.text, reading);
  const Utterance said = Utterance::of(ground.vocabulary, *message.text);
  const std::vector<Act> acts = read_acts(said);
  const Answer answer = read_answer(acts, *message.text);
  reading.starts = answer.starts;
  reading.cancels = answer.cancels;
  reading.approval = answer.approval;
  reading.act = answer.command;
  reading.words = answer.words;
  const Understanding understanding =
      understand(ground.vocabulary, context_of(view, read), *message.text, read.model);
  reading.understood = true;
  reading.does = understanding.does;
  reading.asks = understanding.asks;
  reading.speech = understanding.act;
  reading.by_model = understanding.by_model;
  reading.has_question = understanding.has(SpeechAct::kQuestion);
  reading.is_plain_no = understanding.is_closed && understanding.act == SpeechAct::kReject;
  read_address(ground, *message.text, said, reading);
  const Project* project = view.projects.current();
  if (project != nullptr && is_active(project->phase))
    read_replies(ground, view, *project, message, understanding, reading);
  for (const GivenAnswer& changed : understanding.changed)  // a second thought (C-31)
    reading.closed.push_back({changed.id, QuestionEnd::kAnswered, changed.text});
  if (!reading.addressed.empty()) reading.asks_context = false;
  if (reading.command == "enough" && project != nullptr) {
    reading.enough = true;
    for (const ProjectQuestion* question : project->awaited_questions())
      reading.closed.push_back({question->id, QuestionEnd::kDropped, *message.text});
  }
  read_wish(ground, view, read, said, acts, reading);
  std::vector<PlacedFile> files;  // they take a look at all of the work
  if (speaks_of_place(ground.words, *message.text) || (project != nullptr && is_finished(*project)))
    files = files_to_speak_of(view);
  const WhereQuestion where = where_question_of(ground, view, message, files);
  reading.asks_where = where.asked && reading.command.empty();
  reading.asks_more = where.asks_more;
  read_going_on(ground, view, read, files, reading);
  reading.begins_anew = begins_anew(ground, read, reading);
  reading.asks_progress = asks_only_progress(acts, *message.text);
  reading.changes_code = names_code(ground.words, *message.text);
  reading.takes_along =
      project != nullptr && !project->work.tasks.empty() &&
      !ConversationText(ground.words, *message.text).naming(ground.words.takes_along).words.empty();
  if (!reading.command.empty()) hold_to_command(reading);
  reading.is_note = project != nullptr && is_note(*project, reading);
  return reading;
}

template <>
inline constexpr auto kJsonFields<IntentReading> = json_fields<IntentReading>(
    always("intent", &IntentReading::intent, intent_from),
    always("confidence", &IntentReading::confidence),
    if_unusual("runner_up", &IntentReading::runner_up, intent_from),
    always("interests", &IntentReading::interests),
    if_unusual("combined", &IntentReading::combined), always("people", &IntentReading::people),
    always("words", &IntentReading::words));

template <>
inline constexpr auto kJsonFields<UnknownName> = json_fields<UnknownName>(
    always("name", &UnknownName::name), always("near", &UnknownName::near));

template <>
inline constexpr auto kJsonFields<ClosedQuestion> = json_fields<ClosedQuestion>(
    always("question", &ClosedQuestion::id), always("how", &ClosedQuestion::end, question_end_from),
    always("text", &ClosedQuestion::text));

namespace {

constexpr auto kApprovalFrom = one_of<Approval::kApprove, Approval::kReject, Approval::kFeedback,
                                      Approval::kQuestion, Approval::kUnclear>;
constexpr auto kDecisionFrom = one_of<Decision::kNone, Decision::kApprove, Decision::kStart,
                                      Decision::kAccept, Decision::kCancel>;
constexpr auto kCommandFrom = one_of<Command::kPause, Command::kResume, Command::kStatus,
                                     Command::kRedo, Command::kEnough, Command::kDecide>;

}  // namespace

template <>
inline constexpr auto kJsonFields<MessageReading> = json_fields<MessageReading>(
    if_unusual("command", &MessageReading::command), if_unusual("rest", &MessageReading::rest),
    if_unusual("starts", &MessageReading::starts), if_unusual("cancels", &MessageReading::cancels),
    always("approval", &MessageReading::approval, kApprovalFrom),
    if_unusual("act", &MessageReading::act, kCommandFrom),
    if_unusual("words", &MessageReading::words),
    if_unusual("understood", &MessageReading::understood),
    if_unusual("does", &MessageReading::does, kDecisionFrom),
    if_unusual("asks", &MessageReading::asks, kDecisionFrom),
    if_unusual("speech", &MessageReading::speech, speech_act_from),
    if_unusual("is_plain_no", &MessageReading::is_plain_no),
    if_unusual("by_model", &MessageReading::by_model),
    if_unusual("offers", &MessageReading::offers), always("intent", &MessageReading::intent),
    if_unusual("agents", &MessageReading::agents),
    if_unusual("builders", &MessageReading::builders), if_unusual("doer", &MessageReading::doer),
    if_unusual("unsure", &MessageReading::unsure),
    if_unusual("judge_system", &MessageReading::judge_system),
    if_unusual("judge_user", &MessageReading::judge_user),
    if_unusual("addressed", &MessageReading::addressed),
    if_unusual("to_all", &MessageReading::to_all), if_unusual("unknown", &MessageReading::unknown),
    if_unusual("closed", &MessageReading::closed), if_unusual("enough", &MessageReading::enough),
    if_unusual("asks_context", &MessageReading::asks_context),
    if_unusual("explain", &MessageReading::explain),
    if_unusual("has_question", &MessageReading::has_question),
    if_unusual("is_note", &MessageReading::is_note), if_unusual("noted", &MessageReading::noted),
    if_unusual("option", &MessageReading::option),
    if_unusual("wants_build", &MessageReading::wants_build),
    if_unusual("asks_to_build", &MessageReading::asks_to_build),
    if_unusual("wants_ideas", &MessageReading::wants_ideas),
    if_unusual("wants_findings", &MessageReading::wants_findings),
    if_unusual("wants_vote", &MessageReading::wants_vote),
    if_unusual("other_matter", &MessageReading::other_matter),
    if_unusual("asks_where", &MessageReading::asks_where),
    if_unusual("asks_more", &MessageReading::asks_more),
    if_unusual("goes_on", &MessageReading::goes_on),
    if_unusual("names_file", &MessageReading::names_file),
    if_unusual("is_about_it", &MessageReading::is_about_it),
    if_unusual("begins_anew", &MessageReading::begins_anew),
    if_unusual("asks_progress", &MessageReading::asks_progress),
    if_unusual("changes_code", &MessageReading::changes_code),
    if_unusual("takes_along", &MessageReading::takes_along));

JsonObject to_json(const MessageReading& reading) { return fields_to_json(reading); }

MessageReading message_reading(const Json& value) {
  return fields_from_json<MessageReading>(value);
}

}  // namespace fm
