#include "coding/stream/families.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/text.h"
#include "coding/stream/event_text.h"

namespace fm {
namespace {

using Events = std::vector<CodingEvent>;

const Json kNothing;

const Json& at(ObjectRef object, std::string_view key) {
  const Json* value = find_at(object, key);
  return value != nullptr ? *value : kNothing;
}

// Money is told in dollars with a point; it is counted in whole millionths.
std::optional<std::int64_t> micro_usd(const Json& dollars) {
  constexpr double kMost = 1e6;
  double value = -1;
  if (dollars.is_double()) value = dollars.get_double();
  if (dollars.is_int64()) value = static_cast<double>(dollars.get_int64());
  if (!(value >= 0 && value <= kMost)) return std::nullopt;
  return std::llround(value * 1e6);
}

std::int64_t tokens(ObjectRef object, std::string_view key) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;  // more is nonsense, and sums must fit
  return std::clamp<std::int64_t>(int_at(object, key), 0, kMost);
}

CodingUse& operator+=(CodingUse& sum, const CodingUse& more) {
  sum.input += more.input;
  sum.cached += more.cached;
  sum.output += more.output;
  if (more.micro_usd) sum.micro_usd = sum.micro_usd.value_or(0) + *more.micro_usd;
  return sum;
}

void add_use(CodingEnd& end, const CodingUse& more) {
  if (!end.use) end.use.emplace();
  *end.use += more;
}

// What every family has: how it stands, and what was said last.
class Family : public FamilyReader {
 public:
  CodingEnd end() const override {
    CodingEnd end = end_;
    end.ok = end.has_ended && end.error.empty();
    return end;
  }

 protected:
  void says(std::string_view text, Events& events) {
    if (text.empty()) return;
    events.push_back(text_event(text));
    end_.said = events.back().text;
    in_pieces_ = false;
  }
  // A piece of what is being said.
  void goes_on_saying(std::string_view text, Events& events) {
    if (text.empty()) return;
    const bool begins = !std::exchange(in_pieces_, true);
    events.push_back(text_event(text, !begins));
    if (begins) end_.said.clear();
    if (end_.said.size() < kMostSaid) end_.said += events.back().text;
  }
  void stops_saying() { in_pieces_ = false; }
  void has_session(std::string_view id) {
    // It becomes an argument of a command line: nothing that could be taken for an option.
    const bool plain = !id.empty() && id.size() <= 128 && !id.starts_with('-') &&
                       std::ranges::all_of(id, [](char c) {
                         return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
                       });
    if (plain) end_.session = id;
  }
  void begins() {
    end_.has_ended = false;
    end_.error.clear();
  }
  void ends_well() {
    end_.has_ended = true;
    end_.error.clear();
  }
  void fails(std::string_view why) {
    end_.has_ended = true;
    end_.error = event_text(why, kMostError);
    if (end_.error.empty()) end_.error = "It does not say why.";
  }
  void ends_as_it_stands() { end_.has_ended = true; }
  // Whether it is the end of it shows later.
  void is_troubled(std::string_view why, Events& events) {
    events.push_back(trouble_event(why));
    end_.error = events.back().text.empty() ? "It does not say why." : events.back().text;
  }

  CodingEnd end_;

 private:
  bool in_pieces_ = false;
};

// {type: thread.started | turn.* | item.* | error}. An item that is an error is a warning of
// codex's, and an error in the middle is one that it tries again after: only turn.completed and
// turn.failed say how it ended.
class CodexReader final : public Family {
 public:
  void take(const JsonObject& line, Events& events) override {
    const std::string_view type = text_at(line, "type");
    if (type == "thread.started") has_session(text_at(line, "thread_id"));
    if (type == "turn.started") begins();
    if (type == "item.started" || type == "item.completed")
      item(at(line, "item"), type == "item.completed", events);
    if (type == "error") is_troubled(text_at(line, "message"), events);
    if (type == "turn.failed") fails(text_at(at(line, "error"), "message"));
    if (type != "turn.completed") return;
    ends_well();
    if (const Json& use = at(line, "usage"); use.is_object())
      add_use(end_, {.input = tokens(use, "input_tokens"),
                     .cached = tokens(use, "cached_input_tokens"),
                     .output = tokens(use, "output_tokens"),
                     .micro_usd = std::nullopt});
  }

