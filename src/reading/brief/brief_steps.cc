#include "reading/brief/brief_steps.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr std::array<Name, 12> kAgent = {"agents", "owners",      "agent",     "agentid",
                                         "owner",  "assignee",    "who",       "assignedto",
                                         "role",   "responsible", "agentname", "by"};
constexpr std::array<Name, 11> kTask = {"task",      "tasks",   "description", "what",
                                        "objective", "work",    "action",      "step",
                                        "todo",      "details", "text"};
constexpr std::array<Name, 7> kAfter = {"after",    "afteragents", "dependson",    "dependencies",
                                        "waitsfor", "waitfor",     "prerequisites"};
constexpr std::array<Name, 4> kLists = {"steps", "tasks", "items", "nextsteps"};
constexpr std::array<Name, 8> kPerson = {"user",  "you",   "client", "customer",
                                         "human", "owner", "person", "productowner"};

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

bool is_person(std::string_view said) {
  const std::string key = name_key(said.substr(0, 60));
  return std::ranges::find(kPerson, Name(key)) != kPerson.end();
}

class StepReader {
 public:
  StepReader(const Roster& roster, const BriefOptions& options, BriefRead& out)
      : roster_(roster), options_(options), out_(out) {}

  Read<void> read(const Json& value, int depth = 0) {
    constexpr int kMaxNesting = 3;
    if (depth > kMaxNesting) return fault(FaultCode::kInvalidType, "The next steps are nested.");
    if (value.is_array()) return items(value.get_array());
    if (value.is_object()) return members(value.get_object(), depth);
    for (const std::string& line : brief_items(value)) {
      if (auto done = written(line); !done) return done;
    }
    return {};
  }

 private:
  Read<void> items(const JsonArray& list) {
    if (list.size() > kMaxBriefItems) {
      return fault(FaultCode::kOutOfRange, "The brief has more than 200 next steps.");
    }
    for (const Json& item : list) {
      Read<void> done;
      if (!item.is_object()) {
        done = written(brief_text(item));
      } else if (const Json* agent = find_field(item.get_object(), kAgent)) {
        done = one(*agent, item.get_object());
      } else {
        done = members(item.get_object(), 1);
      }
      if (!done) return done;
    }
    return {};
  }

  // {"agent": "coder", "task": "..."}
  Read<void> one(const Json& agent, const JsonObject& step) {
    const Json* task = find_field(step, kTask);
    return give(agent.is_array() ? brief_text(agent, ", ") : named(agent),
                task != nullptr ? brief_text(*task, "\n") : "", after_of(Json(step)));
  }

  // What a step, or each of several, waits for, as it is written.
  static std::vector<std::string> after_of(const Json& value) {
    std::vector<std::string> out;
    if (value.is_array()) {
      for (const Json& item : value.get_array()) {
        if (item.is_object()) std::ranges::move(after_of(item), std::back_inserter(out));
      }
      return out;
    }
    const Json* after = value.is_object() ? find_field(value.get_object(), kAfter) : nullptr;
    if (after == nullptr) return {};
    if (!after->is_object()) return texts_of(*after, Split::kAtCommas);
    return {named(*after)};
  }

  static std::string named(const Json& agent) {
    static constexpr std::array<Name, 2> kId = {"id", "name"};
    const Json* id = agent.is_object() ? find_field(agent.get_object(), kId) : &agent;
    return id != nullptr ? plain_text(*id).value_or("") : "";
  }

