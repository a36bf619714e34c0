#include "team/pack/prompts.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"
#include "team/pack/documents.h"
#include "team/pack/prompt_tasks.h"
#include "team/text/fence.h"

namespace fm {
namespace {

constexpr std::string_view kCode = "prompts_invalid";
constexpr std::size_t kPreambleBytes = 16 * 1024;

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::vector<std::string> names_of(std::span<const PromptTask> tasks) {
  std::vector<std::string> names;
  for (const PromptTask& task : tasks) names.emplace_back(task.name);
  return names;
}

// Reads one file. The tables of prompt_tasks.h bind the files of their names; other files may have
// other tasks.
class Reader {
 public:
  Reader(std::string_view text, const YamlDocument& document, std::vector<Error>& faults)
      : lines_(split_lines(text)),
        document_(document),
        faults_(faults),
        bound_(prompt_file(file_stem(document.path))) {}

  const PromptFile* bound() const { return bound_; }  // null: a free one

  PromptTemplate cut(std::string_view task, std::string_view text, const std::string& pointer) {
    PromptTemplate cut;
    text = trim(text);
    int line = document_.mark(pointer).line;
    for (;;) {
      const std::size_t open = text.find("{{");
      cut.texts.emplace_back(text.substr(0, open));
      if (open == std::string_view::npos) return cut;
      const std::size_t close = text.find("}}", open);
      const std::string_view whole =
          text.substr(open, close == std::string_view::npos ? close : close + 2 - open);
      line = line_with(whole, line);
      const std::string_view name =
          close == std::string_view::npos ? "" : trim(whole.substr(2, whole.size() - 4));
      check(task, name, line);
      cut.slots.push_back({std::string(name), line});
      if (close == std::string_view::npos) {
        cut.texts.emplace_back();
        return cut;
      }
      text.remove_prefix(close + 2);
    }
  }

  void check_required(const PromptTask& task, const std::vector<const PromptTemplate*>& parts,
                      int line) {
    for (const std::string& name : words_of(task.must)) {
      const bool named = std::ranges::any_of(parts, [&](const PromptTemplate* part) {
        return std::ranges::find(part->slots, name, &PromptTemplate::Slot::name) !=
               part->slots.end();
      });
      if (!named)
        refuse(line, fmt::format("The task `{}` does not name {{{{{}}}}}.", task.name, name),
               fmt::format("Put {{{{{}}}}} where the value belongs.", name));
    }
  }

  void refuse(int line, std::string_view what, std::string cure) {
    faults_.push_back(
        {std::string(kCode), at_mark(document_.path, {line, 1}, what), {}, std::move(cure)});
  }

 private:
  int line_with(std::string_view placeholder, int from) const {
    const std::string_view first = placeholder.substr(0, placeholder.find('\n'));
    for (auto i = static_cast<std::size_t>(std::max(from, 1)) - 1; i < lines_.size(); ++i)
      if (lines_[i].contains(first)) return static_cast<int>(i) + 1;
    return from;
  }

  void check(std::string_view task, std::string_view name, int line) {
    if (!is_name(name))
      return refuse(line, "A `{{` is not followed by a name and `}}`.",
                    "Write {{name}} with small letters, digits and underscores.");
    const PromptTask* known = bound_ != nullptr ? bound_->task(task) : nullptr;
    if (!known) return;
    std::vector<std::string> names = words_of(known->must);
    for (std::string& more : words_of(known->may)) names.push_back(std::move(more));
    if (std::ranges::find(names, name) != names.end()) return;
    std::string cure = suggest(name, names);
    if (cure.empty()) cure = "This task has no values; write the words out.";
    refuse(line, fmt::format("The task `{}` has no value {{{{{}}}}}.", task, name),
           std::move(cure));
  }

