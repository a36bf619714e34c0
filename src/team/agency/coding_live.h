// CodingLive: what a coding agent does, as the steps of a session, while it does it (S-21).
//
// It listens to one run and tells its events in the words that our own builder's rounds have:
// session.said, tool.called, tool.finished. They are committed as they come, so that whoever looks
// follows; nothing rests on them. All texts are redacted; after kMostTold calls the rest is counted
// only. One run that writes without end is ended. Lives in the run's frame.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/redact.h"
#include "coding/stream/coding_stream.h"
#include "engine/flow/effect.h"
#include "engine/log/event.h"
#include "work/process/command.h"

namespace fm {

struct CodingLiveOptions {
  std::string task;
  std::string agent;
  ProjectId project;
  std::string lane;    // its folder, left out of what people read
  std::string prefix;  // of the ids of calls: another one for each attempt
  std::function<std::string(std::string_view)> redact;
  std::function<void(std::vector<NewEvent>)> tell;
  // Left behind for a run after a crash, and whether this one counts still.
  std::function<Task<bool>(ProcessMark)> started;
  std::function<void(const std::string& session)> has_session;
  CancelToken cancel;  // ends the run
};

class CodingLive final : public CommandListener {
 public:
  static constexpr int kMostTold = 1'000;  // calls
  static constexpr std::int64_t kMostBytes = std::int64_t{256} << 20;

  CodingLive(StreamFamily family, CodingLiveOptions options)
      : options_(std::move(options)), stream_(family) {}

  Task<bool> on_start(ProcessMark mark) override;
  void on_output(std::string_view bytes) override;
  void on_errors(std::string_view) override {}  // kept by whoever runs it

  void finish();  // the bytes are over
  const CodingStream& stream() const { return stream_; }
  bool has_flooded() const { return bytes_ > kMostBytes; }
  int calls() const { return calls_; }

 private:
  void take(const std::vector<CodingEvent>& events);
  void called(const CodingEvent& event, std::vector<NewEvent>& told);
  void finished(const CodingEvent& event, std::vector<NewEvent>& told);
  void say_so_far(std::vector<NewEvent>& told);
  NewEvent of_task(std::string kind, JsonObject body) const;
  std::string shown(std::string_view text) const;

  const CodingLiveOptions options_;
  CodingStream stream_;
  std::int64_t bytes_ = 0;
  int calls_ = 0;
  std::string saying_;
  std::string session_;
  std::map<std::string, std::string> summaries_;  // of calls that are not done, by our id
};

}  // namespace fm
