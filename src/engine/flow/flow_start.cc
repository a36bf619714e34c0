// flow.started: written and read. A first run tells all that it was started with; one that
// continues another tells what has changed, since most of it never does.

#include "engine/flow/replay.h"

namespace fm {
namespace {

JsonObject to_object(const Json* value) {
  return value && value->is_object() ? value->get_object() : JsonObject();
}

void add_changes(JsonObject& body, const JsonObject& args, const JsonObject& before) {
  JsonObject changed;
  JsonArray dropped;
  for (const auto& [key, value] : args) {
    const Json* former = before.if_contains(key);
    if (!former || canonical(*former) != canonical(value)) changed[key] = value;
  }
  for (const auto& [key, value] : before)
    if (!args.contains(key)) dropped.emplace_back(key);
  body["changed"] = std::move(changed);
  if (!dropped.empty()) body["dropped"] = std::move(dropped);
}

JsonObject changed_args(const Json& body, const FlowStart* before) {
  if (const Json* whole = find_at(body, "args")) return to_object(whole);
  JsonObject args = before ? before->args : JsonObject();
  for (const std::string& key : texts_at(body, "dropped")) args.erase(key);
  for (const auto& [key, value] : to_object(find_at(body, "changed"))) args[key] = value;
  return args;
}

}  // namespace

JsonObject to_body(const FlowStart& start, const FlowStart* before) {
  JsonObject body;
  body["name"] = start.name;
  if (start.run > 1) body["run"] = start.run;
  if (start.anew) {
    JsonObject anew{{"run", start.anew->run}};
    if (start.anew->afresh) {
      anew["afresh"] = true;
    } else {
      anew["from"] = start.anew->from.value;
    }
    body["anew"] = std::move(anew);
  }
  if (!before || start.version != before->version) body["version"] = start.version;
  if (!start.manifest.empty() && (!before || start.manifest != before->manifest))
    body["manifest"] = start.manifest;
  if (!before || start.endpoints != before->endpoints) body["endpoints"] = to_json(start.endpoints);
  if (!start.parent.empty() && !before) body["parent"] = start.parent.value;
  if (!start.parent.empty() && (!before || start.parent_path != before->parent_path))
    body["parent_place"] = start.parent_path.value;
  if (before) {
    add_changes(body, start.args, before->args);
  } else {
    body["args"] = start.args;
  }
  return body;
}

FlowStart flow_start(const Event& started, const FlowStart* before) {
  const Json body = started.body;
  FlowStart start = before ? *before : FlowStart();
  start.id = started.flow;
  start.name = text_at(body, "name");
  start.run = static_cast<int>(int_at(body, "run", 1));
  start.version = static_cast<int>(int_at(body, "version", start.version));
  start.args = changed_args(body, before);
  if (find_at(body, "pins")) {  // from before manifests
    start.pins = text_map_at(body, "pins");
    start.manifest.clear();
  }
  if (find_at(body, "manifest")) {
    start.manifest = text_at(body, "manifest");
    start.pins.clear();
  }
  if (find_at(body, "endpoints")) start.endpoints = text_map_at(body, "endpoints");
  if (find_at(body, "parent")) start.parent = {std::string(text_at(body, "parent"))};
  if (find_at(body, "parent_place"))
    start.parent_path = {std::string(text_at(body, "parent_place"))};
  start.started = started.room_seq;
  start.anew.reset();
  if (const Json* anew = find_at(body, "anew")) {
    start.anew = {.run = static_cast<int>(int_at(*anew, "run", 1)),
                  .from = {int_at(*anew, "from")},
                  .afresh = bool_at(*anew, "afresh")};
    if (!start.anew->afresh) start.started = start.anew->from;
  }
  start.at = started.at;
  return start;
}

}  // namespace fm
