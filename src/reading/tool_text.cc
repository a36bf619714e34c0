// Tool calls written as text (tool_call.h): one reader for each family's form.
#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/chars.h"
#include "reading/find.h"
#include "reading/python_call.h"
#include "reading/tool_call.h"

namespace fm {
namespace {

constexpr std::size_t kMaxCalls = 100;
constexpr std::size_t kLongestName = 200;
constexpr std::size_t kStepsPerByte = 6;  // then no more calls are looked for
constexpr std::size_t kStepsAtLeast = 1 << 16;
constexpr std::string_view kBar = "｜";  // DeepSeek's full-width bar

// Marks that begin a call; nothing else is looked at closely.
constexpr std::array<std::string_view, 12> kOpenings = {
    "<tool_call>",           "<function_call>", "<function=",
    "<|python_tag|>",        "[TOOL_CALLS]",    "<invoke name=",
    "<｜DSML｜invoke name=", "to=functions.",   "print(default_api.",
    "default_api.",          "<|tool_call|>",   "<tool_code>"};

// What is left of a form around its calls; taken out of the text.
constexpr std::array<std::string_view, 22> kLeftovers = {"</tool_call>",
                                                         "</function_call>",
                                                         "<function_calls>",
                                                         "</function_calls>",
                                                         "<|eom_id|>",
                                                         "<|eot_id|>",
                                                         "<|im_end|>",
                                                         "</function>",
                                                         "<｜DSML｜tool_calls>",
                                                         "</｜DSML｜tool_calls>",
                                                         "<｜DSML｜function_calls>",
                                                         "</｜DSML｜function_calls>",
                                                         "<|call|>",
                                                         "<|message|>",
                                                         "<|channel|>commentary",
                                                         "<|start|>assistant",
                                                         "<|end|>",
                                                         "<|constrain|>json",
                                                         "<|channel|>",
                                                         "</tool_code>",
                                                         "<tool_calls>",
                                                         "</tool_calls>"};

// Marks that no sentence holds: if they are left over, a call was written and not understood.
constexpr std::array<std::string_view, 7> kLeaks = {"<｜tool",   "<|tool_call",  "<tool_call>",
                                                    "<｜DSML｜", "[TOOL_CALLS]", "<|python_tag|>",
                                                    "<function="};

class TextReader {
 public:
  TextReader(std::string_view text, const ToolTable& tools) : text_(text), tools_(tools) {}

  Read<ToolMessage> run() {
    for (const Region& region : find_regions(text_)) {
      if (region.container == Container::kReasoning) leave_out(region.begin, region.end);
      if (region.container == Container::kProse) prose(region);
      if (fault_) return std::unexpected(std::move(*fault_));
    }
    leave_out(text_.size(), text_.size());
    if (out_.calls.empty()) whole_text();
    if (fault_) return std::unexpected(std::move(*fault_));
    finish_text();
    if (fault_) return std::unexpected(std::move(*fault_));
    return std::move(out_);
  }

 private:
  // What was said is everything but reasoning and calls.
  void leave_out(std::size_t begin, std::size_t end) {
    rest_ += text_.substr(kept_to_, begin - kept_to_);
    kept_to_ = end;
  }

  void prose(const Region& region) {
    const std::string_view part = text_.substr(0, region.end);
    for (std::size_t at = region.begin; at < part.size() && !fault_;) {
      const std::size_t next = part.find_first_of("`<[pdt", at);
      if (next == std::string_view::npos) break;
      at = next;
      if (part[at] == '`') {
        at = after_inline_code(part, at);
        continue;
      }
      const auto opening = std::ranges::find_if(
          kOpenings, [&](std::string_view mark) { return starts_with_at(part, at, mark); });
      const bool word = at > 0 && (is_ascii_letter(part[at - 1]) || part[at - 1] == '_');
      if (opening == kOpenings.end() || (is_ascii_letter(part[at]) && word)) {
        ++at;
        continue;
      }
      const std::size_t end = call_at(part, at, *opening);
      if (end == at) {
        ++at;
        continue;
      }
      leave_out(at, end);
      at = end;
    }
  }

