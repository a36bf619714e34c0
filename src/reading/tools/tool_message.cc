// Tool calls in the providers' message forms and in stream fragments (tool_call.h).
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text.h"
#include "reading/json/find.h"
#include "reading/tools/tool_call.h"

namespace fm {
namespace {

constexpr std::size_t kMaxCalls = 100;

std::string_view view(const boost::json::string& text) { return {text.data(), text.size()}; }

// A call as it came, before its name and arguments are settled.
struct RawCall {
  std::string id;
  std::string name;
  Json arguments;
};

const JsonArray& list_at(const Json& value, std::string_view key) {
  static const JsonArray none;
  const Json* found = find_at(value, key);
  return found != nullptr && found->is_array() ? found->get_array() : none;
}

// A text, or the text parts of a list of content parts.
std::string content_text(const Json* content) {
  if (content == nullptr) return {};
  if (content->is_string()) return std::string(view(content->get_string()));
  std::string out;
  if (!content->is_array()) return out;
  for (const Json& part : content->get_array()) {
    const std::string_view type = text_at(part, "type");
    if (type.empty() || type == "text" || type == "output_text") out += text_at(part, "text");
  }
  return out;
}

class MessageReader {
 public:
  explicit MessageReader(const ToolTable& tools) : tools_(tools) {}

  Read<ToolMessage> read(MessageForm form, const Json& message) {
    std::string text;
    switch (form) {
      case MessageForm::kText:
        return message.is_string()
                   ? read_tool_text(view(message.get_string()), tools_)
                   : Read<ToolMessage>(fault(FaultCode::kInvalidType, "A text was expected."));
      case MessageForm::kOpenai:
      case MessageForm::kOllama:
        text = content_text(find_at(message, "content"));
        functions(list_at(message, "tool_calls"));
        if (const Json* old = find_at(message, "function_call"); old && old->is_object()) {
          function("", *old);
        }
        break;
      case MessageForm::kAnthropic:
        text = content_text(find_at(message, "content"));
        for (const Json& part : list_at(message, "content")) {
          if (text_at(part, "type") != "tool_use") continue;
          add(text_at(part, "id"), text_at(part, "name"), find_at(part, "input"));
        }
        break;
      case MessageForm::kGemini:
        for (const Json& part : list_at(message, "parts")) {
          if (const Json* call = find_at(part, "functionCall")) {
            add(text_at(*call, "id"), text_at(*call, "name"), find_at(*call, "args"));
          } else if (!bool_at(part, "thought")) {
            text += text_at(part, "text");
          }
        }
        break;
      case MessageForm::kOpenaiDeltas:
        text = deltas(message);
        break;
    }
    return settle(std::move(text));
  }

 private:
  void add(std::string_view id, std::string_view name, const Json* arguments) {
    calls_.push_back({std::string(id), std::string(name), arguments ? *arguments : Json()});
  }

  void function(std::string_view id, const Json& function) {
    add(id, text_at(function, "name"), find_at(function, "arguments"));
  }

  void functions(const JsonArray& calls) {
    for (const Json& call : calls) {
      const Json* inner = find_at(call, "function");
      const bool bare = inner == nullptr && !text_at(call, "name").empty();
      if (inner != nullptr || bare) function(text_at(call, "id"), bare ? call : *inner);
    }
  }

  std::string deltas(const Json& chunks) {
    std::string text;
    if (!chunks.is_array()) return text;
    for (const Json& chunk : chunks.get_array()) {
      for (const Json& choice : list_at(chunk, "choices")) {
        if (int_at(choice, "index") != 0) continue;
        const Json* delta = find_at(choice, "delta");
        if (delta == nullptr) continue;
        text += text_at(*delta, "content");
        for (const Json& piece : list_at(*delta, "tool_calls")) fragment(piece);
      }
    }
    return text;
  }

