#include "rehearsal/rehearsal.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "rehearsal/rehearsal_scene.h"
#include "rehearsal/rehearsal_topic.h"

namespace fm {
namespace {

constexpr std::size_t kChunk = 24;  // bytes of a delta when the screenplay does not say

int status_of(ModelErrorKind kind) {
  switch (kind) {
    case ModelErrorKind::kRateLimit:
    case ModelErrorKind::kQuota:
      return 429;
    case ModelErrorKind::kOverloaded:
      return 529;
    case ModelErrorKind::kServer:
      return 500;
    case ModelErrorKind::kAuth:
      return 401;
    case ModelErrorKind::kBilling:
      return 402;
    case ModelErrorKind::kPermission:
      return 403;
    case ModelErrorKind::kNotFound:
      return 404;
    case ModelErrorKind::kTooLarge:
      return 413;
    case ModelErrorKind::kInvalidRequest:
    case ModelErrorKind::kContextLength:
      return 400;
    default:
      return 0;
  }
}

// The next delta: whole words while they fit, never inside a character.
std::size_t chunk_length(std::string_view rest, std::size_t most, bool one_word) {
  if (one_word) {
    const std::size_t space = rest.find_first_of(" \n", 1);
    return std::min(space, rest.size());
  }
  if (rest.size() <= most) return rest.size();
  std::size_t length = most;
  while (length > 0 && (static_cast<unsigned char>(rest[length]) & 0xC0) == 0x80) --length;
  return length > 0 ? length : decode_utf8(rest).length;
}

// False when it was cancelled while it waited.
Task<bool> wait(Loop* loop, Millis span, CancelToken cancel) {
  if (cancel.cancelled()) co_return false;
  if (loop == nullptr || span <= Millis(0)) co_return true;
  const Later<bool> over;
  const auto timer = loop->after(span, [over] { over.resolve(true); });
  const auto heard = cancel.on_cancel([over] { over.resolve(false); });
  co_return co_await over;
}

// One answer on its way to the sink, and what has arrived so far.
struct Delivery {
  Loop* loop;
  ModelSink& sink;
  CancelToken cancel;
  std::size_t words = 0;  // bytes that are spoken word by word; what follows comes at once
  Millis begun{0};
  Millis first{0};
  std::string said;

  Millis now() const { return loop != nullptr ? loop->clock().steady() - begun : Millis(0); }
};

// False when it was cancelled on the way.
Task<bool> deliver(Delivery& to, std::string_view text, std::optional<std::size_t> chunk,
                   int words_per_second) {
  const bool slowly = words_per_second > 0 && to.loop != nullptr;
  const Millis pause(slowly ? std::max(1000 / words_per_second, 1) : 0);
  while (!text.empty()) {
    if (to.cancel.cancelled()) co_return false;
    const bool paced = slowly && to.said.size() < to.words;
    if (paced && !co_await wait(to.loop, pause, to.cancel)) co_return false;
    const std::size_t length = chunk_length(text, chunk.value_or(kChunk), paced && !chunk);
    if (to.said.empty()) to.first = to.now();
    to.said += text.substr(0, length);
    to.sink.text(text.substr(0, length));
    text.remove_prefix(length);
  }
  co_return !to.cancel.cancelled();
}

Usage usage_of(const ModelRequest& request, std::size_t said, std::size_t thought) {
  std::size_t sent = 0;
  for (const ModelMessage& message : request.messages) sent += message.text.size();
  Usage usage;
  usage.input = static_cast<std::int64_t>(sent / 4);
  usage.reasoning = static_cast<std::int64_t>(thought / 4);
  usage.output = static_cast<std::int64_t>(said / 4) + usage.reasoning;
  return usage;
}

ModelOutcome failed(const Delivery& delivery, Usage usage, ModelErrorKind kind, std::string words) {
  ModelError error;
  error.kind = kind;
  error.message = std::move(words);
  error.text_so_far = delivery.said;
  error.usage = usage;
  error.http_status = status_of(kind);
  return std::unexpected(std::move(error));
}

}  // namespace

Rehearsal::Rehearsal(Screenplay screenplay, Pacing pacing)
    : screenplay_(std::move(screenplay)), pacing_(pacing) {}

Result<std::shared_ptr<Rehearsal>> Rehearsal::open(const ScreenplayText& text,
                                                   const Screenplay::Source& source,
                                                   Pacing pacing) {
  return std::make_shared<Rehearsal>(TRY(Screenplay::parse(text, source)), pacing);
}

Rehearsal::Turn Rehearsal::turn(const Purpose& purpose) const {
  const Topic topic = topic_of(purpose, screenplay_);
  Staged staged = stage(screenplay_, topic, purpose);
  Turn turn;
  turn.attempt = static_cast<int>(int_at(purpose.facts, "attempt", 1));
  SpokenTurn performed = perform(screenplay_, topic, purpose, staged);
  turn.text = std::move(performed.text);
  turn.words = performed.words;
  turn.reasoning = std::move(performed.reasoning);
  turn.behaviour = std::move(staged.behaviour);
  return turn;
}

Task<ModelOutcome> Rehearsal::call(ModelRequest request, ModelSink& sink, CancelToken cancel) {
  const Turn turn = this->turn(request.purpose);
  const Behaviour& world = turn.behaviour;
  Delivery delivery{pacing_.loop, sink, cancel, turn.words, Millis(0), Millis(0), {}};
  delivery.begun = delivery.now();
  const std::optional<std::size_t> chunk = world.chunk;
  const auto cancelled = [&] {
    return failed(delivery, usage_of(request, delivery.said.size(), turn.reasoning.size()),
                  ModelErrorKind::kCancelled, "The call was cancelled.");
  };

  if (!co_await wait(pacing_.loop, world.delay.value_or(Millis(0)), cancel)) co_return cancelled();
  if (world.failure && turn.attempt <= world.failure->times) {
    const std::string_view part = cut_bytes(turn.text, world.failure->after);
    if (!co_await deliver(delivery, part, chunk, pacing_.words_per_second)) co_return cancelled();
    auto outcome = failed(delivery, usage_of(request, part.size(), 0), world.failure->kind,
                          world.failure->message.empty() ? "A failure that the screenplay asks for."
                                                         : world.failure->message);
    outcome.error().retry_after = world.failure->retry_after;
    co_return outcome;
  }
  if (!turn.reasoning.empty()) sink.reasoning(turn.reasoning);
  std::string_view text = turn.text;
  if (world.cut_after) text = cut_bytes(text, *world.cut_after);
  if (!co_await deliver(delivery, text, chunk, pacing_.words_per_second)) co_return cancelled();
  const Usage usage = usage_of(request, delivery.said.size(), turn.reasoning.size());
  if (world.cut_after)
    co_return failed(delivery, usage, ModelErrorKind::kNetwork, "The stream broke off.");

  ModelReply reply;
  reply.text = delivery.said;
  reply.reasoning = turn.reasoning;
  reply.finish = world.finish.value_or(Finish::kStop);
  reply.usage = usage;
  reply.first_token = delivery.first;
  reply.total = delivery.now();
  co_return reply;
}

std::int64_t Rehearsal::context_tokens(std::string_view) const {
  return screenplay_.context_tokens;
}

std::string screenplay_name(const ModelName& model) {
  return model.model.empty() ? "ideation" : model.model;
}

}  // namespace fm
