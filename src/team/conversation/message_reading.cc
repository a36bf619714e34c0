#include "team/conversation/message_reading.h"

#include <algorithm>

#include "base/json_fields.h"
#include "base/text.h"
#include "base/yaml/fields.h"
#include "people/language/topic_words.h"
#include "people/language/utterance.h"
#include "people/message/intent_judge.h"
#include "people/message/mentions.h"
#include "people/options/option_choice.h"
#include "team/conversation/relevance.h"
#include "team/conversation/slash_commands.h"

namespace fm {
namespace {

constexpr int kClear = 60;               // percent: an intent that is sure enough to ask about
constexpr std::size_t kLeastTopics = 2;  // words that say what another matter is about

void read_command(std::string_view text, MessageReading& reading) {
  auto line = read_slash_line(text);
  if (!line) return;
  reading.command = std::move(line->name);
  reading.rest = std::move(line->rest);
}

void read_address(const RoutingGround& ground, std::string_view text, MessageReading& reading) {
  const auto add = [&](const std::string& agent) {
    if (std::ranges::find(reading.addressed, agent) == reading.addressed.end())
      reading.addressed.push_back(agent);
  };
  const std::vector<std::string> everyone = ground.team.everyone();
  for (const std::string& name : find_mentions(text)) {
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

std::vector<std::string> topics(const Vocabulary& vocabulary, std::string_view text) {
  const Utterance said = Utterance::of(vocabulary, text);
  return topic_words(said, 0, said.phrases().size());
}

// About something that nobody has spoken of in the project.
bool is_about_else(const RoutingGround& ground, const RoomView& view, const Project& project,
                   const Message& message, const IntentReading& intent) {
  std::vector<std::string> about = topics(ground.vocabulary, *message.text);
  // "build" says what is wanted, not of what.
  for (const std::string& cue : intent.words)
    for (const std::string& word : topics(ground.vocabulary, cue))
      std::erase_if(about, [&](const std::string& topic) { return same_topic_word(word, topic); });
  if (about.size() < kLeastTopics) return false;
  ReadingMemo fresh;
  ReadingMemo& memo = ground.memo ? *ground.memo : fresh;
  const auto shares = [&](std::string_view text) {
    const std::vector<std::string>& known = memo.topics(ground.vocabulary, text);
    return std::ranges::any_of(about, [&](const std::string& word) {
      return std::ranges::any_of(
          known, [&](const std::string& topic) { return same_topic_word(word, topic); });
    });
  };
  if (shares(project.goal)) return false;
  return std::ranges::none_of(view.messages, [&](const Message& said) {
    return said.project == project.id && said.id != message.id &&
           said.kind != message_kind::kSystem && shares(*said.text);
  });
}

// Whether a question back is about what was asked: with its words, or with none ("why?"). Any other
// question of the person's is one to the team.
bool asks_about(const RoutingGround& ground, const Project& project, const Message& message,
                const std::string& question) {
  const std::vector<std::string> about = topics(ground.vocabulary, *message.text);
  if (about.empty()) return true;
  const ProjectQuestion* meant = project.question(question);
  if (meant == nullptr) return false;
  const std::vector<std::string> asked = topics(ground.vocabulary, meant->text);
  return std::ranges::any_of(about, [&](const std::string& word) {
    return std::ranges::any_of(
        asked, [&](const std::string& topic) { return same_topic_word(word, topic); });
  });
}

// The pieces of a reply that answers in order, without marks of lists.
std::vector<std::string> pieces_of(std::string_view reply, std::string_view separators) {
  std::vector<std::string> pieces;
  while (!reply.empty()) {
    const std::size_t end = std::min(reply.find_first_of(separators), reply.size());
    std::string_view piece = trim(reply.substr(0, end));
    reply.remove_prefix(std::min(end + 1, reply.size()));
    while (!piece.empty() && std::string_view("-*0123456789.) ").contains(piece.front()))
      piece.remove_prefix(1);
    if (!piece.empty()) pieces.emplace_back(piece);
  }
  return pieces;
}

// "regulars, 900 euros, classic": as many short pieces as questions, and none of them was found to
// answer another one.
bool is_list_of_answers(const Vocabulary& vocabulary, const std::vector<std::string>& pieces,
                        const std::vector<const ProjectQuestion*>& open,
                        const MessageReading& reading) {
  constexpr std::size_t kFew = 3;
  constexpr std::ptrdiff_t kShort = 4;  // spaces
  if (pieces.size() != open.size() || pieces.size() < kFew) return false;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (std::ranges::count(pieces[i], ' ') > kShort) return false;
    for (const ClosedQuestion& one : reading.closed)
      if (one.end == QuestionEnd::kAnswered && one.text == pieces[i] && one.id != open[i]->id)
        return false;
  }
  const auto telling = std::ranges::count_if(pieces, [&](const std::string& piece) {
    return piece.find_first_of("0123456789") != std::string::npos ||
           !topics(vocabulary, piece).empty();
  });
  return 2 * telling >= std::ssize(pieces);  // "hello, great, thanks" is none
}

// A reply of as many pieces as there are open questions answers them in order: its lines, what
// stands between semicolons, or a list of short ones between commas. One in which no
// answer to a certain question was found is, where it is a statement of some length, taken as the
// answer to all of them, rather than lost (decision 0031).
void read_as_a_whole(const RoutingGround& ground, const Project& project, const Message& message,
                     MessageReading& reading) {
  constexpr std::size_t kStatement = 4;  // words that say something
  const auto open = project.open_questions();
  const bool decides = reading.starts || reading.cancels || reading.enough || reading.act ||
                       !reading.addressed.empty() || !reading.command.empty();
  if (open.empty() || decides || message.text->find('?') != std::string::npos) return;
  std::vector<std::string> pieces = pieces_of(*message.text, ";\n");
  bool in_order = pieces.size() > 1 && pieces.size() == open.size();
  if (!in_order) {
    pieces = pieces_of(*message.text, ",");
    in_order = is_list_of_answers(ground.vocabulary, pieces, open, reading);
  }
  if (in_order && reading.closed.size() < pieces.size()) {
    reading.closed.clear();
    for (std::size_t i = 0; i < open.size(); ++i)
      reading.closed.push_back({open[i]->id, QuestionEnd::kAnswered, pieces[i]});
  } else if (reading.closed.empty() &&
             topics(ground.vocabulary, *message.text).size() >= kStatement) {
    for (const ProjectQuestion* question : open)
      reading.closed.push_back({question->id, QuestionEnd::kAnswered, *message.text});
  }
}

void read_replies(const RoutingGround& ground, const RoomView& view, const Project& project,
                  const Message& message, MessageReading& reading) {
  const PersonReading reply =
      read_person(ground.vocabulary, question_round_state(ground, view, project), *message.text);
  reading.closed = reply.closed;
  // "Sounds good, I agree" answers the team's proposal, not what is still open; to one question
  // alone a "yes" is the answer.
  const bool agrees = (reading.approval == Approval::kApprove || reading.starts) &&
                      project.open_questions().size() > 1;
  if (agrees && topics(ground.vocabulary, *message.text).size() <= 1)
    std::erase_if(reading.closed,
                  [](const ClosedQuestion& one) { return one.end == QuestionEnd::kAnswered; });
  reading.enough = reply.enough;
  reading.explain = reply.explain.value_or("");
  reading.asks_context =
      reply.asks_context && asks_about(ground, project, message, reading.explain);
  if (!reading.asks_context) reading.explain.clear();
}

// Who would do a small task: whom its words name, else the leader.
std::string doer_of(const RoutingGround& ground, const Relevance& relevance) {
  const std::string leader = agent_called("leader", ground.team, ground.profiles);
  for (const NamedAgent& named : relevance.named)
    if (named.agent != leader) return named.agent;
  return leader.empty() && !relevance.agents.empty() ? relevance.agents.front() : leader;
}

void read_wish(const RoutingGround& ground, const RoomView& view, const Message& message,
               int unsure_below, MessageReading& reading) {
  reading.intent = read_intent(ground.vocabulary, *message.text);
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
  if (!options.empty()) {
    const OptionChoice choice = read_option_choice(ground.vocabulary, options, *message.text);
    if (choice.option) reading.option = options[*choice.option];
  }
  const bool asks = message.text->find('?') != std::string::npos;
  reading.wants_build = reading.intent.intent == Intent::kBuild || reading.starts ||
                        (!reading.option.empty() && !asks);
  reading.asks_to_build = !reading.wants_build && asks && names(ground.words.begins_this);
  const bool is_clear =
      reading.intent.intent == Intent::kBuild && reading.intent.confidence >= kClear;
  reading.other_matter = reading.closed.empty() && reading.addressed.empty() && !reading.cancels &&
                         reading.command.empty() &&
                         (names(ground.words.new_matter) ||
                          (!reading.starts && is_clear &&
                           is_about_else(ground, view, *project, message, reading.intent)));
}

// A command is what it says and nothing else: no answer, no wish and no yes.
void hold_to_command(MessageReading& reading) {
  if (reading.command != "enough") reading.closed.clear();
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

// Closed questions of the phases. Their gates have more to offer; what decides is the first.
std::optional<ContextGate> gate_of(const Project* project, Decision asked) {
  const auto gate = [](Decision decision, std::string shows, std::vector<std::string> options) {
    return ContextGate{std::string(to_string(decision)), std::move(shows), std::move(options)};
  };
  if (asked != Decision::kNone) return gate(asked, {}, {"Yes", "No"});
  if (project == nullptr) return std::nullopt;
  switch (project->phase) {
    case Phase::kReady:
      return gate(Decision::kStart, {}, {"Start implementation", "Continue discussion"});
    case Phase::kApproval:
      return gate(Decision::kApprove, project->goal, {"Approve", "Change something", "Cancel"});
    case Phase::kReview:
      return gate(Decision::kAccept, project->goal,
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
  context.gate = gate_of(project, read.asked);
  if (project == nullptr) return context;
  context.phase = project->phase;
  context.project = project->goal;
  const RoomSeq shown = context.gate ? shown_at(*project) : RoomSeq{};
  for (const ProjectQuestion* question : project->open_questions())
    if (question->asked_seq >= shown)
      context.questions.push_back({question->id, question->agent, question->text});
  for (const Message& said : view.messages) {
    if (said.project != project->id || said.room_seq <= shown ||
        said.room_seq >= read.message.room_seq || said.kind == message_kind::kSystem ||
        said.kind == message_kind::kBrief || said.kind == message_kind::kReview)
      continue;
    const bool person = said.kind == message_kind::kPerson;
    context.last.push_back((person ? std::string("person") : said.from) + ": " + *said.text);
  }
  if (context.last.size() > kMostLines)
    context.last.erase(context.last.begin(), context.last.end() - kMostLines);
  return context;
}

MessageReading read_message(const RoutingGround& ground, const RoomView& view,
                            const MessageToRead& read) {
  const Message& message = read.message;
  const int unsure_below = read.unsure_below;
  MessageReading reading;
  read_command(*message.text, reading);
  const Answer answer = read_answer(ground.vocabulary, *message.text);
  reading.starts = answer.starts;
  reading.cancels = answer.cancels;
  reading.approval = answer.approval;
  reading.act = answer.command;
  reading.words = answer.words;
  const Understanding understanding =
      understand(ground.vocabulary, context_of(view, read), *message.text);
  reading.understood = true;
  reading.does = understanding.does;
  reading.asks = understanding.asks;
  reading.speech = understanding.act;
  reading.is_plain_no = understanding.is_closed && understanding.act == SpeechAct::kReject;
  read_address(ground, *message.text, reading);
  const Project* project = view.projects.current();
  if (project != nullptr && is_active(project->phase))
    read_replies(ground, view, *project, message, reading);
  if (!reading.addressed.empty()) reading.asks_context = false;
  if (reading.command == "enough" && project != nullptr) {
    reading.enough = true;
    for (const ProjectQuestion* question : project->awaited_questions())
      reading.closed.push_back({question->id, QuestionEnd::kDropped, *message.text});
  }
  read_wish(ground, view, message, unsure_below, reading);
  const bool replies =
      !reading.asks_context && !reading.other_matter && !reading.wants_vote && !reading.wants_ideas;
  if (project != nullptr && project->phase == Phase::kDiscovery && replies)
    read_as_a_whole(ground, *project, message, reading);
  if (!reading.command.empty()) hold_to_command(reading);
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
    always("intent", &MessageReading::intent), if_unusual("agents", &MessageReading::agents),
    if_unusual("builders", &MessageReading::builders), if_unusual("doer", &MessageReading::doer),
    if_unusual("unsure", &MessageReading::unsure),
    if_unusual("judge_system", &MessageReading::judge_system),
    if_unusual("judge_user", &MessageReading::judge_user),
    if_unusual("addressed", &MessageReading::addressed),
    if_unusual("to_all", &MessageReading::to_all), if_unusual("unknown", &MessageReading::unknown),
    if_unusual("closed", &MessageReading::closed), if_unusual("enough", &MessageReading::enough),
    if_unusual("asks_context", &MessageReading::asks_context),
    if_unusual("explain", &MessageReading::explain), if_unusual("option", &MessageReading::option),
    if_unusual("wants_build", &MessageReading::wants_build),
    if_unusual("asks_to_build", &MessageReading::asks_to_build),
    if_unusual("wants_ideas", &MessageReading::wants_ideas),
    if_unusual("wants_findings", &MessageReading::wants_findings),
    if_unusual("wants_vote", &MessageReading::wants_vote),
    if_unusual("other_matter", &MessageReading::other_matter));

JsonObject to_json(const MessageReading& reading) { return fields_to_json(reading); }

MessageReading message_reading(const Json& value) {
  return fields_from_json<MessageReading>(value);
}

}  // namespace fm
