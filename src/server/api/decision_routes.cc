// What waits for a person, and what came of it: gates, projects, ideas, reports.
#include <utility>

#include "app/files/idea_files.h"
#include "app/queries/work_json.h"
#include "app/report/report.h"
#include "server/api/api.h"
#include "team/agency/plan_edit.h"
#include "team/conversation/slash_commands.h"
#include "team/tasks/plan_text.h"

namespace fm::server {
namespace {

// What agents wrote is shown apart from everything: no script, no other host, no form.
constexpr const char* kReportPolicy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

Error plan_unknown() {
  return {"plan_unknown", "There is no such plan or task in this project.",
          "A plan is made when work on code is started.", ""};
}

// What is sent in the person's name: the edited plan, whole. Errors: those of editable_plan() and
// edited_plan(), request_invalid, plan_changed.
Result<std::string> plan_words(const RoomView& room, const ProjectId& project,
                               const JsonObject& body) {
  const Json* plan = body.if_contains("plan");
  const Json* revision = body.if_contains("revision");
  if (plan == nullptr || !plan->is_object())
    return std::unexpected(request_invalid("`plan` is missing: the plan as it should be."));
  if (revision == nullptr || !revision->is_int64())
    return std::unexpected(request_invalid("`revision` is missing: of the plan that was edited."));
  const EditablePlan before = TRY(editable_plan(room, project));
  if (revision->get_int64() != before.revision)
    return fail("plan_changed", "The plan changed while you were editing.", "",
                "Read the new one, then edit that.");
  return "/" + std::string(kPlanCommand) + " " +
         plan_text(TRY(edited_plan(before, canonical(*plan))));
}

}  // namespace

void Api::list_gates(ApiCallPtr call) {
  const auto page = call->page();
  if (!page) return call->fail(page.error());
  service_.gates({.folder = {}, .room = {}, .page = *page},
                 call->page_of<WaitingGate>(
                     [](const WaitingGate& one) { return gate_json(*one.room, one.gate); }));
}

void Api::answer_gate(ApiCallPtr call) {
  const auto body = call->body();
  if (!body) return call->fail(body.error());
  GateDecision decision{.gate = call->path("gate"),
                        .digest = std::string(text_at(*body, "digest")),
                        .option = std::string(text_at(*body, "option")),
                        .reason = std::string(text_at(*body, "reason"))};
  if (decision.option.empty() || decision.digest.empty())
    return call->fail(request_invalid("`option` and `digest` of the gate are wanted."));
  entered(call, [this, call, decision = std::move(decision)] {
    service_.answer(call->caller(), call->room(), decision, [call](const Result<EventPtr>& event) {
      if (!event) return call->fail(event.error());
      call->answer(200, {{"room_seq", (*event)->room_seq.value}});
    });
  });
}

void Api::show_project(ApiCallPtr call) {
  with_room(call, [this, call](const RoomViewPtr& room) {
    const auto project = choose_project(room->projects, ProjectId{call->path("project")});
    if (!project) return call->fail(project.error());
    call->answer(200, project_whole_json(*room, **project, loop_.clock().now()));
  });
}

void Api::show_work(ApiCallPtr call) {
  with_room(call, [call](const RoomViewPtr& room) {
    const auto project = choose_project(room->projects, ProjectId{call->path("project")});
    if (!project) return call->fail(project.error());
    const Json work = work_json(*room, **project);
    if (work.is_null()) return call->fail(plan_unknown());
    call->answer(200, work.get_object());
  });
}

void Api::show_task_work(ApiCallPtr call) {
  with_room(call, [call](const RoomViewPtr& room) {
    const auto project = choose_project(room->projects, ProjectId{call->path("project")});
    if (!project) return call->fail(project.error());
    const Json work = task_work_json(**project, call->path("task"));
    if (work.is_null()) return call->fail(plan_unknown());
    call->answer(200, work.get_object());
  });
}

// Said like any other words, so that it is durable before anything comes of it (plan_edit.h).
void Api::edit_plan(ApiCallPtr call) {
  const auto body = call->body();
  if (!body) return call->fail(body.error());
  with_room(call, [this, call, body = *body](const RoomViewPtr& room) {
    const auto words = plan_words(*room, {call->path("project")}, body);
    if (!words) return call->fail(words.error());
    Said said{.text = *words, .client_id = call->any_key()};
    entered_to_talk(call, [this, call, said = std::move(said)] {
      service_.say(call->caller(), call->room(), said, [call](const Result<EventPtr>& event) {
        if (!event) return call->fail(event.error());
        call->answer(200, {{"room_seq", (*event)->room_seq.value}, {"id", (*event)->text("id")}});
      });
    });
  });
}

void Api::forget(ApiCallPtr call) {
  service_.forget(call->caller(), call->room(), ProjectId{call->path("project")},
                  [call](const Result<EventPtr>& event) {
                    if (!event) return call->fail(event.error());
                    call->done();
                  });
}

void Api::show_ideas(ApiCallPtr call) {
  with_room(call, [call](const RoomViewPtr& room) { call->answer(200, ideas_json(*room)); });
}

void Api::show_report(ApiCallPtr call) {
  const std::string format(call->request().parameter("format"));
  if (!format.empty() && format != "html" && format != "md" && format != "json")
    return call->fail(request_invalid("`format` is html, md or json."));
  with_room(call, [this, call, format](const RoomViewPtr& room) {
    if (room->ideas.empty())
      return call->fail({"report_unknown", "This room has no report.",
                         "A report tells of the ideas of an ideation.", ""});
    with_agents(room->team, room->folder, [call, format, room](const auto& team) {
      HttpAnswer answer;
      if (format == "md") {
        answer.headers["content-type"] = "text/markdown; charset=utf-8";
        answer.body = render_ideas(*room, IdeaFormat::kMarkdown);
      } else if (format == "json") {
        answer.headers["content-type"] = "application/json";
        answer.body = render_ideas(*room, IdeaFormat::kJson);
      } else {
        ReportOptions options;
        for (const AgentLine& agent : team) options.agent_names[agent.id] = agent.name;
        answer.headers["content-type"] = "text/html; charset=utf-8";
        answer.headers["content-security-policy"] = kReportPolicy;
        answer.body = render_report(*room, options);
      }
      call->answer(std::move(answer));
    });
  });
}

}  // namespace fm::server
