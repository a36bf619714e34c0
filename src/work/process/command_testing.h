// A real loop with real commands, for tests: runs one and waits for its end.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "loop/loop.h"
#include "test/support/scratch_folder.h"
#include "work/process/command.h"
#include "work/process/process_table.h"

namespace fm {

class CommandWorld {
 public:
  // A command here, with an environment that finds the system's programs.
  CommandSpec command(std::vector<std::string> argv) const {
    return {.argv = std::move(argv),
            .folder = folder.path(),
            .environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"}}};
  }
  CommandSpec shell(const std::string& script) const { return command({"/bin/sh", "-c", script}); }

  template <class T>
  T wait(Task<T> task) {
    std::optional<T> value;
    const RunningTask running = start(std::move(task), [&](auto outcome) {
      value.emplace(std::move(outcome.value()));
      loop->stop();
    });
    while (!value) loop->run();
    return *std::move(value);
  }

  Result<CommandEnd> try_run(CommandSpec spec, CommandListener* listener = nullptr) {
    return wait(commands->run(std::move(spec), cancel, listener));
  }
  CommandEnd run(CommandSpec spec, CommandListener* listener = nullptr) {
    auto end = try_run(std::move(spec), listener);
    REQUIRE_MESSAGE(end, (end ? "" : end.error().message + " " + end.error().cause));
    return *std::move(end);
  }
  std::string error_of(CommandSpec spec) {
    const auto end = try_run(std::move(spec));
    return end ? "none" : end.error().code;
  }

  // Lets the loop go on until `holds`.
  void run_until(const std::function<bool()>& holds) {
    while (!holds()) {
      const auto timer = loop->after(Millis(5), [this] { loop->stop(); });
      loop->run();
    }
  }

  SystemClock clock;
  ScratchFolder folder;
  CancelToken cancel;
  std::unique_ptr<Loop> loop = make_loop(clock);
  std::unique_ptr<CommandRunner> commands = std::make_unique<CommandRunner>(*loop);
};

// Keeps what a command says, and ends it by `cancel` once `until` is in its output.
class HearingListener final : public CommandListener {
 public:
  HearingListener() = default;
  HearingListener(std::string until, CancelToken cancel)
      : until_(std::move(until)), cancel_(std::move(cancel)) {}

  Task<bool> on_start(ProcessMark given) override {
    mark = std::move(given);
    co_return wanted;
  }
  void on_output(std::string_view bytes) override {
    heard += bytes;
    if (!until_.empty() && heard.contains(until_)) cancel_.cancel();
  }

  ProcessMark mark;
  bool wanted = true;
  std::string heard;

 private:
  std::string until_;
  CancelToken cancel_;
};

inline bool runs(pid_t pid) {
  const auto entry = read_process(pid);
  return entry && !entry->has_ended;
}

}  // namespace fm
