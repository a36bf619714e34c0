#include "app/report/report_json.h"

#include "app/report/report_html.h"

namespace fm {
namespace {

constexpr int kDeepest = 8;

void append(std::string& out, const Json& value, int depth);

void append_object(std::string& out, const JsonObject& object, int depth) {
  out += "<dl class=\"data\">";
  for (const auto& [name, item] : object) {
    out += "<dt>" + escaped(name) + "</dt><dd>";
    append(out, item, depth + 1);
    out += "</dd>";
  }
  out += "</dl>";
}

void append_array(std::string& out, const JsonArray& array, int depth) {
  out += "<ul class=\"data\">";
  for (const Json& item : array) {
    out += "<li>";
    append(out, item, depth + 1);
    out += "</li>";
  }
  out += "</ul>";
}

void append(std::string& out, const Json& value, int depth) {
  const JsonObject* object = value.if_object();
  const JsonArray* array = value.if_array();
  if (depth < kDeepest && object != nullptr && !object->empty()) {
    append_object(out, *object, depth);
  } else if (depth < kDeepest && array != nullptr && !array->empty()) {
    append_array(out, *array, depth);
  } else if (value.is_string()) {
    out += "<bdi>" + escaped(value.get_string()) + "</bdi>";
  } else {
    out += escaped(canonical(value));
  }
}

}  // namespace

void append_json_html(std::string& out, const Json& value) { append(out, value, 0); }

}  // namespace fm