 private:
  void item(const Json& item, bool done, Events& events) {
    const std::string_view type = text_at(item, "type");
    const std::string_view id = text_at(item, "id");
    if (type == "agent_message" && done) says(text_at(item, "text"), events);
    if (type == "error" && done) events.push_back(trouble_event(text_at(item, "message")));
    const bool ok = text_at(item, "status") != "failed" && int_at(item, "exit_code") == 0;
    if (type == "command_execution") {
      if (!done) events.push_back(call_event(id, "shell", &item));
      if (done) events.push_back(result_event(id, ok, text_at(item, "aggregated_output")));
    }
    if (type == "file_change" && done) change(item, id, ok, events);
    if (type == "mcp_tool_call" || type == "web_search") {
      if (!done) events.push_back(call_event(id, tool_of(item, type), &item));
      if (done) events.push_back(result_event(id, ok, ""));
    }
  }

  static std::string_view tool_of(const Json& item, std::string_view type) {
    const std::string_view tool = text_at(item, "tool");
    return tool.empty() ? type : tool;
  }

  // All files of one change, told when it is done.
  static void change(const Json& item, std::string_view id, bool ok, Events& events) {
    std::string paths;
    if (const Json& changes = at(item, "changes"); changes.is_array())
      for (const Json& one : changes.get_array()) {
        const std::string_view path = text_at(one, "path");
        if (!path.empty()) paths += (paths.empty() ? "" : ", ") + std::string(path);
      }
    const Json input(JsonObject{{"path", paths}});
    events.push_back(call_event(id, "edit", &input));
    events.push_back(result_event(id, ok, ""));
  }
};

// Claude Code and those that took its form over (qwen): system, assistant, user, result. A result
// that tells of success may hold an error as its words.
class ClaudeReader final : public Family {
 public:
  void take(const JsonObject& line, Events& events) override {
    const std::string_view type = text_at(line, "type");
    has_session(text_at(line, "session_id"));
    if (type == "system" && text_at(line, "subtype") == "api_retry")
      events.push_back(trouble_event("The model does not answer; it is asked again (status " +
                                     std::to_string(int_at(line, "error_status")) + ")."));
    if (type == "assistant") message(at(at(line, "message"), "content"), events);
    if (type == "user") answers(at(at(line, "message"), "content"), events);
    if (type == "result") result(line);
  }

 private:
  void message(const Json& content, Events& events) {
    if (content.is_string()) return says(text_at(JsonObject{{"t", content}}, "t"), events);
    if (!content.is_array()) return;
    for (const Json& part : content.get_array()) {
      const std::string_view type = text_at(part, "type");
      if (type == "text") says(text_at(part, "text"), events);
      if (type == "tool_use")
        events.push_back(
            call_event(text_at(part, "id"), text_at(part, "name"), find_at(part, "input")));
    }
  }

  static void answers(const Json& content, Events& events) {
    if (!content.is_array()) return;
    for (const Json& part : content.get_array())
      if (text_at(part, "type") == "tool_result")
        events.push_back(result_event(text_at(part, "tool_use_id"), !bool_at(part, "is_error"),
                                      text_of_content(find_at(part, "content"))));
  }

