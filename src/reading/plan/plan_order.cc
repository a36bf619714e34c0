#include "reading/plan/plan_order.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/json/names.h"

namespace fm {
namespace {

std::optional<Fault> problem(FaultCode code, std::string message) {
  return Fault{code, std::move(message), 0, {}};
}

}  // namespace

std::optional<Fault> settle_dependencies(Plan& plan) {
  std::map<std::string, std::string> ids;
  for (const PlanTask& task : plan.tasks) {
    if (!ids.emplace(name_key(task.id), task.id).second) {
      return problem(FaultCode::kDuplicateId, "More than one task has the id \"" + task.id + "\".");
    }
  }
  std::map<std::string, std::string> forms = ids;
  for (const PlanTask& task : plan.tasks) forms.emplace(name_key("task " + task.id), task.id);
  for (PlanTask& task : plan.tasks) {
    for (std::string& dependency : task.dependencies) {
      const auto found = forms.find(name_key(dependency));
      if (found == forms.end()) {
        return problem(FaultCode::kUnknownDependency, "The task \"" + task.id + "\" depends on \"" +
                                                          std::string(cut_bytes(dependency, 80)) +
                                                          "\", which is no task.");
      }
      dependency = found->second;
    }
    std::set<std::string> seen;
    std::erase_if(task.dependencies,
                  [&](const std::string& id) { return !seen.insert(id).second; });
  }
  return std::nullopt;
}

// Takes away tasks that wait for nothing until none is left, or none can go.
std::optional<Fault> find_cycle(const Plan& plan) {
  std::map<std::string_view, std::size_t> waits;
  std::multimap<std::string_view, std::string_view> followers;
  std::vector<std::string_view> ready;
  for (const PlanTask& task : plan.tasks) {
    waits[task.id] = task.dependencies.size();
    if (task.dependencies.empty()) ready.push_back(task.id);
    for (const std::string& dependency : task.dependencies) {
      followers.emplace(dependency, task.id);
    }
  }
  std::size_t done = 0;
  while (!ready.empty()) {
    const std::string_view id = ready.back();
    ready.pop_back();
    ++done;
    const auto [begin, end] = followers.equal_range(id);
    for (auto next = begin; next != end; ++next) {
      if (--waits[next->second] == 0) ready.push_back(next->second);
    }
  }
  if (done == plan.tasks.size()) return std::nullopt;
  std::vector<std::string> stuck;
  for (const PlanTask& task : plan.tasks) {
    if (waits[task.id] != 0 && stuck.size() < 10) stuck.push_back(task.id);
  }
  return problem(FaultCode::kCycle, "Tasks wait for each other: " + join(stuck, ", ") + ".");
}

}  // namespace fm
