#include "rehearsal/screenplay_fields.h"

#include <charconv>
#include <utility>

namespace fm {

Numbers read_numbers(Fields& fields, std::string_view key) {
  const std::string text = fields.text(key);
  if (text == "last") return {.last = true};
  Numbers numbers;
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, numbers.from);
  if (error == std::errc() && rest == end) {
    numbers.to = numbers.from;
    return numbers;
  }
  if (error == std::errc() && std::string_view(rest, end) == "+") return numbers;
  if (error == std::errc() && *rest == '-') {
    const auto second = std::from_chars(rest + 1, end, numbers.to);
    if (second.ec == std::errc() && second.ptr == end && numbers.from <= numbers.to) return numbers;
  }
  fields.fault(key, "`" + text + "` names no numbers.", "Write 2, 2+, 1-3 or last.");
  return {};
}

std::vector<std::string> read_texts(Fields& fields, std::string_view key) {
  std::vector<std::string> texts;
  for (FieldText& one : fields.whole_texts(key)) texts.push_back(std::move(one.text));
  return texts;
}

std::vector<Template> read_templates(Fields& fields, std::string_view key, Notes& notes) {
  std::vector<Template> templates;
  for (const FieldText& one : fields.whole_texts(key)) {
    Template made = read_template(one, notes);
    if (!made.empty() || one.text.empty()) templates.push_back(std::move(made));
  }
  return templates;
}

Template read_template(const FieldText& text, Notes& notes) {
  auto made = Template::parse(text.text);
  if (!made) {
    made.error().message = text.where + made.error().message;
    notes.faults.push_back(std::move(made.error()));
    return {};
  }
  for (std::string& name : made->names()) notes.names.push_back({std::move(name), text.where});
  return std::move(*made);
}

}  // namespace fm