  // Inline code does not go beyond its paragraph. Runs that nothing closes are looked at once.
  std::size_t after_inline_code(std::string_view part, std::size_t at) {
    const std::size_t run = std::min(part.find_first_not_of('`', at), part.size()) - at;
    if (at >= paragraph_end_) paragraph_end_ = std::min(part.find("\n\n", at), part.size());
    const std::size_t limit = std::min(paragraph_end_, part.size());
    if (at < hopeless_to_ && run == hopeless_run_) return at + run;
    for (std::size_t next = part.find('`', at + run); next < limit;) {
      const std::size_t length = std::min(part.find_first_not_of('`', next), part.size()) - next;
      if (length == run) return next + length;
      next = part.find('`', next + length);
    }
    hopeless_to_ = limit;
    hopeless_run_ = run;
    return at + run;
  }

  void fail(FaultCode code, std::string message, std::size_t at) {
    if (!fault_) fault_ = Fault{code, std::move(message), at, excerpt_at(text_, at)};
  }

  // Adds a call; a fault if the tool is unknown or the arguments are bad.
  bool add(std::string_view name, const Json& arguments, std::string_view id, std::size_t at) {
    auto tool = tool_of(name, tools_);
    if (!tool) return fail(tool.error().code, tool.error().message, at), false;
    auto read = read_arguments(arguments, tools_.find(*tool)->second, out_.repairs);
    if (!read) return fail(read.error().code, read.error().message, at), false;
    if (out_.calls.size() >= kMaxCalls) return false;
    GivenCall call;
    call.name = std::move(*tool);
    call.arguments = std::move(*read);
    call.id = id;
    const auto taken = [&](const std::string& one) {
      return std::ranges::find(out_.calls, one, &GivenCall::id) != out_.calls.end();
    };
    for (std::size_t n = 1; call.id.empty() || taken(call.id); ++n) {
      call.id = "call-" + std::to_string(n);
      call.made_up_id = true;
    }
    out_.calls.push_back(std::move(call));
    return true;
  }

  std::size_t past_space(std::string_view part, std::size_t at) const {
    while (const std::size_t length = space_at(part, at)) at += length;
    return at;
  }

  // {"name": ..., "arguments"|"parameters": ...}, or a list of them. Gives the end, or `at`.
  std::size_t json_call(std::string_view part, std::size_t at) {
    const Mark mark = mark_at(part, at);
    if (mark.ascii != '{' && mark.ascii != '[') return at;
    auto parsed = parse_tolerant(part, at, steps_);
    if (!parsed) return at;
    if (parsed->cut != Cut::kNone) {
      fail(FaultCode::kTruncated, "A tool call is cut off.", at);
      return at;
    }
    if (!parsed->conflicts.empty()) {
      fail(FaultCode::kBadArguments, "A key of a tool call is given twice.", at);
      return at;
    }
    const JsonArray one = {parsed->value};
    for (const Json& call : parsed->value.is_array() ? parsed->value.get_array() : one) {
      const Json* function = find_at(call, "function");
      const Json& inner = function != nullptr && function->is_object() ? *function : call;
      std::string_view name = text_at(inner, "name");
      if (name.empty()) name = text_at(inner, "function");
      if (name.empty()) {
        fail(FaultCode::kLeakedMarkup, "A tool call without a name was written as text.", at);
        return at;
      }
      const Json* arguments = find_at(inner, "arguments");
      if (arguments == nullptr) arguments = find_at(inner, "parameters");
      if (!add(name, arguments != nullptr ? *arguments : Json(), text_at(call, "id"), at))
        return at;
    }
    return parsed->end;
  }