  std::vector<std::string_view> lines_;
  const YamlDocument& document_;
  std::vector<Error>& faults_;
  const PromptFile* bound_;
};

}  // namespace

std::vector<std::string> Prompts::tasks() const {
  std::vector<std::string> names;
  for (const auto& [name, task] : tasks_) names.push_back(name);
  return names;
}

Result<std::string> Prompts::fill(const PromptTemplate& text, std::string_view task,
                                  const PromptValues& values) const {
  std::string filled = text.texts.empty() ? std::string() : text.texts.front();
  for (std::size_t i = 0; i < text.slots.size(); ++i) {
    const auto value = values.find(text.slots[i].name);
    if (value == values.end())
      return fail("prompt_value_missing",
                  at_mark(path_, {text.slots[i].line, 1},
                          fmt::format("The task `{}` got no value for {{{{{}}}}}.", task,
                                      text.slots[i].name)),
                  {}, "Remove the placeholder, or use the built-in prompts.");
    if (opens_fence(value->second) && !filled.ends_with('\n')) filled += '\n';
    filled += fence(value->second);
    filled += text.texts[i + 1];
  }
  return filled;
}

Result<TaskText> Prompts::render(std::string_view task, const PromptValues& values) const {
  const auto found = tasks_.find(task);
  if (found == tasks_.end())
    return fail("prompt_unknown_task",
                fmt::format("{}: There is no text for the task `{}`.", path_, task), {},
                suggest(task, tasks()));
  TaskText text;
  text.task = TRY(fill(found->second.task, task, values));
  text.format = TRY(fill(found->second.format, task, values));
  return text;
}

Result<Prompts> parse_prompts(std::string_view text, std::string_view path) {
  return first_fault_or(read_prompts, text, path);
}

std::optional<Prompts> read_prompts(std::string_view text, std::string_view path,
                                    std::vector<Error>& faults) {
  const auto document = read_pack_document(text, path, faults);
  if (!document) return std::nullopt;
  const std::size_t faults_before = faults.size();
  Reader reader(text, *document, faults);
  Prompts prompts;
  prompts.path_ = path;
  Fields top(*document, "", std::string(kCode), faults);
  prompts.preamble_ = top.text("preamble");
  if (prompts.preamble_.size() > kPreambleBytes)
    top.fault("preamble", fmt::format("The preamble is longer than {} bytes.", kPreambleBytes),
              "Shorten it: it stands in every prompt.");
  Fields tasks = top.section("tasks");
  top.refuse_unknown();
  for (const auto& entry : tasks.object()) {
    const std::string name(entry.key());
    const std::string pointer = tasks.child(name);
    const PromptFile* bound = reader.bound();
    const PromptTask* known = bound != nullptr ? bound->task(name) : nullptr;
    if (bound != nullptr && known == nullptr) {
      tasks.fault_key(name, fmt::format("`{}` is no task of {}.", name, bound->flow),
                      suggest(name, names_of(bound->tasks)));
      continue;
    }
    Fields one(*document, pointer, std::string(kCode), faults);
    Prompts::Task task{reader.cut(name, one.text("task"), pointer + "/task"),
                       reader.cut(name, one.text("format"), pointer + "/format")};
    one.refuse_unknown();
    if (task.task.texts.front().empty() && task.task.slots.empty())
      tasks.fault_key(name, fmt::format("The task `{}` has no text.", name),
                      "Write what is to be done below `task: |`.");
    if (known != nullptr)
      reader.check_required(*known, {&task.task, &task.format}, document->mark(pointer).line);
    prompts.tasks_.insert_or_assign(name, std::move(task));
  }
  if (reader.bound() != nullptr && faults.size() == faults_before) {
    for (const std::string& name : names_of(reader.bound()->tasks))
      if (!prompts.has(name))
        reader.refuse(document->key_mark("/tasks").line,
                      fmt::format("The task `{}` is missing.", name),
                      "A file of prompts replaces the built-in one as a whole; copy the task.");
  }
  if (faults.size() > faults_before) return std::nullopt;
  return prompts;
}

Prompts pinned_prompts(std::string_view text, std::string_view path, const Prompts* built_in) {
  Prompts prompts;
  if (built_in != nullptr) prompts = *built_in;
  const auto document = pack_document(text, path);
  if (!document) return prompts;
  prompts.path_ = path;
  std::vector<Error> ignored;
  Fields top(*document, "", std::string(kCode), ignored);
  if (std::string preamble = top.text("preamble"); !preamble.empty())
    prompts.preamble_ = std::move(preamble);
  Fields tasks(*document, top.child("tasks"), std::string(kCode), ignored);
  for (const auto& entry : tasks.object()) {
    const std::string name(entry.key());
    const std::string pointer = tasks.child(name);
    std::vector<Error> faults;
    Reader reader(text, *document, faults);
    Fields one(*document, pointer, std::string(kCode), faults);
    Prompts::Task task{reader.cut(name, one.text("task"), pointer + "/task"),
                       reader.cut(name, one.text("format"), pointer + "/format")};
    if (faults.empty()) prompts.tasks_.insert_or_assign(name, std::move(task));
  }
  return prompts;
}

std::string ideas_wanted(int min_ideas) {
  const int least = std::max(3, min_ideas);
  const int most = std::max(5, min_ideas);
  return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

}  // namespace fm