  // {"coder": "..."}, and lists whose items have keys: {"1": {"agent": ...}}, {"steps": [...]}.
  Read<void> members(const JsonObject& object, int depth) {
    if (object.size() > kMaxBriefItems) {
      return fault(FaultCode::kOutOfRange, "The brief has more than 200 next steps.");
    }
    if (const Json* agent = find_field(object, kAgent);
        agent != nullptr && find_field(object, kTask) != nullptr) {
      return one(*agent, object);
    }
    for (const auto& member : object) {
      const std::string key = clean(view(member.key())).text;
      const Json& value = member.value();
      Read<void> done;
      const bool list = is_one_of(key, kLists) && value.is_structured();
      if (list || (value.is_object() && find_field(value.get_object(), kAgent) != nullptr)) {
        done = list ? read(value, depth + 1)
                    : one(*find_field(value.get_object(), kAgent), value.get_object());
      } else if (is_counter(key) && !roster_.find(key)) {
        done =
            value.is_object() ? members(value.get_object(), depth + 1) : written(brief_text(value));
      } else if (!are_agents(key) && !is_person(key) && holds_steps(value)) {
        done = read(value, depth + 1);  // {"phase 1": {"coder": "..."}}
      } else {
        const Json* task = value.is_object() ? find_field(value.get_object(), kTask) : nullptr;
        done = give(key, brief_text(task != nullptr ? *task : value, "\n"), after_of(value));
      }
      if (!done) return done;
    }
    return {};
  }

  bool holds_steps(const Json& value) const {
    if (value.is_object()) {
      return std::ranges::any_of(value.get_object(), [&](const auto& member) {
        return roster_.find_exact(view(member.key())).has_value();
      });
    }
    if (!value.is_array() || value.get_array().empty()) return false;
    const Json& first = value.get_array().front();
    if (first.is_object()) return find_field(first.get_object(), kAgent) || holds_steps(first);
    const std::string label = split_label(brief_text(first)).label;
    return !label.empty() && are_agents(label);
  }

  static bool is_counter(std::string_view key) {  // "1", "step_2"
    std::string_view rest = key;
    if (ascii_lower(rest.substr(0, 4)) == "step") rest.remove_prefix(4);
    return rest.find_first_not_of("0123456789_- .") == std::string_view::npos;
  }

  // "coder: build it", "@coder builds it", "Build it (coder)".
  Read<void> written(std::string_view line) {
    line = without_list_mark(trim(line));
    if (says_nothing(line) || is_placeholder(line)) return {};
    if (line.starts_with('|')) return row(line);
    const Labelled parts = split_label(line);
    if (!parts.label.empty() && (are_agents(parts.label) || is_person(parts.label))) {
      return give(parts.label, parts.text);
    }
    if (line.starts_with('@')) {
      const std::size_t end = std::min(line.find_first_of(" ,:\t"), line.size());
      if (roster_.find(line.substr(0, end))) return give(line.substr(0, end), line.substr(end));
    }
    const std::size_t open = line.rfind('(');
    if (line.ends_with(')') && open != std::string_view::npos && open > 0) {
      const std::string_view who = line.substr(open + 1, line.size() - open - 2);
      if (are_agents(who)) return give(who, line.substr(0, open));
    }
    if (!parts.label.empty() && options_.steps_fall_to.empty()) {
      return give(parts.label, parts.text);  // says that this is no agent
    }
    if (options_.steps_fall_to.empty()) {
      return fault(FaultCode::kMissingField, "The next step \"" + std::string(cut_bytes(line, 80)) +
                                                 "\" does not say which agent is to do it.");
    }
    return fall(line, "A next step named no agent");
  }

  // "| coder | build it |"; the head of a table and its rule are passed over.
  Read<void> row(std::string_view line) {
    std::vector<std::string> cells;
    while (!line.empty()) {
      const std::size_t end = std::min(line.find('|'), line.size());
      const std::string_view cell = trim(line.substr(0, end));
      if (!cell.empty()) cells.emplace_back(cell);
      line.remove_prefix(std::min(end + 1, line.size()));
    }
    const bool rule = std::ranges::all_of(cells, [](const std::string& cell) {
      return cell.find_first_not_of("-: ") == std::string::npos;
    });
    if (rule || cells.size() < 2 || is_one_of(cells[0], kAgent)) return {};
    return give(cells[0], cells[1]);
  }

  bool are_agents(std::string_view said) const {
    if (said.size() > 100) return false;
    const auto parts = several(said);
    return std::ranges::all_of(
        parts, [&](const std::string& part) { return roster_.find(part).has_value(); });
  }