  void result(const JsonObject& line) {
    constexpr std::string_view kInWords = "[API Error:";
    const std::string_view words = text_at(line, "result");
    const std::string_view subtype = text_at(line, "subtype");
    const std::string_view why = words.empty() ? text_at(at(line, "error"), "message") : words;
    if (bool_at(line, "is_error") || subtype.starts_with("error"))
      fails(why.empty() ? subtype : why);
    else if (const auto error = words.find(kInWords); error != words.npos)
      fails(words.substr(error));
    else
      ends_well();
    if (!words.empty()) end_.said = event_text(words);
    const Json& use = at(line, "usage");
    if (!use.is_object()) return;
    const std::int64_t cached = tokens(use, "cache_read_input_tokens");
    add_use(end_, {.input = tokens(use, "input_tokens") + cached +
                            tokens(use, "cache_creation_input_tokens"),
                   .cached = cached,
                   .output = tokens(use, "output_tokens"),
                   .micro_usd = micro_usd(at(line, "total_cost_usd"))});
  }
};

class GeminiReader final : public Family {
 public:
  void take(const JsonObject& line, Events& events) override {
    const std::string_view type = text_at(line, "type");
    has_session(text_at(line, "session_id"));
    if (type == "message" && text_at(line, "role") == "assistant") {
      if (bool_at(line, "delta"))
        goes_on_saying(text_at(line, "content"), events);
      else
        says(text_at(line, "content"), events);
    }
    if (type == "tool_use") {
      stops_saying();
      events.push_back(call_event(text_at(line, "tool_id"), text_at(line, "tool_name"),
                                  find_at(line, "parameters")));
    }
    if (type == "tool_result")
      events.push_back(result_event(text_at(line, "tool_id"), text_at(line, "status") != "error",
                                    text_of_content(find_at(line, "output"))));
    if (type == "error") is_troubled(text_at(line, "message"), events);
    if (type != "result") return;
    if (text_at(line, "status") == "success")
      ends_well();
    else
      fails(text_at(at(line, "error"), "message"));
    if (const Json& stats = at(line, "stats"); stats.is_object())
      add_use(end_, {.input = tokens(stats, "input_tokens"),
                     .cached = tokens(stats, "cached"),
                     .output = tokens(stats, "output_tokens"),
                     .micro_usd = std::nullopt});
  }
};

// There is no last event: it has ended when the newest step has, for the reason "stop".
class OpencodeReader final : public Family {
 public:
  void take(const JsonObject& line, Events& events) override {
    const std::string_view type = text_at(line, "type");
    const Json& part = at(line, "part");
    has_session(text_at(line, "sessionID"));
    if (type == "step_start") end_.has_ended = false;
    if (type == "text") says(text_at(part, "text"), events);
    if (type == "tool_use") tool(part, events);
    if (type == "error") {
      const Json& error = at(line, "error");
      const std::string_view why = text_at(at(error, "data"), "message");
      fails(why.empty() ? text_at(error, "name") : why);
    }
    if (type != "step_finish") return;
    if (text_at(part, "reason") == "stop") ends_as_it_stands();
    const Json& use = at(part, "tokens");
    if (!use.is_object()) return;
    const std::int64_t cached = tokens(at(use, "cache"), "read");
    add_use(end_, {.input = tokens(use, "input") + cached + tokens(at(use, "cache"), "write"),
                   .cached = cached,
                   .output = tokens(use, "output") + tokens(use, "reasoning"),
                   .micro_usd = micro_usd(at(part, "cost"))});
  }

 private:
  // Told once it is over.
  static void tool(const Json& part, Events& events) {
    const Json& state = at(part, "state");
    const std::string_view id = text_at(part, "callID");
    events.push_back(call_event(id, text_at(part, "tool"), find_at(state, "input")));
    const bool failed = text_at(state, "status") == "error";
    events.push_back(result_event(id, !failed, text_at(state, failed ? "error" : "output")));
  }
};

// Each piece of an answer repeats all of it, so a line may be long. After agent_end it may try
// again; an error is a message that stopped for that reason.
class PiReader final : public Family {
 public:
  void take(const JsonObject& line, Events& events) override {
    const std::string_view type = text_at(line, "type");
    if (type == "session") has_session(text_at(line, "id"));
    if (type == "agent_start" || type == "auto_retry_start") begins();
    if (type == "message_update") update(at(line, "assistantMessageEvent"), events);
    if (type == "message_end") message(at(line, "message"));
    if (type == "tool_execution_start") {
      stops_saying();
      events.push_back(call_event(text_at(line, "toolCallId"), text_at(line, "toolName"),
                                  find_at(line, "args")));
    }
    if (type == "tool_execution_end")
      events.push_back(result_event(text_at(line, "toolCallId"), !bool_at(line, "isError"),
                                    text_of_content(find_at(at(line, "result"), "content"))));
    if (type == "auto_retry_end" && !bool_at(line, "success")) fails(text_at(line, "finalError"));
    if (type == "agent_end") ends_as_it_stands();
  }