  std::size_t call_at(std::string_view part, std::size_t at, std::string_view opening) {
    if (steps_ > kStepsAtLeast + text_.size() * kStepsPerByte) return at;
    const std::size_t inside = past_space(part, at + opening.size());
    steps_ += inside - at;
    if (opening == "<function=") return function_tag(part, at);
    if (opening.ends_with("invoke name=")) return invoke_tag(part, at, opening);
    if (opening == "to=functions.") return harmony(part, at, opening);
    if (opening == "[TOOL_CALLS]") return mistral(part, at, inside);
    if (opening == "print(default_api." || opening == "default_api.") return python(part, at);
    if (starts_with_at(part, inside, "<function=")) return function_tag(part, inside);
    std::size_t end = json_call(part, inside);
    if (end == inside && (opening == "<|python_tag|>" || opening == "<tool_code>")) {
      return python(part, inside) == inside ? at : python_end_;
    }
    if (end == inside) return at;
    // Llama joins calls with semicolons.
    while (!fault_) {
      std::size_t more = past_space(part, end);
      if (!starts_with_at(part, more, ";")) break;
      more = past_space(part, more + 1);
      const std::size_t next = json_call(part, more);
      if (next == more) break;
      end = next;
    }
    return end;
  }

  // The text of a parameter as the tool wants it: a text stays, else JSON.
  Json parameter(std::string_view tool, std::string_view name, std::string_view text) const {
    const auto known = tool_of(tool, tools_);
    std::string_view type = "string";
    if (known) {
      const ToolParameters& parameters = tools_.find(*known)->second;
      const auto found = parameters.find(name);
      if (found != parameters.end()) type = found->second;
    }
    if (type != "string") {
      if (auto value = parse_json(trim(text))) return std::move(*value);
    }
    return Json(text);
  }

  static std::string_view without_frame(std::string_view text) {
    if (text.starts_with("\r\n")) text.remove_prefix(2);
    if (text.starts_with('\n')) text.remove_prefix(1);
    if (text.ends_with('\n')) text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
  }

  // <function=name> <parameter=key> value </parameter> ... </function>
  std::size_t function_tag(std::string_view part, std::size_t at) {
    const std::size_t name_end = part.substr(0, at + kLongestName).find('>', at);
    if (name_end == std::string_view::npos) return at;
    const std::string_view name = part.substr(at + 10, name_end - at - 10);
    JsonObject arguments;
    std::size_t next = past_space(part, name_end + 1);
    // <function=name>{"key": "value"}</function>
    if (mark_at(part, next).ascii == '{') {
      auto parsed = parse_tolerant(part, next, steps_);
      if (!parsed || parsed->cut != Cut::kNone) {
        fail(FaultCode::kTruncated, "A tool call is cut off.", at);
        return at;
      }
      return add(name, parsed->value, "", at) ? close_tag(part, parsed->end, "</function>") : at;
    }
    while (starts_with_at(part, next, "<parameter=")) {
      const std::size_t key_end = part.find('>', next);
      const std::size_t end = part.find("</parameter>", next);
      if (key_end == std::string_view::npos || end == std::string_view::npos || key_end > end) {
        fail(FaultCode::kTruncated, "A tool call is cut off.", at);
        return at;
      }
      const std::string_view key = part.substr(next + 11, key_end - next - 11);
      arguments[std::string(trim(key))] =
          parameter(name, trim(key), without_frame(part.substr(key_end + 1, end - key_end - 1)));
      next = past_space(part, end + 12);
    }
    if (!starts_with_at(part, next, "</function>")) {
      fail(FaultCode::kTruncated, "A tool call has no end.", at);
      return at;
    }
    return add(name, arguments, "", at) ? next + 11 : at;
  }

  std::size_t close_tag(std::string_view part, std::size_t at, std::string_view tag) const {
    const std::size_t next = past_space(part, at);
    return starts_with_at(part, next, tag) ? next + tag.size() : at;
  }