  // Which call a fragment continues: by id, else by index, else the last one. A new id with a name,
  // or a name under an index that is not known yet, begins a call; an index alone does not, because
  // some servers count fragments.
  void fragment(const Json& piece) {
    const std::string_view id = text_at(piece, "id");
    const Json* function = find_at(piece, "function");
    const std::string_view name = function != nullptr ? text_at(*function, "name") : "";
    const Json* more = function != nullptr ? find_at(*function, "arguments") : nullptr;
    const Json* index = find_at(piece, "index");
    const std::int64_t at = index != nullptr && index->is_int64() ? index->get_int64() : -1;

    std::size_t call = calls_.size();
    const auto by_index = at < 0 ? by_index_.end() : by_index_.find(at);
    const bool indexed = by_index != by_index_.end();
    const auto last = std::ranges::find(calls_.rbegin(), calls_.rend(), id, &RawCall::id);
    if (indexed && (id.empty() || goes_on(calls_[by_index->second], id, name))) {
      call = by_index->second;
    } else if (!id.empty() && last != calls_.rend()) {
      call = static_cast<std::size_t>(calls_.rend() - last) - 1;
    } else if (id.empty() && name.empty() && !calls_.empty()) {
      call = calls_.size() - 1;
    }
    if (call != calls_.size() && begins_another(calls_[call], name)) {
      call = calls_.size();
      if (indexed) by_index_.erase(by_index);
    }
    if (call == calls_.size()) {
      if (id.empty() && name.empty()) return;
      if (calls_.size() >= kMaxCalls) {
        too_many_ = true;
        return;
      }
      calls_.push_back({std::string(id), std::string(name), Json("")});
    }
    if (at >= 0 && by_index_.find(at) == by_index_.end()) by_index_[at] = call;
    RawCall& raw = calls_[call];
    if (raw.id.empty()) raw.id = id;
    if (raw.name.empty()) {
      raw.name = name;
    } else if (raw.name != name && continues_name(raw)) {
      raw.name += name;
    }
    if (more == nullptr || more->is_null()) return;
    if (!more->is_string()) {
      raw.arguments = *more;
      return;
    }
    if (!raw.arguments.is_string()) return;
    boost::json::string& text = raw.arguments.get_string();
    // A server that repeats the whole arguments at the end.
    const std::string_view all = view(text);
    const std::string_view next = view(more->get_string());
    if (next.size() > 1 && next == all && next.front() == '{' && next.back() == '}') return;
    text.append(more->get_string());
  }

  // Whether a fragment with an id belongs to the call at its index: some servers give the id late,
  // or change it under way.
  bool goes_on(const RawCall& raw, std::string_view id, std::string_view name) {
    if (raw.id.empty() || raw.id == id) return true;
    const auto same = [&](const RawCall& other) { return other.id == id; };
    return name.empty() && std::ranges::none_of(calls_, same) && !is_whole(raw);
  }

  // Some servers give all calls the same id or index. Then another tool's name begins a new call,
  // if no call is open.
  bool begins_another(const RawCall& raw, std::string_view name) {
    if (name.empty() || name == raw.name || !tool_of(name, tools_) || !tool_of(raw.name, tools_))
      return false;
    const bool blank = raw.arguments.is_string() && trim(view(raw.arguments.get_string())).empty();
    return blank || is_whole(raw);
  }

  bool is_whole(const RawCall& raw) {
    constexpr std::size_t kMostLooked = 1 << 20;
    if (!raw.arguments.is_string()) return true;
    const std::string_view text = trim(view(raw.arguments.get_string()));
    looked_ += text.size();
    return looked_ <= kMostLooked && text.ends_with('}') && parse_json(text).has_value();
  }

  // Some servers cut names into pieces, too: before any argument has come, for a name that is none.
  bool continues_name(const RawCall& raw) const {
    const bool no_arguments = raw.arguments.is_string() && raw.arguments.get_string().empty();
    return no_arguments && !tool_of(raw.name, tools_);
  }

  Read<ToolMessage> settle(std::string text) {
    std::erase_if(calls_, [](const RawCall& call) { return trim(call.name).empty(); });
    if (calls_.empty()) return read_tool_text(text, tools_);
    if (too_many_ || calls_.size() > kMaxCalls) {
      return fault(FaultCode::kOutOfRange, "The answer holds more than 100 tool calls.");
    }
    ToolMessage out;
    out.text = without_reasoning(text);
    std::set<std::string, std::less<>> ids;
    for (const RawCall& raw : calls_) ids.insert(raw.id);
    std::set<std::string, std::less<>> used;
    for (const RawCall& raw : calls_) {
      GivenCall call;
      auto name = tool_of(raw.name, tools_);
      if (!name) return std::unexpected(std::move(name.error()));
      call.name = std::move(*name);
      auto arguments = read_arguments(raw.arguments, tools_.find(call.name)->second, out.repairs);
      if (!arguments) return std::unexpected(std::move(arguments.error()));
      call.arguments = std::move(*arguments);
      call.id = raw.id;
      for (int n = 1; call.id.empty() || used.contains(call.id); ++n) {
        std::string made = "call-" + std::to_string(n);
        if (ids.contains(made) || used.contains(made)) continue;
        call.id = std::move(made);
        call.made_up_id = true;
      }
      used.insert(call.id);
      if (call.made_up_id) {
        out.repairs.push_back(
            {"synthetic_id", "A call had no id of its own and was given one.", 0});
      }
      out.calls.push_back(std::move(call));
    }
    return out;
  }

  const ToolTable& tools_;
  std::vector<RawCall> calls_;
  bool too_many_ = false;
  std::size_t looked_ = 0;  // bytes of arguments parsed to see whether they are whole
  std::map<std::int64_t, std::size_t> by_index_;
};

}  // namespace

Read<ToolMessage> read_tool_message(MessageForm form, const Json& message, const ToolTable& tools) {
  return MessageReader(tools).read(form, message);
}

}  // namespace fm