  // The end repeats the whole talk.
  void take_cut(std::string_view beginning) override {
    if (beginning.substr(0, 64).contains("\"agent_end\"")) ends_as_it_stands();
  }

 private:
  void update(const Json& update, Events& events) {
    const std::string_view type = text_at(update, "type");
    if (type == "text_start") stops_saying();
    if (type == "text_delta") goes_on_saying(text_at(update, "delta"), events);
  }

  void message(const Json& message) {
    stops_saying();
    if (text_at(message, "role") != "assistant") return;
    const std::string_view reason = text_at(message, "stopReason");
    if (reason == "error" || reason == "aborted") {
      const std::string_view why = text_at(message, "errorMessage");
      end_.error = event_text(why.empty() ? reason : why, kMostError);
    }
    const Json& use = at(message, "usage");
    if (!use.is_object()) return;
    const std::int64_t cached = tokens(use, "cacheRead");
    add_use(end_, {.input = tokens(use, "input") + cached + tokens(use, "cacheWrite"),
                   .cached = cached,
                   .output = tokens(use, "output"),
                   .micro_usd = micro_usd(at(at(use, "cost"), "total"))});
  }
};

class ClineReader final : public Family {
 public:
  void take(const JsonObject& line, Events& events) override {
    const std::string_view type = text_at(line, "type");
    if (const std::string_view id = text_at(line, "sessionId"); !id.empty()) has_session(id);
    if (type == "agent_event") event(at(line, "event"), events);
    if (type == "run_aborted") fails("It was broken off.");
    if (type != "run_result") return;
    const std::string_view reason = text_at(line, "finishReason");
    const std::string_view words = text_at(line, "text");
    if (!words.empty()) end_.said = event_text(words);
    if (reason == "error" || reason == "aborted" || reason == "cancelled")
      fails(words.empty() ? std::string_view(end_.error) : words);
    else
      ends_well();
  }

 private:
  void event(const Json& event, Events& events) {
    const std::string_view type = text_at(event, "type");
    const std::string_view tool = text_at(event, "toolName");
    const std::string_view id = text_at(event, "toolCallId");
    if (type == "content_start" && tool.empty()) goes_on_saying(text_at(event, "text"), events);
    if (type == "content_start" && !tool.empty()) {
      stops_saying();
      events.push_back(call_event(id, tool, find_at(event, "input")));
    }
    if (type == "content_end" && tool.empty()) stops_saying();
    if (type == "content_end" && !tool.empty())
      events.push_back(result_event(id, text_at(event, "error").empty(),
                                    text_of_content(find_at(event, "output"))));
    if (type == "error") {
      const std::string_view flat = text_at(event, "error");
      is_troubled(flat.empty() ? text_at(at(event, "error"), "message") : flat, events);
    }
    if (type == "usage")
      add_use(end_, {.input = tokens(event, "inputTokens"),
                     .cached = tokens(event, "cacheReadTokens"),
                     .output = tokens(event, "outputTokens"),
                     .micro_usd = std::nullopt});
  }
};

}  // namespace

std::unique_ptr<FamilyReader> family_reader(StreamFamily family) {
  switch (family) {
    case StreamFamily::kPlain:
      return nullptr;
    case StreamFamily::kCodex:
      return std::make_unique<CodexReader>();
    case StreamFamily::kClaude:
      return std::make_unique<ClaudeReader>();
    case StreamFamily::kGemini:
      return std::make_unique<GeminiReader>();
    case StreamFamily::kOpencode:
      return std::make_unique<OpencodeReader>();
    case StreamFamily::kPi:
      return std::make_unique<PiReader>();
    case StreamFamily::kCline:
      return std::make_unique<ClineReader>();
  }
  return nullptr;
}

}  // namespace fm