  // The value of name="..." that begins at `at`, and its end.
  static std::pair<std::string_view, std::size_t> quoted(std::string_view part, std::size_t at) {
    if (at >= part.size() || (part[at] != '"' && part[at] != '\'')) return {{}, at};
    const std::size_t end = part.substr(0, std::min(part.size(), at + 200)).find(part[at], at + 1);
    if (end == std::string_view::npos) return {{}, at};
    return {part.substr(at + 1, end - at - 1), end + 1};
  }

  // <invoke name="n"><parameter name="p" string="true">value</parameter></invoke>, with or
  // without DeepSeek's marks in the tags.
  std::size_t invoke_tag(std::string_view part, std::size_t at, std::string_view opening) {
    const std::string mark = opening.find(kBar) != std::string_view::npos
                                 ? std::string(kBar) + "DSML" + std::string(kBar)
                                 : "";
    const auto [name, name_end] = quoted(part, at + opening.size());
    if (name.empty() || !starts_with_at(part, name_end, ">")) return at;
    JsonObject arguments;
    std::size_t next = past_space(part, name_end + 1);
    const std::string open = "<" + mark + "parameter name=";
    const std::string close = "</" + mark + "parameter>";
    while (starts_with_at(part, next, open)) {
      const auto [key, key_end] = quoted(part, next + open.size());
      const std::size_t tag_end = part.find('>', key_end);
      const std::size_t end = part.find(close, key_end);
      if (key.empty() || tag_end == std::string_view::npos || end == std::string_view::npos ||
          tag_end > end) {
        fail(FaultCode::kTruncated, "A tool call is cut off.", at);
        return at;
      }
      const std::string_view value = part.substr(tag_end + 1, end - tag_end - 1);
      const bool literal = part.substr(key_end, tag_end - key_end).find("string=\"false\"") !=
                           std::string_view::npos;
      auto parsed = literal ? parse_json(trim(value)) : fail_nothing();
      arguments[std::string(key)] =
          parsed ? std::move(*parsed) : parameter(name, key, without_frame(value));
      next = past_space(part, end + close.size());
    }
    const std::string finish = "</" + mark + "invoke>";
    if (!starts_with_at(part, next, finish)) {
      fail(FaultCode::kTruncated, "A tool call has no end.", at);
      return at;
    }
    return add(name, arguments, "", at) ? next + finish.size() : at;
  }

  static Result<Json> fail_nothing() { return std::unexpected(Error{}); }

  // to=functions.n ... {..}
  std::size_t harmony(std::string_view part, std::size_t at, std::string_view opening) {
    std::size_t end = at + opening.size();
    const std::size_t begin = end;
    while (end < part.size() && (is_ascii_letter(part[end]) || is_ascii_digit(part[end]) ||
                                 part[end] == '_' || part[end] == '-')) {
      ++end;
    }
    const std::string_view name = part.substr(begin, end - begin);
    // Between name and arguments stand only channel marks.
    const std::size_t brace = part.substr(0, end + 80).find('{', end);
    if (name.empty() || brace == std::string_view::npos) return at;
    auto parsed = parse_tolerant(part, brace, steps_);
    if (!parsed) return at;
    if (parsed->cut != Cut::kNone) {
      fail(FaultCode::kTruncated, "A tool call is cut off.", at);
      return at;
    }
    return add(name, parsed->value, "", at) ? parsed->end : at;
  }

  // [TOOL_CALLS] [{..}], [TOOL_CALLS]n[ARGS]{..} or [TOOL_CALLS]n{..}
  std::size_t mistral(std::string_view part, std::size_t at, std::size_t inside) {
    if (mark_at(part, inside).ascii == '[' || mark_at(part, inside).ascii == '{') {
      const std::size_t end = json_call(part, inside);
      return end == inside ? at : end;
    }
    const std::size_t name_end = part.substr(0, inside + kLongestName).find_first_of("[{", inside);
    if (name_end == std::string_view::npos) return at;
    const std::string_view name = part.substr(inside, name_end - inside);
    std::size_t brace = name_end;
    for (const std::string_view mark : {"[CALL_ID]", "[ARGS]"}) {
      if (!starts_with_at(part, brace, mark)) continue;
      const std::string_view near = part.substr(0, brace + kLongestName);
      brace = std::min(near.find_first_of("[{", brace + mark.size()), part.size());
    }
    if (mark_at(part, brace).ascii != '{') return at;
    auto parsed = parse_tolerant(part, brace, steps_);
    if (!parsed) return at;
    if (parsed->cut != Cut::kNone) {
      fail(FaultCode::kTruncated, "A tool call is cut off.", at);
      return at;
    }
    return add(name, parsed->value, "", at) ? parsed->end : at;
  }

