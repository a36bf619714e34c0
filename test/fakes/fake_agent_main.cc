// fake_agent SCRIPT FAMILY FOLDER ARGUMENTS...: a coding agent that does what a script tells it, in
// the stream of whichever family it is asked as. What it keeps, it keeps where a real one would: in
// FOLDER below HOME.
//
// The script has a part for each run, the last one again for those after it. A line is a step:
//
//   run                      begins the part of a run
//   run WORDS                begins the part of every run whose prompt has these words
//   say TEXT                 words
//   write PATH TEXT          a file of the folder it works in; \n in the text is a line's end
//   shell COMMAND            runs it, and tells it as a tool
//   lie                      says by its last event that it is done, and goes on to its end
//   end                      its last event, of success
//   fail TEXT                its last event, of a failure
//   raw TEXT                 the line as it is
//   flood BYTES              one line of that many bytes
//   orphan                   starts a process of a session of its own, and leaves it
//   hang                     does nothing more, for ever
//   die                      ends by a signal
//   exit STATUS              ends; without one, 0 after the last step
//
// Each run notes its arguments, its environment and its standard input in run-N.json there.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "base/json.h"

extern char** environ;

namespace {

namespace fs = std::filesystem;
using fm::Json;
using fm::JsonArray;
using fm::JsonObject;

struct Step {
  std::string verb;
  std::string rest;
};
struct Part {
  std::string words;  // of the prompts that it is for; empty: it counts by its number
  std::vector<Step> steps;
};

std::vector<Part> parts_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<Part> parts;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const auto space = line.find(' ');
    Step step{line.substr(0, space), space == line.npos ? "" : line.substr(space + 1)};
    if (step.verb == "run")
      parts.push_back({step.rest, {}});
    else if (!parts.empty())
      parts.back().steps.push_back(std::move(step));
  }
  return parts;
}

std::string with_lines(std::string text) {
  for (std::size_t at = 0; (at = text.find("\\n", at)) != text.npos;) text.replace(at, 2, "\n");
  return text;
}

class Speaker {
 public:
  explicit Speaker(std::string family) : family_(std::move(family)) {
    if (family_ == "codex") {
      line({{"type", "thread.started"}, {"thread_id", "fake-1"}});
      line({{"type", "turn.started"}});
    } else if (family_ == "claude") {
      line({{"type", "system"}, {"subtype", "init"}, {"session_id", "fake-1"}});
    } else if (family_ == "gemini") {
      line({{"type", "init"}, {"session_id", "fake-1"}});
    } else if (family_ == "pi") {
      line({{"type", "session"}, {"id", "fake-1"}});
      line({{"type", "agent_start"}});
    }
  }

  void line(const JsonObject& object) { raw(fm::canonical(object)); }
  void raw(const std::string& text) { std::cout << text << std::endl; }

  void say(const std::string& text) {
    if (family_ == "codex")
      line({{"type", "item.completed"},
            {"item", {{"id", "m"}, {"type", "agent_message"}, {"text", text}}}});
    else if (family_ == "claude")
      content("assistant", {{"type", "text"}, {"text", text}});
    else if (family_ == "gemini")
      line({{"type", "message"}, {"role", "assistant"}, {"content", text}});
    else if (family_ == "opencode")
      line({{"type", "text"}, {"sessionID", "fake-1"}, {"part", {{"text", text}}}});
    else if (family_ == "pi")
      line({{"type", "message_update"},
            {"assistantMessageEvent", {{"type", "text_delta"}, {"delta", text}}}});
    else if (family_ == "cline")
      event({{"type", "content_start"}, {"text", text}});
    else
      raw(text);
  }

  void tool(const std::string& name, const JsonObject& input, const std::string& output, bool ok) {
    const std::string id = "c" + std::to_string(++calls_);
    if (family_ == "codex") {
      JsonObject item{{"id", id}, {"type", "command_execution"}, {"status", "in_progress"}};
      for (const auto& [key, value] : input) item[key] = value;
      line({{"type", "item.started"}, {"item", item}});
      item["aggregated_output"] = output;
      item["exit_code"] = ok ? 0 : 1;
      item["status"] = ok ? "completed" : "failed";
      line({{"type", "item.completed"}, {"item", item}});
    } else if (family_ == "claude") {
      content("assistant", {{"type", "tool_use"}, {"id", id}, {"name", name}, {"input", input}});
      content(
          "user",
          {{"type", "tool_result"}, {"tool_use_id", id}, {"is_error", !ok}, {"content", output}});
    } else if (family_ == "gemini") {
      line({{"type", "tool_use"}, {"tool_name", name}, {"tool_id", id}, {"parameters", input}});
      line({{"type", "tool_result"}, {"tool_id", id}, {"status", ok ? "success" : "error"}});
    } else if (family_ == "opencode") {
      line({{"type", "tool_use"},
            {"sessionID", "fake-1"},
            {"part",
             {{"tool", name},
              {"callID", id},
              {"state",
               {{"status", ok ? "completed" : "error"}, {"input", input}, {"output", output}}}}}});
    } else if (family_ == "pi") {
      line({{"type", "tool_execution_start"},
            {"toolCallId", id},
            {"toolName", name},
            {"args", input}});
      line({{"type", "tool_execution_end"}, {"toolCallId", id}, {"isError", !ok}});
    } else if (family_ == "cline") {
      event({{"type", "content_start"}, {"toolName", name}, {"toolCallId", id}, {"input", input}});
      event({{"type", "content_end"}, {"toolName", name}, {"toolCallId", id}});
    } else {
      raw("$ " + fm::canonical(input) + "\n" + output);
    }
  }

