// Tool calls written as text (tool_call.h): finds them and what was said beside them; each form's
// own reader is in written_*.cc.
#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/find.h"
#include "reading/tools/python_call.h"
#include "reading/tools/tool_call.h"
#include "reading/tools/written_forms.h"

namespace fm {
namespace {

constexpr std::size_t kSearchPerByte = 6;  // then no more calls are looked for
constexpr std::size_t kSearchAtLeast = 1 << 15;
constexpr std::size_t kLongestBare = 1'000'000;

// What is left of a form around its calls; taken out of the text.
constexpr std::array<std::string_view, 37> kLeftovers = {"<minimax:tool_call>",
                                                         "</minimax:tool_call>",
                                                         "<seed:tool_call>",
                                                         "</seed:tool_call>",
                                                         "<|python_start|>",
                                                         "</tool_call>",
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
                                                         "<｜tool▁calls▁begin｜>",
                                                         "<｜tool▁calls▁end｜>",
                                                         "<｜tool▁call▁end｜>",
                                                         "<|tool_calls_section_begin|>",
                                                         "<|tool_calls_section_end|>",
                                                         "<|tool_call_end|>",
                                                         "<|call|>",
                                                         "<|message|>",
                                                         "<|channel|>commentary",
                                                         "<|channel|>final",
                                                         "<|start|>assistant",
                                                         "<|end|>",
                                                         "<|constrain|>json",
                                                         "<|channel|>",
                                                         "</tool_code>",
                                                         "<tool_calls>",
                                                         "</tool_calls>",
                                                         "</TOOLCALL>",
                                                         "<|END_ACTION|>",
                                                         "<|python_end|>"};

// No sentence begins with these marks. Where one is left over, a call was written that was not
// understood.
constexpr std::array<std::string_view, 10> kLeaks = {
    "<｜tool",        "<|tool_call",      "<tool_call>", "<｜DSML｜",  "[TOOL_CALLS]",
    "<|python_tag|>", "<|python_start|>", "<function=",  "functools[", "<|START_ACTION|>"};

// Tokens that end a turn, where a server left them in the text.
constexpr std::array<std::string_view, 6> kTurnEnds = {"<|im_end|>", "<|eot_id|>", "<|eom_id|>",
                                                       "<|return|>", "<|end|>",    "</s>"};

bool begins_with_one(std::string_view text, std::size_t at,
                     std::span<const std::string_view> marks) {
  return std::ranges::any_of(marks,
                             [&](std::string_view mark) { return starts_with_at(text, at, mark); });
}

std::string without_leftovers(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find_first_of("<", at), text.size());
    out += text.substr(at, next - at);
    at = next;
    if (at == text.size()) break;
    const auto mark = std::ranges::find_if(
        kLeftovers, [&](std::string_view one) { return starts_with_at(text, at, one); });
    if (mark == kLeftovers.end())
      out += text[at++];
    else
      at += mark->size();
  }
  return out;
}

class TextReader {
 public:
  TextReader(std::string_view text, const ToolTable& tools)
      : text_(text), calls_(text, tools), tools_(tools) {}

  Read<ToolMessage> run(Steps* steps) {
    for (std::size_t at = 0; at < text_.size() && !calls_.fault();) at = passages(at);
    leave_out(text_.size(), text_.size());
    if (!calls_.fault() && calls_.message().calls.empty()) whole_text();
    if (!calls_.fault()) finish_text();
    if (steps != nullptr) {
      steps->add(calls_.steps().taken() + region_steps_.taken() + 4 * text_.size());
    }
    if (calls_.fault()) return std::unexpected(*calls_.fault());
    return std::move(calls_.message());
  }

 private:
  // Reads from `from` on. Ends early after a call that was longer than its passage, because the
  // passages have to be found again then.
  std::size_t passages(std::size_t from) {
    for (Region region : find_regions(text_.substr(from), &region_steps_)) {
      region.begin += from;
      region.end += from;
      if (region.container == Container::kReasoning) leave_out(region.begin, region.end);
      if (region.container == Container::kProse) prose(region);
      if (calls_.fault()) break;
      if (kept_to_ > region.end) {
        again_ += text_.size() - kept_to_;
        if (again_ <= text_.size()) return kept_to_;
        calls_.fail(FaultCode::kLeakedMarkup, "Tool calls were written as text, too many apart.",
                    kept_to_);
        break;
      }
    }
    return text_.size();
  }

  // What was said is everything but reasoning and calls.
  void leave_out(std::size_t begin, std::size_t end) {
    rest_ += text_.substr(kept_to_, begin - kept_to_);
    kept_to_ = end;
  }

  const WrittenForm* form_at(std::string_view part, std::size_t at) const {
    for (const auto& family : {json_forms(), tag_forms(), token_forms(), python_forms()}) {
      for (const WrittenForm& form : family) {
        if (starts_with_at(part, at, form.opening)) return &form;
      }
    }
    return nullptr;
  }

