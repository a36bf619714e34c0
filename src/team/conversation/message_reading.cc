#include "team/conversation/message_reading.h"

#include <algorithm>
#include <cmath>

#include "base/fields.h"
#include "base/text.h"
#include "people/language/topic_words.h"
#include "people/language/utterance.h"
#include "people/message/intent_judge.h"
#include "people/message/mentions.h"
#include "people/options/option_choice.h"
#include "team/conversation/relevance.h"
#include "team/conversation/slash_commands.h"

namespace fm {
namespace {

constexpr double kHundredths = 100;
constexpr int kClear = 60;               // hundredths: an intent that is sure enough to ask about
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
        if (has_voice(agent, ground.cards)) add(agent);
    } else if (name == "team") {
      for (const std::string& agent :
           relevant_agents(ground.words, ground.team, ground.cards, {}, text).agents)
        add(agent);
    } else if (const std::string agent = agent_called(name, ground.team, ground.cards);
               !agent.empty() && has_voice(agent, ground.cards)) {
      add(agent);
    } else {
      UnknownName unknown{name, {}};
      std::vector<std::string> known;
      std::ranges::copy_if(everyone, std::back_inserter(known),
                           [&](const std::string& id) { return has_voice(id, ground.cards); });
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
  const auto shares = [&](std::string_view text) {
    const std::vector<std::string> known = topics(ground.vocabulary, text);
    return std::ranges::any_of(about, [&](const std::string& word) {
      return std::ranges::any_of(
          known, [&](const std::string& topic) { return same_topic_word(word, topic); });
    });
  };
  if (shares(project.goal)) return false;
  return std::ranges::none_of(view.messages, [&](const Message& said) {
    return said.project == project.id && said.id != message.id && said.kind != talk_kind::kSystem &&
           shares(*said.text);
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
      read_person(ground.vocabulary, wave_state(ground.vocabulary, view, project), *message.text);
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
  const std::string leader = agent_called("leader", ground.team, ground.cards);
  for (const NamedAgent& named : relevance.named)
    if (named.agent != leader) return named.agent;
  return leader.empty() && !relevance.agents.empty() ? relevance.agents.front() : leader;
}

void read_wish(const RoutingGround& ground, const RoomView& view, const Message& message,
               int unsure_below, MessageReading& reading) {
  reading.intent = read_intent(ground.vocabulary, *message.text);
  const Relevance relevance = relevant_agents(ground.words, ground.team, ground.cards,
                                              reading.intent.intent, *message.text);
  reading.agents = relevance.agents;
  reading.doer = doer_of(ground, relevance);
  if (std::lround(reading.intent.confidence * kHundredths) < unsure_below) {
    reading.unsure = true;
    JudgeQuestion judge = ask_judge(*message.text, reading.intent);
    reading.judge_system = std::move(judge.system);
    reading.judge_user = std::move(judge.user);
  }
  const TalkText text(ground.words, *message.text);
  const auto names = [&](const WordList& list) { return !text.naming(list).words.empty(); };
  reading.wants_vote = names(ground.words.wants_vote);
  reading.wants_ideas = names(ground.words.wants_ideas);
  const Project* project = view.projects.current();
  if (project == nullptr) return;
  reading.builders = relevant_agents(ground.words, ground.team, ground.cards, Intent::kBuild,
                                     project->goal + "\n" + *message.text)
                         .agents;
  const std::vector<std::string> options = options_on_offer(view, *project);
  if (!options.empty()) {
    const OptionChoice choice = read_option_choice(ground.vocabulary, options, *message.text);
    if (choice.option) reading.option = options[*choice.option];
  }
  const bool asks = message.text->find('?') != std::string::npos;
  reading.wants_build = reading.intent.intent == Intent::kBuild || reading.starts ||
                        (!reading.option.empty() && !asks);
  reading.asks_to_build = !reading.wants_build && asks && names(ground.words.begins_this);
  const bool is_clear = reading.intent.intent == Intent::kBuild &&
                        std::lround(reading.intent.confidence * kHundredths) >= kClear;
  reading.other_matter = reading.closed.empty() && reading.addressed.empty() && !reading.cancels &&
                         reading.command.empty() &&
                         (names(ground.words.new_matter) ||
                          (!reading.starts && is_clear &&
                           is_about_else(ground, view, *project, message, reading.intent)));
}

// A command is what it says and nothing else: no answer, no wish and no yes.
void hold_to_command(MessageReading& reading) {
  if (reading.command != "enough") reading.closed.clear();
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

}  // namespace

MessageReading read_message(const RoutingGround& ground, const RoomView& view,
                            const Message& message, int unsure_below) {
  MessageReading reading;
  read_command(*message.text, reading);
  const Answer answer = read_answer(ground.vocabulary, *message.text);
  reading.starts = answer.starts;
  reading.cancels = answer.cancels;
  reading.approval = answer.approval;
  reading.act = answer.command;
  reading.words = answer.words;
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

JsonObject to_json(const MessageReading& reading) {
  JsonObject value;
  const auto text = [&](std::string_view key, const std::string& said) {
    if (!said.empty()) value[key] = said;
  };
  const auto flag = [&](std::string_view key, bool is) {
    if (is) value[key] = true;
  };
  const auto texts = [&](std::string_view key, const std::vector<std::string>& list) {
    if (!list.empty()) value[key] = to_json(list);
  };
  text("command", reading.command);
  text("rest", reading.rest);
  flag("starts", reading.starts);
  flag("cancels", reading.cancels);
  value["approval"] = to_string(reading.approval);
  if (reading.act) value["act"] = to_string(*reading.act);
  texts("words", reading.words);
  JsonObject intent{{"intent", to_string(reading.intent.intent)},
                    {"confidence", std::lround(reading.intent.confidence * kHundredths)},
                    {"words", to_json(reading.intent.words)},
                    {"interests", to_json(reading.intent.interests)},
                    {"people", to_json(reading.intent.people)}};
  if (reading.intent.runner_up) intent["runner_up"] = to_string(*reading.intent.runner_up);
  if (reading.intent.combined) intent["combined"] = true;
  value["intent"] = std::move(intent);
  texts("agents", reading.agents);
  texts("builders", reading.builders);
  text("doer", reading.doer);
  flag("unsure", reading.unsure);
  text("judge_system", reading.judge_system);
  text("judge_user", reading.judge_user);
  texts("addressed", reading.addressed);
  flag("to_all", reading.to_all);
  JsonArray unknown;
  for (const UnknownName& name : reading.unknown)
    unknown.push_back({{"name", name.name}, {"near", to_json(name.near)}});
  if (!unknown.empty()) value["unknown"] = std::move(unknown);
  JsonArray closed;
  for (const ClosedQuestion& one : reading.closed)
    closed.push_back({{"question", one.id}, {"how", to_string(one.end)}, {"text", one.text}});
  if (!closed.empty()) value["closed"] = std::move(closed);
  flag("enough", reading.enough);
  flag("asks_context", reading.asks_context);
  text("explain", reading.explain);
  text("option", reading.option);
  flag("wants_build", reading.wants_build);
  flag("asks_to_build", reading.asks_to_build);
  flag("wants_ideas", reading.wants_ideas);
  flag("wants_vote", reading.wants_vote);
  flag("other_matter", reading.other_matter);
  return value;
}

namespace {

template <class Value, class Name>
std::optional<Value> one_of(std::initializer_list<Value> values, std::string_view name,
                            Name name_of) {
  for (const Value value : values)
    if (name_of(value) == name) return value;
  return std::nullopt;
}

IntentReading intent_of(const Json& value) {
  IntentReading intent;
  intent.intent = intent_from(text_at(value, "intent")).value_or(Intent::kChat);
  intent.confidence = static_cast<double>(int_at(value, "confidence")) / kHundredths;
  intent.runner_up = intent_from(text_at(value, "runner_up"));
  intent.words = texts_at(value, "words");
  intent.interests = texts_at(value, "interests");
  intent.people = texts_at(value, "people");
  intent.combined = bool_at(value, "combined");
  return intent;
}

void lists_of(const Json& value, MessageReading& reading) {
  if (const Json* unknown = find_at(value, "unknown"); unknown && unknown->is_array())
    for (const Json& one : unknown->get_array())
      reading.unknown.push_back({std::string(text_at(one, "name")), texts_at(one, "near")});
  if (const Json* closed = find_at(value, "closed"); closed && closed->is_array())
    for (const Json& one : closed->get_array())
      reading.closed.push_back(
          {std::string(text_at(one, "question")),
           question_end_from(text_at(one, "how")).value_or(QuestionEnd::kAnswered),
           std::string(text_at(one, "text"))});
}

}  // namespace

MessageReading message_reading(const Json& value) {
  MessageReading reading;
  reading.command = text_at(value, "command");
  reading.rest = text_at(value, "rest");
  reading.starts = bool_at(value, "starts");
  reading.cancels = bool_at(value, "cancels");
  using enum Approval;
  reading.approval = one_of({kApprove, kReject, kFeedback, kQuestion, kUnclear},
                            text_at(value, "approval"), [](Approval one) { return to_string(one); })
                         .value_or(kUnclear);
  using enum Command;
  reading.act = one_of({kPause, kResume, kStatus, kRedo, kEnough, kDecide}, text_at(value, "act"),
                       [](Command one) { return to_string(one); });
  reading.words = texts_at(value, "words");
  if (const Json* intent = find_at(value, "intent")) reading.intent = intent_of(*intent);
  reading.agents = texts_at(value, "agents");
  reading.builders = texts_at(value, "builders");
  reading.doer = text_at(value, "doer");
  reading.unsure = bool_at(value, "unsure");
  reading.judge_system = text_at(value, "judge_system");
  reading.judge_user = text_at(value, "judge_user");
  reading.addressed = texts_at(value, "addressed");
  reading.to_all = bool_at(value, "to_all");
  lists_of(value, reading);
  reading.enough = bool_at(value, "enough");
  reading.asks_context = bool_at(value, "asks_context");
  reading.explain = text_at(value, "explain");
  reading.option = text_at(value, "option");
  reading.wants_build = bool_at(value, "wants_build");
  reading.asks_to_build = bool_at(value, "asks_to_build");
  reading.wants_ideas = bool_at(value, "wants_ideas");
  reading.wants_vote = bool_at(value, "wants_vote");
  reading.other_matter = bool_at(value, "other_matter");
  return reading;
}

}  // namespace fm
