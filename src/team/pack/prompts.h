// Prompts: what agents are asked to do, task by task, from a YAML file of the pack.
//
//   preamble: |             shared by all agents of a room: how we work, formats
//   tasks:
//     ideate:
//       task: |             with {{name}} where a value goes
//       format: |           optional; stands last in the prompt
//
// Strict: a placeholder that a task does not know is a fault of the file, with its line; one that
// gets no value is an error of the call, with its line. Values are fenced, and never looked at for
// placeholders of their own. What the tasks of ideation and
// conversation must and may name is in prompt_tasks.h.
// A value; immutable; pure. Errors: prompts_invalid, prompt_unknown_task, prompt_value_missing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fm {

using PromptValues = std::map<std::string, std::string, std::less<>>;

struct TaskText {
  std::string task;
  std::string format;  // may be empty
};

// A text cut at its placeholders: text, name, text, name, ..., text.
struct PromptTemplate {
  struct Slot {
    std::string name;
    int line = 0;  // of the file
  };
  std::vector<std::string> texts;  // one more than slots
  std::vector<Slot> slots;
};

class Prompts {
 public:
  const std::string& preamble() const { return preamble_; }
  const std::string& path() const { return path_; }
  bool has(std::string_view task) const { return tasks_.contains(task); }
  std::vector<std::string> tasks() const;

  Result<TaskText> render(std::string_view task, const PromptValues& values) const;

 private:
  friend std::optional<Prompts> read_prompts(std::string_view text, std::string_view path,
                                             std::vector<Error>& faults);
  friend Prompts pinned_prompts(std::string_view text, std::string_view path,
                                const Prompts* built_in);
  struct Task {
    PromptTemplate task;
    PromptTemplate format;
  };
  Result<std::string> fill(const PromptTemplate& text, std::string_view task,
                           const PromptValues& values) const;

  std::string path_;
  std::string preamble_;
  std::map<std::string, Task, std::less<>> tasks_;
};

Result<Prompts> parse_prompts(std::string_view text, std::string_view path);  // the first fault
std::optional<Prompts> read_prompts(std::string_view text, std::string_view path,
                                    std::vector<Error>& faults);  // all of them

// A file that a flow was pinned to, perhaps by another release: a task that this program knows and
// the file lacks, or that names a value which is no longer given, has the built-in text. What the
// program no longer asks for stays unused. `built_in` is null where no such file is built in.
Prompts pinned_prompts(std::string_view text, std::string_view path, const Prompts* built_in);

// How many ideas to ask for, as words: "3 to 5", or "5" (I-4).
std::string ideas_wanted(int min_ideas);

}  // namespace fm
