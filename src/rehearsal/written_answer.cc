#include "rehearsal/written_answer.h"

#include <cstddef>

namespace fm {
namespace {

// Where models write their reasoning (reading/json/reasoning_tags.h); a reader looks for such tags
// before it reads any JSON.
constexpr std::string_view kOpens = "\u25c1";

void write_text(std::string& out, std::string_view text) {
  std::string quoted;
  append_json_string(quoted, text);
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] == '<') {
      out += "\\u003c";
    } else if (quoted[i] == '/' && i > 0 && quoted[i - 1] == '[') {
      out += "\\/";
    } else if (quoted.compare(i, kOpens.size(), kOpens) == 0) {
      out += "\\u25c1";
      i += kOpens.size() - 1;
    } else {
      out += quoted[i];
    }
  }
}

// In the order of the keys as they were written, as a model would.
void write(std::string& out, const Json& value) {
  std::string_view between;
  if (const auto* text = value.if_string()) {
    write_text(out, *text);
  } else if (const auto* items = value.if_array()) {
    out += '[';
    for (const Json& item : *items) {
      out += between;
      write(out, item);
      between = ", ";
    }
    out += ']';
  } else if (const auto* object = value.if_object()) {
    out += '{';
    for (const auto& member : *object) {
      out += between;
      write_text(out, member.key());
      out += ": ";
      write(out, member.value());
      between = ", ";
    }
    out += '}';
  } else {
    out += canonical(value);
  }
}

}  // namespace

std::string written_call(std::string_view tool, const Json& arguments) {
  std::string out = "<tool_call>{\"name\": ";
  write_text(out, tool);
  out += ", \"arguments\": ";
  write(out, arguments);
  return out + "}</tool_call>";
}

std::string written_block(const Json& answer) {
  std::string out = "```json\n";
  write(out, answer);
  return out + "\n```";
}

}  // namespace fm
