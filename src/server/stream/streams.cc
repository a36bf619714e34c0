#include "server/stream/streams.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace fm::server {
namespace {

constexpr std::size_t kMostWaiting = std::size_t{256} << 10;  // bytes, before its rooms pause
constexpr Millis kBeat{15'000};
constexpr Millis kNews{1'000};

HttpAnswer head() {
  return {.status = 200,
          .headers = {{"content-type", "text/event-stream"},
                      {"cache-control", "no-store"},
                      {"x-accel-buffering", "no"}}};
}

}  // namespace

std::string stream_id(std::string_view epoch, const Cursors& cursors) {
  std::string id(epoch);
  for (const auto& [room, seq] : cursors) id += ";" + room + "=" + std::to_string(seq);
  return id;
}

std::optional<Cursors> read_stream_id(std::string_view epoch, std::string_view id) {
  if (!id.starts_with(epoch)) return std::nullopt;
  id.remove_prefix(epoch.size());
  Cursors cursors;
  while (!id.empty()) {
    if (id.front() != ';') return std::nullopt;
    const auto end = id.find(';', 1);
    const std::string_view one = id.substr(1, end == id.npos ? id.npos : end - 1);
    const auto equals = one.find('=');
    if (equals == one.npos) return std::nullopt;
    const std::string_view number = one.substr(equals + 1);
    std::int64_t seq = 0;
    const auto [stopped, failure] =
        std::from_chars(number.data(), number.data() + number.size(), seq);
    if (failure != std::errc() || stopped != number.data() + number.size() || seq < 0)
      return std::nullopt;
    cursors[std::string(one.substr(0, equals))] = seq;
    id = end == id.npos ? std::string_view() : id.substr(end);
  }
  return cursors;
}

class Streams::Stream : public std::enable_shared_from_this<Streams::Stream> {
 public:
  Stream(Streams& of, std::shared_ptr<HttpStream> out, StreamWanted wanted)
      : of_(of),
        out_(std::move(out)),
        cursors_(std::move(wanted.rooms)),
        all_(wanted.all),
        session_(std::move(wanted.session)) {}

  void begin(std::function<void()> closed) {
    out_->listen(
        [weak = weak_from_this()] {
          if (const auto self = weak.lock()) self->go_on();
        },
        std::move(closed));
    tell("hello", {{"epoch", of_.epoch_}});
    for (const auto& [room, after] : cursors_) {
      followers_.push_back(std::make_unique<Follower>(*this, RoomId{room}));
      Follower& follower = *followers_.back();
      follower.watching = of_.service_.watch(RoomId{room}, RoomSeq{after}, follower);
    }
  }

  bool wants_all() const { return all_; }
  const std::string& session() const { return session_; }
  void tell(std::string_view kind, const JsonObject& object) {
    send("event: " + std::string(kind) + "\ndata: " + canonical(object) + "\n\n");
  }
  void beat() { send(":\n\n"); }
  void end() { out_->end(); }

 private:
  struct Follower final : Watcher {
    Follower(Stream& stream, RoomId id) : of(stream), room(std::move(id)) {}
    void event(const EventPtr& event) override { of.event(*event); }
    void delta(const TurnDelta& delta) override {
      of.tell("words", {{"room", delta.room.value},
                        {"turn", delta.turn},
                        {"attempt", delta.attempt},
                        {"offset", delta.offset},
                        {"text", delta.text}});
    }
    void notice(const TurnNotice& notice) override {
      of.tell("wait", {{"room", notice.room.value},
                       {"turn", notice.turn},
                       {"agent", notice.agent},
                       {"text", notice.text},
                       {"wait_ms", notice.wait.count()}});
    }
    void idle(const RoomId&) override { of.tell("rest", {{"room", room.value}}); }
    void lost(const RoomId&, const Error&) override { idle(room); }

    Stream& of;
    const RoomId room;
    std::shared_ptr<Watching> watching;
  };

  void event(const Event& event) {
    cursors_[event.room.value] = event.room_seq.value;
    send("id: " + stream_id(of_.epoch_, cursors_) + "\nevent: event\ndata: " + encode(event) +
         "\n\n");
  }

  void send(std::string_view bytes) {
    out_->write(bytes);
    if (is_paused_ || out_->waiting() < kMostWaiting) return;
    is_paused_ = true;
    for (const auto& follower : followers_)
      if (follower->watching) follower->watching->pause();
  }

  void go_on() {
    if (!std::exchange(is_paused_, false)) return;
    for (const auto& follower : followers_)
      if (follower->watching) follower->watching->resume();
  }

  Streams& of_;
  const std::shared_ptr<HttpStream> out_;
  Cursors cursors_;
  const bool all_;
  const std::string session_;
  bool is_paused_ = false;
  std::vector<std::unique_ptr<Follower>> followers_;
};

Streams::Streams(Service& service, Loop& loop, std::string epoch)
    : service_(service), loop_(loop), epoch_(std::move(epoch)) {}

Streams::~Streams() = default;

void Streams::open(const StreamWanted& wanted, HttpReply& reply) {
  StreamWanted from = wanted;
  if (const auto cursors = read_stream_id(epoch_, wanted.last_id))
    for (auto& [room, after] : from.rooms)
      if (const auto known = cursors->find(room); known != cursors->end())
        after = std::max(after, known->second);
  const std::uint64_t number = ++next_;
  auto stream = std::make_shared<Stream>(*this, reply.stream(head()), std::move(from));
  streams_[number] = stream;
  stream->begin([this, number, alive = std::weak_ptr(alive_)] {
    if (!alive.expired()) streams_.erase(number);
  });
  if (wanted.all && news_ == nullptr) look_for_news();
  if (beat_ == nullptr) schedule_beat();
}

void Streams::schedule_beat() {
  beat_ = loop_.after(kBeat, [this] {
    for (const auto& [number, stream] : std::map(streams_)) stream->beat();
    schedule_beat();
  });
}

void Streams::schedule_news() {
  news_ = loop_.after(kNews, [this] { look_for_news(); });
}

// Rooms are in the order of their newest events, so the first page holds what is new.
void Streams::look_for_news() {
  news_.reset();
  bool is_wanted = false;
  for (const auto& [number, stream] : streams_) is_wanted = is_wanted || stream->wants_all();
  if (!is_wanted) return;
  service_.rooms({.folder = {}, .page = {.cursor = {}, .limit = 50}},
                 [this, alive = std::weak_ptr(alive_)](const Result<Page<RoomSummary>>& page) {
                   if (alive.expired()) return;
                   if (page)
                     for (const RoomSummary& room : page->items) {
                       std::int64_t& seen = newest_[room.id.value];
                       if (has_seen_ && seen != room.events)
                         for (const auto& [number, stream] : std::map(streams_))
                           if (stream->wants_all())
                             stream->tell("news",
                                          {{"room", room.id.value}, {"room_seq", room.events}});
                       seen = room.events;
                     }
                   has_seen_ = has_seen_ || page.has_value();
                   schedule_news();
                 });
}

void Streams::end_session(std::string_view session) {
  for (const auto& [number, stream] : std::map(streams_))
    if (stream->session() == session) stream->end();
}

void Streams::leave() {
  for (const auto& [number, stream] : std::exchange(streams_, {})) {
    stream->tell("leaving", {});
    stream->end();
  }
}

}  // namespace fm::server
