#include "team/turn.h"

#include <algorithm>

#include "base/sha256.h"
#include "base/text.h"
#include "model/model_error.h"
#include "model/rehearsal.h"
#include "team/turn_prompt.h"
#include "team/turn_reading.h"

namespace fm {
namespace {

constexpr std::size_t kReadInPool = 64 * 1024;  // bytes of an answer
constexpr Millis kBetweenDeltas{50};            // at most 20 a second for each turn

// Passes the growing text on as a preview, a few times a second.
class PreviewSink final : public AttemptSink {
 public:
  PreviewSink(Bus* bus, const Clock& clock, RoomId room, std::string turn, std::string agent)
      : bus_(bus), clock_(clock), agent_(std::move(agent)) {
    delta_.room = std::move(room);
    delta_.turn = std::move(turn);
  }

  void begin_attempt(int attempt) override {
    if (attempt > 1) say("");
    delta_.attempt = attempt;
    delta_.offset = 0;
    delta_.text.clear();
    last_ = Millis(-1'000);
  }
  void waits(const RetryNotice& notice) override { say(notice.words); }
  void reasoning(std::string_view) override {}
  void text(std::string_view text) override {
    delta_.text += text;
    if (!bus_ || clock_.steady() - last_ < kBetweenDeltas) return;
    last_ = clock_.steady();
    bus_->delta(delta_);
    delta_.offset += delta_.text.size();
    delta_.text.clear();
  }

 private:
  void say(std::string text) {
    if (bus_) bus_->notice({delta_.room, delta_.turn, agent_, std::move(text)});
  }

  Bus* bus_;
  const Clock& clock_;
  std::string agent_;
  TurnDelta delta_;
  Millis last_{-1'000};
};

NewEvent by_agent(std::string kind, const std::string& agent, JsonObject body) {
  NewEvent event;
  event.kind = std::move(kind);
  event.by = {Actor::kAgent, agent};
  event.body = std::move(body);
  return event;
}

Performed failed(const std::string& turn, const std::string& agent, Error error) {
  Performed performed;
  performed.events.push_back(
      by_agent("turn.failed", agent, {{"turn", turn}, {"error", to_json(error)}}));
  performed.outcome.error = std::move(error);
  return performed;
}

Task<Performed> ready(Performed performed) { co_return performed; }

// A long answer is read in the pool: the loop must not stand still for it. What the pool works on
// is its own, since the turn may be gone before it is done.
Task<TurnReading> read_answer(Loop& loop, TurnReads reads, std::string text, bool cut_off,
                              std::shared_ptr<const RoomView> known) {
  if (text.size() <= kReadInPool) co_return read_turn(reads, text, cut_off, *known);
  auto reading = std::make_shared<TurnReading>();
  Later<bool> done;
  loop.in_pool([reading, reads, cut_off, known,
                text = std::move(text)] { *reading = read_turn(reads, text, cut_off, *known); },
               [done] { done.resolve(true); });
  co_await done;
  co_return std::move(*reading);
}

}  // namespace

struct TurnPerformer::PinnedCast {
  explicit PinnedCast(Cast given) : cast(std::move(given)) {}
  Cast cast;
  mutable std::map<std::string, std::shared_ptr<Model>> rehearsals;  // by full name
};

struct TurnPerformer::Prepared {
  EffectCall call;
  TurnRequest turn;
  TurnPrompt prompt;
  std::shared_ptr<Model> model;
  std::shared_ptr<const PinnedCast> cast;
  std::shared_ptr<RoomView> known;  // for reading: the ideas that are there
};

std::string turn_id(const EffectCall& call) {
  return derived_id('t', call.flow->id, call.place.value);
}

TurnPerformer::TurnPerformer(Loop& loop, Journal& journal, ModelCatalog& models,
                             TurnOptions options)
    : loop_(loop), journal_(journal), models_(models), options_(std::move(options)) {}
TurnPerformer::~TurnPerformer() = default;

std::vector<NewEvent> TurnPerformer::announce(const EffectCall& call) {
  const TurnRequest turn = turn_request(call.request);
  JsonObject body;
  body["turn"] = turn_id(call);
  body["agent"] = turn.agent;
  body["task"] = turn.task;
  if (turn.round > 0) body["round"] = turn.round;
  body["model"] = turn.model;
  std::vector<NewEvent> events;
  events.push_back(by_agent("turn.started", turn.agent, std::move(body)));
  return events;
}

Result<std::shared_ptr<const TurnPerformer::PinnedCast>> TurnPerformer::cast_of(
    const FlowStart& flow) {
  std::string key;
  for (const auto& [path, hash] : flow.pins) key += path + " " + hash + "\n";
  if (auto known = casts_[sha256(key)].lock()) return known;
  CastFiles files;
  for (const auto& [path, hash] : flow.pins) files[path] = TRY(journal_.blob(hash));
  return keep(sha256(key), TRY(load_cast(files)));
}

void TurnPerformer::know(const CastFiles& files, Cast cast) {
  std::string key;
  for (const auto& [path, text] : files) key += path + " " + to_hex(sha256(text)) + "\n";
  const Sha256 pins = sha256(key);
  if (auto known = casts_[pins].lock()) {
    newest_ = std::move(known);
  } else {
    keep(pins, std::move(cast));
  }
}

std::shared_ptr<const TurnPerformer::PinnedCast> TurnPerformer::keep(const Sha256& pins,
                                                                     Cast cast) {
  std::erase_if(casts_, [](const auto& entry) { return entry.second.expired(); });
  newest_ = std::make_shared<const PinnedCast>(std::move(cast));
  casts_[pins] = newest_;
  return newest_;
}

Result<std::shared_ptr<Model>> TurnPerformer::model_of(const PinnedCast& pinned,
                                                       const std::string& full_name) {
  const ModelName name = TRY(parse_model_name(full_name));
  if (name.provider != "rehearsal") return models_.find(name);
  if (auto known = pinned.rehearsals.find(full_name); known != pinned.rehearsals.end())
    return known->second;
  // The screenplay that was pinned, not the one that the program has now.
  const auto source = [&pinned](std::string_view wanted) -> Result<ScreenplayText> {
    auto text = pinned.cast.screenplays.find(wanted);
    if (text == pinned.cast.screenplays.end())
      return fail("screenplay_unknown", "There is no screenplay \"" + std::string(wanted) + "\".",
                  "", "Take `--model rehearsal`, or put the file into .folkmoot/screenplays/.");
    return ScreenplayText{text->second, "screenplays/" + std::string(wanted) + ".yaml"};
  };
  const ScreenplayText text = TRY(source(screenplay_name(name)));
  Pacing pacing{&loop_, options_.rehearsal_words_per_second};
  std::shared_ptr<Model> model = TRY(Rehearsal::open(text, source, pacing));
  pinned.rehearsals[full_name] = model;
  return model;
}

Task<Performed> TurnPerformer::begin(EffectCall call, const Fold& fold) {
  const auto& view = static_cast<const RoomView&>(fold);
  Prepared prepared;
  prepared.turn = turn_request(call.request);
  const auto refuse = [&](const Error& error) {
    return ready(failed(turn_id(call), prepared.turn.agent, error));
  };
  auto cast = cast_of(*call.flow);
  if (!cast) return refuse(cast.error());
  auto model = model_of(**cast, prepared.turn.model);
  if (!model) return refuse(model.error());
  std::int64_t context = (*model)->context_tokens(prepared.turn.model);
  if (auto given = options_.context_tokens.find(prepared.turn.model);
      given != options_.context_tokens.end())
    context = given->second;
  const std::string preamble = render_preamble(
      (*cast)->cast.preamble("ideation", std::string(text_at(Json(call.flow->args), "topic"))));
  auto prompt = make_turn_prompt((*cast)->cast, view, call, prepared.turn, preamble, context);
  if (!prompt) return refuse(prompt.error());
  prepared.cast = std::move(*cast);
  prepared.model = std::move(*model);
  prepared.prompt = std::move(*prompt);
  prepared.known = std::make_shared<RoomView>();
  if (prepared.turn.reads != TurnReads::kNothing) prepared.known->ideas = view.ideas;
  prepared.call = std::move(call);
  return speak(std::move(prepared));
}

std::optional<MicroUsd> TurnPerformer::cost_of(const std::string& model, const Usage& usage) const {
  auto price = options_.prices.find(model);
  if (price == options_.prices.end()) return std::nullopt;
  const ModelPrice& per_million = price->second;
  const std::int64_t sum = (usage.input - usage.cached) * per_million.input.value +
                           usage.cached * per_million.cached.value +
                           usage.output * per_million.output.value;
  return MicroUsd{(sum + 500'000) / 1'000'000};
}

Task<Performed> TurnPerformer::speak(Prepared prepared) {
  const TurnRequest turn = std::move(prepared.turn);
  const std::string id = turn_id(prepared.call);
  Performed performed;
  JsonObject result;
  if (prepared.prompt.too_long) {
    Error notice{"context_summed_up", "The talk has grown long for the model.",
                 "Its older part is summed up once; the newest messages stay as they are.", ""};
    performed.events.push_back(by_agent("warning", turn.agent, to_json(notice)));
    performed.events.push_back(
        by_agent("turn.failed", turn.agent, {{"turn", id}, {"error", to_json(notice)}}));
    performed.outcome.value =
        JsonObject{{"too_long", true}, {"covers", prepared.prompt.covers->value}};
    co_return performed;
  }
  const Millis began = loop_.clock().steady();
  PreviewSink sink(bus_, loop_.clock(), prepared.call.room, id, turn.agent);
  const std::uint64_t seed = std::hash<std::string>{}(prepared.call.key);
  RetriedOutcome tried =
      co_await call_with_retries(loop_, *prepared.model, std::move(prepared.prompt.request), sink,
                                 prepared.call.cancel, options_.retries, seed);
  const Millis took = loop_.clock().steady() - began;
  const bool cancelled = !tried.outcome && tried.outcome.error().kind == ModelErrorKind::kCancelled;
  if (!tried.outcome && !cancelled) {
    const ModelError& error = tried.outcome.error();
    performed = failed(id, turn.agent, to_error(error, turn.model, tried.attempts));
    if (error.kind == ModelErrorKind::kContextLength && prepared.prompt.covers) {
      performed.outcome.error.reset();
      performed.outcome.value =
          JsonObject{{"too_long", true}, {"covers", prepared.prompt.covers->value}};
    }
    co_return performed;
  }
  std::string text(trim(cancelled ? tried.outcome.error().text_so_far : tried.outcome->text));
  text = clean(text).text;
  if (text.size() > kTurnTextLimit) {
    text = std::string(cut_bytes(text, kTurnTextLimit));
    Error cut{"turn_cut", turn.agent + " said more than a room can hold; the end was left out.",
              "The answer was longer than 2 MiB.", ""};
    performed.events.push_back(by_agent("warning", turn.agent, to_json(cut)));
  }
  const bool cut_off = !cancelled && tried.outcome->finish == Finish::kLength;
  TurnReading reading;
  if (!cancelled && !text.empty())
    reading = co_await read_answer(loop_, turn.reads, text, cut_off, prepared.known);
  if (cut_off) reading.repairs.push_back("cut_by_limit");

  JsonObject record;
  record["turn"] = id;
  record["usage"] = {{"input", tried.usage.input},
                     {"cached", tried.usage.cached},
                     {"output", tried.usage.output},
                     {"reasoning", tried.usage.reasoning}};
  if (auto cost = cost_of(turn.model, tried.usage)) record["cost_microusd"] = cost->value;
  record["ms"] = static_cast<std::int64_t>(took.count());
  record["first_token_ms"] =
      cancelled ? std::int64_t{0} : static_cast<std::int64_t>(tried.outcome->first_token.count());
  record["attempts"] = tried.attempts;
  record["repairs"] = to_json(reading.repairs);
  record["prompt_hash"] = prepared.prompt.hash;
  performed.events.push_back(by_agent("turn.finished", turn.agent, std::move(record)));
  if (!text.empty()) {
    JsonObject message;
    message["id"] = derived_id('m', prepared.call.flow->id, prepared.call.place.value);
    message["from"] = turn.agent;
    message["to"] = turn.to;
    message["kind"] = turn.kind;
    message["marker"] = "discussion";
    message["text"] = text;
    if (cancelled) message["interrupted"] = true;
    if (prepared.model->is_rehearsal()) message["rehearsal"] = true;
    if (auto covers = turn.values.find("covers"); covers != turn.values.end())
      message["covers"] = std::stoll(covers->second);
    result["message"] = message["id"];
    performed.events.push_back(by_agent("message.posted", turn.agent, std::move(message)));
  } else {
    result["empty"] = true;
  }
  if (!reading.value.is_null()) result["reading"] = std::move(reading.value);
  performed.outcome.value = std::move(result);
  performed.outcome.interrupted = cancelled;
  performed.prompt_hash = prepared.prompt.hash;
  co_return performed;
}

}  // namespace fm
