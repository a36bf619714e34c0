#include "team/tasks/task_work_json.h"

#include <fmt/format.h>

#include "team/tasks/task_work_fields.h"

namespace fm {
namespace {

template <class Value>
JsonArray written(const std::vector<Value>& values) {
  JsonArray list;
  for (const Value& value : values) list.push_back(fields_to_json(value));
  return list;
}

template <class Value>
std::vector<Value> read_list(const Json& json) {
  std::vector<Value> values;
  if (!json.is_array()) return values;
  for (const Json& one : json.get_array())
    if (one.is_object()) values.push_back(fields_from_json<Value>(one.get_object()));
  return values;
}

}  // namespace

JsonArray to_json(const std::vector<ChangedFile>& files) { return written(files); }
std::vector<ChangedFile> changed_files(const Json& json) { return read_list<ChangedFile>(json); }

JsonArray to_json(const std::vector<ReviewFinding>& findings) { return written(findings); }
std::vector<ReviewFinding> review_findings(const Json& json) {
  return read_list<ReviewFinding>(json);
}

std::string findings_text(const std::vector<ReviewFinding>& findings) {
  std::string text;
  for (const ReviewFinding& one : findings) {
    text += "- " + one.file;
    if (one.line > 0) text += fmt::format(":{}", one.line);
    if (!one.severity.empty()) text += fmt::format(" ({})", one.severity);
    text += (text.ends_with("- ") ? "" : " ") + one.text;
    if (!one.fix.empty()) text += " - " + one.fix;
    text += '\n';
  }
  return text;
}

}  // namespace fm
