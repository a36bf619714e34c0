#include "team/agency/settings_performer.h"

#include <algorithm>
#include <utility>

#include "engine/flow/task_scope.h"
#include "team/agency/folder_settings.h"

namespace fm {
namespace {

struct Looked {
  Result<FolderSettings> settings = std::unexpected(Error());
  WorktreeSettings suggested;
};

Task<Result<Performed>> look(Workshop& workshop, TaskGround ground) {
  const std::string folder = ground.view->folder;
  const std::string home = workshop.options().home;
  const Looked looked = co_await in_pool(workshop.pool(), [folder, home] {
    return Looked{.settings = read_folder_settings(folder),
                  .suggested = suggested_setup(folder, home)};
  });
  const FolderSettings settings = CO_TRY(Result(looked.settings));
  const SandboxState sandbox = co_await workshop.sandbox();
  const WorkLimits limits = tighter({.agents = workshop.options().agents_at_once}, settings.limits);
  JsonObject value{{"worktree", to_json(settings.worktree)},
                   {"digest", settings.worktree.digest()},
                   {"agents", limits.agents.value_or(kAgentsAtOnce)},
                   {"sandboxed", sandbox.works}};
  if (settings.worktree.empty() && !looked.suggested.empty())
    value["suggested"] = to_json(looked.suggested);
  if (!sandbox.works) value["why"] = sandbox.why_not.cause + " " + sandbox.why_not.cure;
  co_return done_with(std::move(value));
}

}  // namespace

Task<Performed> SettingsPerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  return settled(look(workshop_, std::move(*ground)));
}

}  // namespace fm