  std::size_t python(std::string_view part, std::size_t at) {
    python_end_ = at;
    const auto calls = read_python_calls(part, at, steps_);
    if (!calls) return at;
    for (const PythonCall& call : calls->calls) {
      if (!tool_of(call.name, tools_)) return at;
    }
    for (const PythonCall& call : calls->calls) {
      if (!add(call.name, call.arguments, "", at)) return at;
    }
    python_end_ = calls->end;
    return calls->end;
  }

  // Without any mark: the whole text must be the call, and its tool known.
  void whole_text() {
    const std::string_view text = trim_wide(rest_);
    if (text.empty() || text.size() > 1'000'000) return;
    const bool leaked =
        std::ranges::any_of(kLeaks, [&](std::string_view mark) { return text.starts_with(mark); });
    if (leaked) return;
    std::size_t steps = 0;
    if (text.starts_with('{')) {
      const auto parsed = parse_tolerant(text, 0, steps);
      if (!parsed || parsed->end != text.size() || !parsed->value.is_object()) return;
      const JsonObject& object = parsed->value.get_object();
      const Json* arguments = find_at(parsed->value, "arguments");
      if (arguments == nullptr) arguments = find_at(parsed->value, "parameters");
      const std::string_view name = text_at(parsed->value, "name");
      if (arguments == nullptr || object.size() > 4 || !tool_of(name, tools_)) return;
      if (parsed->cut != Cut::kNone)
        return fail(FaultCode::kTruncated, "A tool call is cut off.", 0);
      if (add(name, *arguments, text_at(parsed->value, "id"), 0)) rest_.clear();
    } else if (text.starts_with('[') || text.ends_with(')')) {
      const auto calls = read_python_calls(text, 0, steps);
      if (!calls || calls->end != text.size()) return;
      for (const PythonCall& call : calls->calls) {
        if (!tool_of(call.name, tools_)) return;
      }
      for (const PythonCall& call : calls->calls) {
        if (!add(call.name, call.arguments, "", 0)) return;
      }
      rest_.clear();
    }
  }

  void finish_text() {
    if (out_.calls.empty()) {
      // Marks in fences and inline code are quoted; only bare ones are a leak.
      const std::string_view bare = trim_wide(rest_);
      for (const std::string_view mark : kLeaks) {
        if (bare.starts_with(mark)) {
          return fail(FaultCode::kLeakedMarkup, "A tool call was written as text and is broken.",
                      0);
        }
      }
    } else {
      for (const std::string_view mark : kLeftovers) {
        for (std::size_t at = rest_.find(mark); at != std::string::npos;
             at = rest_.find(mark, at)) {
          rest_.erase(at, mark.size());
        }
      }
    }
    out_.text = trim_wide(rest_);
  }

  std::string_view text_;
  const ToolTable& tools_;
  ToolMessage out_;
  std::optional<Fault> fault_;
  std::string rest_;
  std::size_t kept_to_ = 0;
  std::size_t steps_ = 0;
  std::size_t python_end_ = 0;
  std::size_t paragraph_end_ = 0;
  std::size_t hopeless_to_ = 0;
  std::size_t hopeless_run_ = 0;
};

}  // namespace

Read<ToolMessage> read_tool_text(std::string_view text, const ToolTable& tools) {
  return TextReader(text, tools).run();
}

}  // namespace fm
