#include "flows/common/speaking.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/figures.h"
#include "base/text.h"
#include "flows/common/idea_wishes.h"
#include "flows/common/steering.h"
#include "team/room/room.h"
#include "team/spending/spending.h"

namespace fm {
namespace {

struct Decision {
  std::optional<Steering> what;
  RoomSeq upto;  // the words that decided
};

Flow<Decision> decide_by_gate(FlowHandle flow, GateRequest gate) {
  Outcome answered = co_await flow.ask("gate", std::move(gate));
  Decision decision;
  if (answered.ok()) decision.what = steering_from(text_at(answered.value, "answer"));
  co_return decision;
}

// What people say to "Shall it go on?". Where nobody steers such words are this question's, and
// must not be heard as a yes to anything else.
std::optional<Steering> plain_answer(std::string_view text) {
  constexpr std::array<std::string_view, 8> kYes = {"yes",        "y",        "ok",   "okay",
                                                    "yes please", "go ahead", "sure", "please do"};
  constexpr std::array<std::string_view, 5> kNo = {"no", "n", "no thanks", "no thank you", "don t"};
  const std::string folded = fold(text);
  if (std::ranges::find(kYes, folded) != kYes.end()) return Steering::kContinue;
  if (std::ranges::find(kNo, folded) != kNo.end()) return Steering::kStop;
  return std::nullopt;
}

// "3": the third of the options.
std::optional<Steering> option_by_number(std::string_view text,
                                         const std::vector<std::string>& options) {
  const std::string_view said = trim(text);
  if (said.size() != 1 || said[0] < '1' || said[0] > '9') return std::nullopt;
  const auto number = static_cast<std::size_t>(said[0] - '1');
  return number < options.size() ? steering_from(options[number]) : std::nullopt;
}

// Words that answer another question than the one that stands are left for the next turn; where
// nobody steers they end the waiting, since the person wants something else.
Flow<Decision> decide_by_words(FlowHandle flow, RoomSeq heard, std::vector<std::string> options,
                               bool steered) {
  for (int n = 1;; ++n) {
    Outcome input = co_await flow.next_input("input-" + std::to_string(n));
    if (!input.ok()) co_return Decision();
    const RoomSeq at{int_at(input.value, "room_seq")};
    if (at <= heard) continue;
    auto steering = read_steering(text_at(input.value, "text"));
    if (!steering) steering = option_by_number(text_at(input.value, "text"), options);
    if (!steering && !steered) steering = plain_answer(text_at(input.value, "text"));
    if (steering && std::ranges::find(options, option_of(*steering).id) != options.end())
      co_return Decision{steering, at};
    if (!steered) co_return Decision();
  }
}

Flow<Decision> decide_by_time(FlowHandle flow, Millis wait) {
  co_await flow.sleep("wait", wait);
  co_return Decision{Steering::kContinue, {}};
}

RoomSeq last_decided(const Course& course) {
  if (course.decided.empty()) return course.heard;
  return std::max(course.heard, RoomSeq{*course.decided.rbegin()});
}

// Waits for the person, who may press a key or say it, or until it goes on by itself: whichever
// comes first counts.
Flow<std::optional<Steering>> decide(FlowHandle flow, CoursePtr course, GateRequest gate,
                                     std::optional<Millis> wait = {}) {
  std::vector<FlowHandle> ways = {flow.branch("key"), flow.branch("words")};
  std::vector<Flow<Decision>> branches;
  const std::vector<std::string> options = gate.option_ids;
  branches.push_back(decide_by_gate(ways[0], std::move(gate)));
  branches.push_back(decide_by_words(ways[1], last_decided(*course), options, course->steered));
  if (wait) {
    ways.push_back(flow.branch("time"));
    branches.push_back(decide_by_time(ways[2], *wait));
  }
  auto [way, decision] = co_await flow.race(ways, std::move(branches));
  if (decision.upto.value > 0) course->decided.insert(decision.upto.value);
  if (course->steered) course->heard = std::max(course->heard, decision.upto);
  co_return decision.what;  // nothing: other words, or the flow was cancelled
}

GateRequest gate_of(std::string type, std::string question) {
  GateRequest gate;
  gate.type = std::move(type);
  gate.question = std::move(question);
  for (const Steering option : {Steering::kContinue, Steering::kSkipTurn, Steering::kSkipRound,
                                Steering::kMoreRound, Steering::kStop})
    gate.offer(option_of(option));
  return gate;
}

Step step_of(std::optional<Steering> decided, Course& course) {
  if (!decided) return course.steered ? Step::kStop : Step::kInterrupted;
  switch (*decided) {
    case Steering::kSkipTurn:
      return Step::kSkipTurn;
    case Steering::kSkipRound:
      return Step::kSkipRound;
    case Steering::kStop:
      return Step::kStop;
    case Steering::kMoreRound:
      ++course.rounds;
      return Step::kGoOn;
    case Steering::kPause:
    case Steering::kContinue:
      return Step::kGoOn;
  }
  return Step::kGoOn;
}

// How long a turn rests whose models do not answer, each time longer; after that the person says
// when to go on. A provider that names a time is waited for that long, within a day.
constexpr Millis kParked[] = {std::chrono::minutes(1), std::chrono::minutes(5),
                              std::chrono::minutes(15)};
constexpr Millis kLongestPark = std::chrono::hours(24);

// As older runs asked it, or as people are asked now.
std::string parked_question(const Course& course, const std::string& agent,
                            std::string_view message, std::optional<Millis> wait) {
  if (!course.in_plain_words)
    return fmt::format("{} cannot be heard just now: {}{}", agent, message,
                       wait ? " It is tried again in " + duration_text(*wait) + ". Sooner?"
                            : " Shall it be tried again?");
  return fmt::format(
      "{}'s model is not responding: {}{}", agent, message,
      wait ? " While folkmoot runs, it retries in " + duration_text(*wait) + ". Try now?"
           : " Try again?");
}

Flow<Step> park(FlowHandle flow, CoursePtr course, std::string agent, Json parked, int times) {
  std::optional<Millis> wait;
  if (times <= static_cast<int>(std::size(kParked))) wait = kParked[times - 1];
  if (const Millis asked(int_at(parked, "retry_after_ms")); asked > Millis(0))
    wait = std::min(std::max(asked, wait.value_or(Millis(0))), kLongestPark);
  GateRequest gate;
  gate.type = "parked";
  gate.question = parked_question(*course, agent, text_at(parked, "message"), wait);
  for (const Steering option : {Steering::kContinue, Steering::kSkipTurn, Steering::kStop})
    gate.offer(option_of(option));
  gate.subject = parked;
  const auto decided = co_await decide(flow, course, std::move(gate), wait);
  co_return step_of(decided, *course);
}

// Nothing more is spent before the person says so (P-31).
Flow<Step> ask_budget(FlowHandle flow, CoursePtr course, Json mark) {
  GateRequest gate;
  gate.type = "budget";
  gate.question = text_at(mark, "question");
  for (const Steering option : {Steering::kContinue, Steering::kStop})
    gate.offer(option_of(option));
  gate.subject = mark;
  const auto decided = co_await decide(flow, course, std::move(gate));
  if (decided != Steering::kContinue) co_return decided ? Step::kStop : step_of(decided, *course);
  course->allowed = allow(course->allowed, text_at(mark, "scope"), text_at(mark, "unit"),
                          static_cast<int>(int_at(mark, "next")));
  co_return Step::kGoOn;
}

struct TurnEnd {
  Step step = Step::kGoOn;  // else the person does without the turn
  Outcome said;
  bool held = false;
};

bool is_held(const Outcome& said) {
  return said.ok() &&
         (find_at(said.value, "parked") != nullptr || find_at(said.value, "budget") != nullptr);
}

// A turn, however long it has to wait for a model or for the person's word on money.
Flow<TurnEnd> take_turn(FlowHandle flow, CoursePtr course, TurnRequest request,
                        OnWait on_wait = OnWait::kAsk) {
  for (int go = 1;; ++go) {
    const FlowHandle at = go == 1 ? flow : flow.at("waited", go);
    request.allowed = course->allowed;
    TurnEnd end;
    end.said = co_await at.perform("turn", request.effect());
    end.held = is_held(end.said);
    if (!end.held || on_wait == OnWait::kHold) co_return end;
    if (find_at(end.said.value, "parked") != nullptr) request.was_deferred = true;
    end.step = co_await ask_held(at, course, request.agent, end.said.value, go);
    if (end.step != Step::kGoOn) co_return end;
  }
}

Flow<Spoken> summarise(FlowHandle flow, CoursePtr course, TurnRequest asked, std::int64_t covers) {
  TurnRequest request;
  request.agent = asked.agent;
  request.task = "summary";
  request.model = asked.model;
  request.fallbacks = asked.fallbacks;
  request.kind = "summary";
  request.prompts = asked.prompts;
  request.project = asked.project;
  request.values["covers"] = std::to_string(covers);
  TurnEnd end = co_await take_turn(flow, course, std::move(request));
  Spoken spoken;
  spoken.step = end.step;
  if (end.step != Step::kGoOn) co_return spoken;
  const Outcome& said = end.said;
  if (said.ok() && !bool_at(said.value, "empty") && !bool_at(said.value, "too_long"))
    co_return spoken;
  spoken.step = Step::kFailed;
  spoken.error = said.error.value_or(
      Error{"context_too_long", "The discussion has grown too long for the model.",
            "It could not be summed up either.",
            "Take a model with a larger context, or start a new discussion from the best idea."});
  co_return spoken;
}

}  // namespace

bool can_be_mended(const Error& error) {
  constexpr std::string_view kCodes[] = {"model_auth", "model_permission", "model_billing",
                                         "model_quota", "model_not_found"};
  return std::ranges::find(kCodes, error.code) != std::end(kCodes);
}

Flow<Step> ask_unheard(FlowHandle flow, CoursePtr course, std::string whom, Error error) {
  GateRequest gate;
  gate.type = "parked";
  gate.question = course->in_plain_words
                      ? whom + "'s model did not answer: " + error.message + " Try again?"
                      : whom + " cannot be heard: " + error.message + " Shall it be tried again?";
  for (const Steering option : {Steering::kContinue, Steering::kStop})
    gate.offer(option_of(option));
  gate.subject = JsonObject{{"message", error.message}, {"code", error.code}};
  const auto decided = co_await decide(flow, course, std::move(gate));
  co_return step_of(decided, *course);
}

NewEvent warning_event(const Error& warning) {
  NewEvent event;
  event.kind = "warning";
  event.body = to_json(warning);
  return event;
}

Flow<Nothing> warn(FlowHandle flow, std::vector<Error> warnings) {
  if (warnings.empty()) co_return Nothing();
  std::vector<NewEvent> events;
  for (const Error& warning : warnings) events.push_back(warning_event(warning));
  co_await flow.post("warning", std::move(events));
  co_return Nothing();
}

TurnRequest turn_of(const Course& course, const std::string& agent, std::string task,
                    std::string kind) {
  TurnRequest request;
  request.agent = agent;
  request.task = std::move(task);
  request.model = course.models.at(agent);
  if (const auto more = course.fallbacks.find(agent); more != course.fallbacks.end())
    request.fallbacks = more->second;
  request.kind = std::move(kind);
  return request;
}

Flow<Step> ask_held(FlowHandle flow, CoursePtr course, std::string whom, Json held, int times) {
  if (const Json* parked = find_at(held, "parked"); parked != nullptr)
    co_return co_await park(flow.at("parked"), course, std::move(whom), *parked, times);
  co_return co_await ask_budget(flow.at("budget"), course, held.at("budget"));
}

Flow<Step> ask_interrupted(FlowHandle flow, CoursePtr course, std::string whom) {
  const auto decided = co_await decide(
      flow, course,
      gate_of("interrupted",
              "You interrupted " + whom +
                  (course->in_plain_words ? ". What next?" : ". How shall it go on?")));
  co_return step_of(decided, *course);
}

Flow<Step> steer(FlowHandle flow, CoursePtr course) {
  co_await flow.catch_up("look");
  co_await take_wishes(flow, course);
  Step step = Step::kGoOn;
  bool paused = false;
  for (const Message& message : flow.view<RoomView>().messages) {
    if (message.kind != "user" || message.room_seq <= course->heard) continue;
    course->heard = message.room_seq;
    const auto steering = read_steering(*message.text);
    if (!steering) continue;
    paused = *steering == Steering::kPause;
    const Step next = step_of(*steering, *course);
    if (next != Step::kGoOn) step = next;
  }
  if (paused && step == Step::kGoOn) {
    const auto decided =
        co_await decide(flow.at("paused"), course,
                        gate_of("paused", course->in_plain_words
                                              ? "The discussion is paused. What next?"
                                              : "The discussion is paused. How shall it go on?"));
    step = step_of(decided, *course);
    if (course->takes_wishes) {  // what was said in the pause
      co_await flow.at("paused").catch_up("look");
      co_await take_wishes(flow.at("paused"), course);
    }
  }
  co_return step;
}

Flow<Spoken> speak(FlowHandle flow, CoursePtr course, TurnRequest request, OnInterrupt on_interrupt,
                   OnWait on_wait) {
  const TurnRequest asked = request;
  bool summed_up = false;
  bool asked_again = false;
  for (int go = 1;; ++go) {
    const FlowHandle at = go == 1 ? flow : flow.at("again", go);
    Spoken spoken;
    if (course->steered) spoken.step = co_await steer(at, course);
    if (spoken.step != Step::kGoOn) co_return spoken;
    TurnEnd end = co_await take_turn(at, course, request, on_wait);
    spoken.step = end.step;
    if (end.held && on_wait == OnWait::kHold) spoken.held = std::move(end.said.value);
    if (spoken.step != Step::kGoOn || !spoken.held.is_null()) co_return spoken;
    Outcome said = std::move(end.said);
    if (said.interrupted) {
      if (flow.cancelled()) {
        spoken.step = Step::kStop;
        co_return spoken;
      }
      if (!course->steered || on_interrupt == OnInterrupt::kTell) {
        spoken.step = Step::kInterrupted;
        co_return spoken;
      }
      spoken.step = co_await ask_interrupted(at.at("interrupted"), course, asked.agent);
      if (spoken.step != Step::kGoOn) co_return spoken;
      continue;
    }
    if (!said.error && bool_at(said.value, "too_long") && !std::exchange(summed_up, true)) {
      spoken = co_await summarise(at.at("summary"), course, asked, int_at(said.value, "covers"));
      if (spoken.step == Step::kGoOn) continue;
      if (spoken.step != Step::kFailed) co_return spoken;
    } else if (said.error) {
      spoken.step = Step::kFailed;
      spoken.error = std::move(said.error);
      if (can_be_mended(*spoken.error)) course->unheard = spoken.error;
    } else if (bool_at(said.value, "too_long")) {
      spoken.step = Step::kFailed;
      spoken.error = Error{
          "context_too_long", "The discussion has grown too long for the model.",
          "A summary did not make it short enough.",
          "Take a model with a larger context, or start a new discussion from the best idea."};
    } else if (bool_at(said.value, "empty")) {
      if (!std::exchange(asked_again, true)) {
        request.task = "empty_reply";
        request.task_before = asked.task;
        continue;
      }
      spoken.step = Step::kFailed;
      spoken.error = Error{"turn_empty", asked.agent + " had nothing to say.",
                           "The model's answer was empty, twice.",
                           "Put it in other words, or take another model with --model."};
    } else {
      if (const Json* reading = find_at(said.value, "reading")) spoken.reading = *reading;
      spoken.message = text_at(said.value, "message");
      spoken.said = text_at(said.value, "said");
      spoken.calls = static_cast<int>(int_at(said.value, "calls"));
      spoken.fault = text_at(said.value, "fault");
      co_return spoken;
    }
    // The room goes on without this turn, and everybody can see that it is missing (I-11).
    co_await warn(at, {*spoken.error});
    co_return spoken;
  }
}

}  // namespace fm
