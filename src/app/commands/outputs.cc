#include "app/commands/outputs.h"

#include <algorithm>
#include <filesystem>

#include "app/files/file_output.h"
#include "app/files/idea_files.h"
#include "app/report/report.h"
#include "app/report/visual.h"
#include "base/sha256.h"
#include "engine/flow/task.h"
#include "team/room/room.h"

namespace fm {
namespace {

struct Wanted {
  std::string out;
  std::string ideas;
  RoomView view;
  RoomSeq since;  // where the flow began that asks
};

NewEvent saved(const std::string& path, const std::string& media, const std::string& bytes) {
  NewEvent event;
  event.kind = "artifact.saved";
  event.body["path"] = path;
  event.body["media"] = media;
  event.body["bytes"] = static_cast<std::int64_t>(bytes.size());
  event.body["sha256"] = to_hex(sha256(bytes));
  return event;
}

std::string visual_path(const std::string& out) {
  std::filesystem::path path(out);
  return path.replace_extension(".visual.html").string();
}

NewEvent warning(const Error& error) {
  NewEvent event;
  event.kind = "warning";
  event.body = to_json(error);
  return event;
}

// The page that the ui-creator made in this flow, if it did. Its name, or empty.
Result<std::string> write_visual(const Wanted& wanted, Performed& performed) {
  const auto page = std::ranges::find(wanted.view.messages.rbegin(), wanted.view.messages.rend(),
                                      std::string("visualization"), &Message::kind);
  if (page == wanted.view.messages.rend() || page->room_seq <= wanted.since) return std::string();
  auto html = extract_html(*page->text);
  if (!html) {
    performed.events.push_back(warning(html.error()));
    return std::string();
  }
  const std::string path = visual_path(wanted.out);
  const std::string bytes = wrap_untrusted_html(*html, wanted.view.title);
  TRY(write_file(path, bytes));
  performed.events.push_back(saved(path, "text/html", bytes));
  return std::filesystem::path(path).filename().string();
}

Result<void> write_all(const Wanted& wanted, Performed& performed) {
  if (!wanted.out.empty()) {
    ReportOptions options;
    options.visual_file = TRY(write_visual(wanted, performed));
    const std::string bytes = render_report(wanted.view, options);
    TRY(write_file(wanted.out, bytes));
    performed.events.push_back(saved(wanted.out, "text/html", bytes));
  }
  if (!wanted.ideas.empty()) {
    const IdeaFormat format = TRY(idea_format(wanted.ideas));
    const std::string bytes = render_ideas(wanted.view, format);
    TRY(write_file(wanted.ideas, bytes));
    const std::string media = format == IdeaFormat::kJson  ? "application/json"
                              : format == IdeaFormat::kCsv ? "text/csv"
                                                           : "text/markdown";
    performed.events.push_back(saved(wanted.ideas, media, bytes));
  }
  return {};
}

Task<Performed> write_in_pool(PoolScope& pool, std::shared_ptr<Wanted> wanted) {
  Later<std::shared_ptr<Performed>> later;
  auto performed = std::make_shared<Performed>();
  pool.run(
      [wanted, performed] {
        if (auto written = write_all(*wanted, *performed); !written)
          performed->outcome.error = std::move(written.error());
      },
      [later, performed] { later.resolve(performed); });
  auto done = co_await later;
  co_return std::move(*done);
}

}  // namespace

Task<Performed> OutputsPerformer::begin(EffectCall call, const Fold& fold) {
  const Json request = call.request;
  auto wanted = std::make_shared<Wanted>();
  wanted->out = text_at(request, "out");
  wanted->ideas = text_at(request, "ideas");
  wanted->view = static_cast<const RoomView&>(fold);
  wanted->since = call.flow->started;
  // The files show the discussion as it will stand when they are there.
  for (std::size_t i = 0; i < wanted->view.flows.size(); ++i) {
    if (wanted->view.flows[i].id != call.flow->id) continue;
    FlowRecord& flow = wanted->view.flows.edit(i);
    flow.state = FlowState::kFinished;
    flow.completion = text_at(request, "completion");
    if (const Json* error = find_at(request, "error")) flow.error = error_from_json(*error);
    flow.finished_at = wanted->view.updated_at;
  }
  return write_in_pool(pool_, std::move(wanted));
}

}  // namespace fm