  void prose(const Region& region) {
    const std::string_view part = text_.substr(0, region.end);
    for (std::size_t at = region.begin; at < part.size() && !calls_.fault();) {
      const std::size_t next = part.find_first_of("`<[pdtfA", at);
      if (next == std::string_view::npos) break;
      at = next;
      if (part[at] == '`') {
        at = after_inline_code(part, at);
        continue;
      }
      const bool in_word = is_ascii_letter(part[at]) && at > 0 &&
                           (is_ascii_letter(part[at - 1]) || part[at - 1] == '_');
      const WrittenForm* form = in_word ? nullptr : form_at(part, at);
      const std::size_t end = form != nullptr && !spent() ? form->read(calls_, part, at) : at;
      if (end == at) {
        leaked_ = leaked_ || (begins_line(part, at) && begins_with_one(part, at, kLeaks));
        ++at;
        continue;
      }
      leave_out(at, end);
      at = end;
    }
  }

  bool spent() const {
    return calls_.steps().taken() > kSearchAtLeast + text_.size() * kSearchPerByte;
  }

  static bool begins_line(std::string_view part, std::size_t at) {
    return at == 0 || part[at - 1] == '\n' || part[at - 1] == '\r';
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

  // Without any mark: the whole text must be the call, and its tool known.
  void whole_text() {
    const std::string_view text = trim_wide(rest_);
    if (text.empty() || text.size() > kLongestBare || begins_with_one(text, 0, kLeaks)) return;
    const bool bracket = text.starts_with('{') || text.starts_with('[');
    if (bracket && whole_json(text)) return;
    if (text.starts_with('[') || text.ends_with(')')) {
      const auto calls = read_python_calls(text, 0, calls_.steps());
      if (!calls || calls->end != text.size()) return;
      for (const PythonCall& call : calls->calls) {
        if (!tool_of(call.name, tools_)) return;
      }
      for (const PythonCall& call : calls->calls) {
        if (!calls_.add(call.name, call.arguments, "", 0)) return;
      }
      rest_.clear();
    }
  }

  // {"name": ..., "arguments": {...}}, a list of them, or {"tool_calls": [...]} as in the API. It
  // may also be an answer in JSON: it is a call only if each tool is known.
  bool whole_json(std::string_view text) {
    const auto parsed = parse_tolerant(text, 0, calls_.steps());
    if (!parsed || parsed->end != text.size()) return false;
    const Json* list = find_at(parsed->value, "tool_calls");
    const bool listed = list != nullptr && list->is_array();
    const JsonArray one = {parsed->value};
    const JsonArray& items = listed                     ? list->get_array()
                             : parsed->value.is_array() ? parsed->value.get_array()
                                                        : one;
    if (items.empty() || !std::ranges::all_of(items, [&](const Json& call) {
          return looks_like_call(call) && tool_of(WrittenCalls::name_in(call), tools_);
        })) {
      return false;
    }
    if (parsed->cut != Cut::kNone) return calls_.fail_cut_off(0), true;
    if (left_out(*parsed)) {
      calls_.fail(FaultCode::kBadArguments, "A value of a tool call is missing.", 0);
      return true;
    }
    for (const Json& call : items) {
      if (!calls_.add_json(call, 0)) return true;
    }
    rest_ = listed ? text_at(parsed->value, "content") : std::string_view();
    return true;
  }

  static bool looks_like_call(const Json& call) {
    constexpr std::size_t kMostKeys = 4;
    const Json* function = find_at(call, "function");
    if (function != nullptr && function->is_object()) return true;
    const bool arguments =
        find_at(call, "arguments") != nullptr || find_at(call, "parameters") != nullptr;
    return arguments && call.get_object().size() <= kMostKeys;
  }

  void finish_text() {
    if (calls_.message().calls.empty()) {
      if (leaked_) {
        return calls_.fail(FaultCode::kLeakedMarkup,
                           "A tool call was written as text and is broken.", 0);
      }
    }
    // gpt-oss: "<|channel|>final<|message|>All done."
    const std::string_view begin = trim_wide(rest_);
    const bool channels = begin.starts_with("<|start|>") || begin.starts_with("<|channel|>");
    if (channels || !calls_.message().calls.empty()) rest_ = without_leftovers(rest_);
    std::string_view said = trim_wide(rest_);
    for (bool more = true; more;) {
      more = false;
      for (const std::string_view mark : kTurnEnds) {
        if (!said.ends_with(mark)) continue;
        said = trim_wide(said.substr(0, said.size() - mark.size()));
        more = true;
      }
    }
    calls_.message().text = said;
  }

  std::string_view text_;
  WrittenCalls calls_;
  const ToolTable& tools_;
  std::string rest_;
  Steps region_steps_;
  std::size_t again_ = 0;  // bytes whose passages were found again
  std::size_t kept_to_ = 0;
  bool leaked_ = false;
  std::size_t paragraph_end_ = 0;
  std::size_t hopeless_to_ = 0;
  std::size_t hopeless_run_ = 0;
};

}  // namespace

Read<ToolMessage> read_tool_text(std::string_view text, const ToolTable& tools, Steps* steps) {
  return TextReader(text, tools).run(steps);
}

}  // namespace fm