  // "coder and creative" is two, where each is an agent and the whole is none.
  std::vector<std::string> several(std::string_view said) const {
    constexpr std::size_t kLongest = 200;
    const std::string whole(trim(said));
    if (whole.size() > kLongest || roster_.find_exact(whole)) return {whole};
    std::string commas = whole;
    for (const std::string_view mark : {" and ", " & ", " + ", "/", "|", ";"}) {
      for (std::size_t at = 0; (at = commas.find(mark, at)) != std::string::npos;) {
        commas.replace(at, mark.size(), ",");
      }
    }
    const auto parts = texts_of(Json(commas), Split::kAtCommas);
    const bool all = parts.size() > 1 && std::ranges::all_of(parts, [&](const std::string& part) {
                       return roster_.find(part).has_value();
                     });
    return all ? parts : std::vector<std::string>{whole};
  }

  // "build it (after @architect)": without what it waits for, where all of that are agents.
  std::string_view without_after(std::string_view task, std::vector<std::string>& after) const {
    constexpr std::size_t kWord = 6;  // "(after"
    const std::size_t open = task.rfind('(');
    if (!task.ends_with(')') || open == std::string_view::npos || open == 0) return task;
    const std::string_view inside = task.substr(open, task.size() - 1 - open);
    if (inside.size() <= kWord || ascii_lower(inside.substr(0, kWord)) != "(after") return task;
    const std::string_view who = trim(inside.substr(kWord));
    if (!are_agents(who)) return task;
    std::ranges::move(several(who), std::back_inserter(after));
    return trim(task.substr(0, open));
  }

  // Their ids; who is none of them is kept as written, so that put_in_order() tells of it.
  std::vector<std::string> agents_of(const std::vector<std::string>& names) const {
    std::vector<std::string> ids;
    for (const std::string& name : names) {
      if (says_nothing(name)) continue;
      for (const std::string& one : several(name)) {
        const auto agent = roster_.find(one);
        ids.push_back(agent ? roster_.agents()[agent->index].id : one);
      }
      if (ids.size() > kMaxBriefItems) break;
    }
    return ids;
  }

  Read<void> give(std::string_view who, std::string_view said,
                  std::vector<std::string> after = {}) {
    const std::string_view task = without_after(trim(said), after);
    if (says_nothing(task) || is_placeholder(task)) return {};
    after = agents_of(after);
    for (const std::string& name : several(who)) {
      if (is_person(name) && !roster_.find_exact(name)) {
        out_.brief.unknowns.emplace_back(task);
        out_.warnings.push_back({"persons_step", "A next step is the person's own."});
        continue;
      }
      auto agent = roster_.agent_of(name);
      if (agent) {
        add(roster_.agents()[*agent].id, task, after);
        continue;
      }
      if (!options_.steps_fall_to.empty()) {
        const std::string shown(cut_bytes(name, 80));
        if (auto done = fall(task, "A next step named \"" + shown + "\""); !done) return done;
        continue;
      }
      Fault problem = std::move(agent.error());
      problem.message = "In the next steps: " + problem.message;
      return std::unexpected(std::move(problem));
    }
    return {};
  }

  Read<void> fall(std::string_view task, const std::string& why) {
    add(options_.steps_fall_to, task);
    out_.warnings.push_back({"reassigned", why + "; it went to " + options_.steps_fall_to + "."});
    return {};
  }

  void add(const std::string& agent, std::string_view task,
           const std::vector<std::string>& after = {}) {
    auto& steps = out_.brief.next_steps;
    const auto known = std::ranges::find(steps, agent, &BriefStep::agent);
    if (known == steps.end()) {
      steps.push_back({agent, std::string(task), after});
      return;
    }
    if (known->task != task) known->task += "\n" + std::string(task);
    known->after.insert(known->after.end(), after.begin(), after.end());
  }

  const Roster& roster_;
  const BriefOptions& options_;
  BriefRead& out_;
};

}  // namespace

Read<void> read_brief_steps(const Json& value, const Roster& roster, const BriefOptions& options,
                            BriefRead& out) {
  return StepReader(roster, options, out).read(value);
}

}  // namespace fm