  void end(const std::string& failure) {
    const bool ok = failure.empty();
    if (family_ == "codex")
      line(ok ? JsonObject{{"type", "turn.completed"},
                           {"usage",
                            {{"input_tokens", 1000},
                             {"cached_input_tokens", 100},
                             {"output_tokens", 50}}}}
              : JsonObject{{"type", "turn.failed"}, {"error", {{"message", failure}}}});
    else if (family_ == "claude")
      line({{"type", "result"},
            {"subtype", ok ? "success" : "error_during_execution"},
            {"is_error", !ok},
            {"session_id", "fake-1"},
            {"result", failure},
            {"total_cost_usd", 0.25},
            {"usage", {{"input_tokens", 1000}, {"output_tokens", 50}}}});
    else if (family_ == "gemini")
      line(ok ? JsonObject{{"type", "result"}, {"status", "success"}}
              : JsonObject{
                    {"type", "result"}, {"status", "error"}, {"error", {{"message", failure}}}});
    else if (family_ == "opencode")
      line(ok ? JsonObject{{"type", "step_finish"},
                           {"sessionID", "fake-1"},
                           {"part", {{"reason", "stop"}}}}
              : JsonObject{{"type", "error"}, {"error", {{"data", {{"message", failure}}}}}});
    else if (family_ == "pi" && !ok)
      line({{"type", "auto_retry_end"}, {"success", false}, {"finalError", failure}});
    else if (family_ == "pi")
      line({{"type", "agent_end"}});
    else if (family_ == "cline")
      line({{"type", "run_result"},
            {"finishReason", ok ? "completed" : "error"},
            {"text", failure}});
    else if (!ok)
      raw(failure);
  }

 private:
  void content(const char* type, const JsonObject& part) {
    line({{"type", type}, {"session_id", "fake-1"}, {"message", {{"content", JsonArray{part}}}}});
  }
  void event(const JsonObject& event) { line({{"type", "agent_event"}, {"event", event}}); }

  const std::string family_;
  int calls_ = 0;
};

std::string whole_input() { return {std::istreambuf_iterator<char>(std::cin), {}}; }

// Which run it is: by what those before left.
std::size_t note_run(const fs::path& folder, const std::vector<std::string>& arguments) {
  std::size_t number = 1;
  while (fs::exists(folder / ("run-" + std::to_string(number) + ".json"))) ++number;
  JsonArray given;
  for (const std::string& argument : arguments) given.emplace_back(argument);
  JsonArray names;
  for (char** at = environ; *at != nullptr; ++at) names.emplace_back(*at);
  std::error_code error;
  fs::create_directories(folder, error);
  std::ofstream(folder / ("run-" + std::to_string(number) + ".json")) << fm::canonical(
      JsonObject{{"arguments", given}, {"environment", names}, {"input", whole_input()}});
  return number;
}

void shell(Speaker& speaker, const std::string& command) {
  std::string output;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> part;
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), pipe))
    output.append(part.data(), got);
  const int status = ::pclose(pipe);
  speaker.tool("shell", {{"command", command}}, output, status == 0);
}

void orphan() {
  if (::fork() != 0) return;
  ::setsid();
  for (;;) ::pause();
}

int act(const Part& part, Speaker& speaker) {
  for (const auto& [verb, rest] : part.steps) {
    if (verb == "say") speaker.say(rest);
    if (verb == "write") {
      const auto space = rest.find(' ');
      const fs::path path = fs::current_path() / rest.substr(0, space);
      fs::create_directories(path.parent_path());
      std::ofstream(path) << with_lines(rest.substr(space + 1));
      speaker.tool("write", {{"path", path.string()}}, "written", true);
    }
    if (verb == "shell") shell(speaker, rest);
    if (verb == "end" || verb == "lie") speaker.end("");
    if (verb == "fail") speaker.end(rest);
    if (verb == "raw") speaker.raw(rest);
    if (verb == "flood") speaker.raw(std::string(std::stoul(rest), 'x'));
    if (verb == "orphan") orphan();
    if (verb == "hang")
      for (;;) ::pause();
    if (verb == "die") ::raise(SIGKILL);
    if (verb == "exit") return std::stoi(rest);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::vector<std::string> arguments(argv + 4, argv + argc);
  if (arguments == std::vector<std::string>{"--version"}) {
    std::cout << "fake-agent 9.9.9\n";
    return 0;
  }
  if (!arguments.empty() && arguments.front() == "login") return 0;
  const char* home = std::getenv("HOME");
  const std::size_t number =
      note_run(fs::path(home != nullptr ? home : "/tmp") / argv[3], arguments);
  const std::vector<Part> parts = parts_of(argv[1]);
  if (parts.empty()) return 2;
  Speaker speaker(argv[2]);
  for (const Part& part : parts)
    if (!part.words.empty() && std::ranges::any_of(arguments, [&](const std::string& argument) {
          return argument.contains(part.words);
        }))
      return act(part, speaker);
  return act(parts[std::min(number, parts.size()) - 1], speaker);
}
