#include "rehearsal/screenplay_turns.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace fm {
namespace {

struct StageName {
  std::string_view stage;
  std::vector<std::string> tasks;  // of the prompts
};

const std::vector<StageName>& stage_names() {
  static const std::vector<StageName> kNames = {{"plan", {"plan", "cover_plan", "edit_plan"}},
                                                {"build", {"build"}},
                                                {"review", {"review_code"}},
                                                {"weigh", {"synthesize"}},
                                                {"rework", {"rework"}},
                                                {"resolve", {"resolve"}}};
  return kNames;
}

std::vector<std::string> read_stages(Fields& fields) {
  std::vector<std::string> tasks;
  for (const std::string& given : read_texts(fields, "stage")) {
    const auto found = std::ranges::find(stage_names(), given, &StageName::stage);
    if (found == stage_names().end()) {
      std::string known;
      for (const StageName& one : stage_names())
        known += (known.empty() ? "" : ", ") + std::string(one.stage);
      fields.fault("stage", "`" + given + "` is no stage; there are " + known + ".", "");
      continue;
    }
    tasks.insert(tasks.end(), found->tasks.begin(), found->tasks.end());
  }
  if (tasks.empty()) fields.fault("", "A turn needs its `stage`.", "");
  return tasks;
}

class TurnReader {
 public:
  TurnReader(const YamlDocument& document, Notes& notes) : document_(document), notes_(notes) {}

  Scene read(Fields& fields) const {
    Scene scene;
    scene.where = fields.where();
    scene.tasks = read_stages(fields);
    scene.works = read_texts(fields, "task");
    scene.agents = read_texts(fields, "agent");
    if (fields.has("round")) scene.rounds = read_numbers(fields, "round");
    if (scene.rounds.from == 1) scene.rounds.from = 0;  // of what is asked for once
    if (fields.has("attempt")) scene.reviews = read_numbers(fields, "attempt");
    scene.texts = read_templates(fields, "text", notes_);
    if (scene.texts.empty()) fields.fault("", "A turn needs `text`.", "");
    for (Fields& call : fields.sections("calls")) scene.calls.push_back(read_call(call));
    if (fields.has("answer")) scene.answer = read_json(fields, "answer");
    if (scene.answer && !scene.calls.empty())
      fields.fault("answer", "A turn that calls tools has no answer yet.", "Make two turns of it.");
    fields.refuse_unknown();
    return scene;
  }

 private:
  JsonTemplate read_json(Fields& fields, std::string_view key) const {
    const Json* value = find_at(fields.object(), key);
    return {value != nullptr ? *value : Json(JsonObject()), fields.child(key),
            [this](const std::string& pointer, std::string_view text) {
              const std::string where = at_mark(document_.path, document_.mark(pointer), "");
              return read_template({std::string(text), where}, notes_);
            }};
  }

  ScriptedCall read_call(Fields& fields) const {
    const Fields arguments = fields.section("arguments");  // another kind of value is a fault
    ScriptedCall call{fields.text("name"), read_json(fields, "arguments")};
    if (call.tool.empty()) fields.fault("", "A call needs `name`.", "");
    fields.refuse_unknown();
    return call;
  }

  const YamlDocument& document_;
  Notes& notes_;
};

// "a/b.py", and nothing that leads out of the folder.
bool is_inside(std::string_view path) {
  if (path.empty()) return false;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view step = path.substr(at, end - at);
    if (step.empty() || step == "." || step == ".." || step == ".git") return false;
    at = end + 1;
  }
  return true;
}

}  // namespace

std::vector<Scene> read_turns(Fields& top, const YamlDocument& document, Notes& notes) {
  const TurnReader reader(document, notes);
  std::vector<Scene> scenes;
  for (Fields& turn : top.sections("turns")) scenes.push_back(reader.read(turn));
  return scenes;
}

FirstCommit read_start(Fields fields, Notes& notes) {
  FirstCommit start;
  start.subject = fields.text("subject");
  if (start.subject.empty()) fields.fault("", "The first commit needs its `subject`.", "");
  for (Fields& file : fields.sections("files")) {
    const std::string path = file.text("path");
    if (!is_inside(path))
      file.fault("path", "`" + path + "` is no file inside the repository.", "");
    auto content = read_templates(file, "content", notes);
    if (content.size() != 1) file.fault("", "A file needs its `content`.", "");
    if (!content.empty() && !start.files.emplace(path, std::move(content.front())).second)
      file.fault("path", "`" + path + "` is given twice.", "");
    file.refuse_unknown();
  }
  fields.refuse_unknown();
  return start;
}

}  // namespace fm
