#include "flows/agency/reviewing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "team/room/room.h"
#include "team/tasks/task_events.h"
#include "team/tasks/task_work_json.h"

namespace fm {
namespace {

struct OneReview {
  Step step = Step::kGoOn;
  std::string agent;
  Json value;  // {verdict, findings}; null: none could be had
};

TurnRequest review_turn(const AgencyPtr& agency, const std::string& task, const std::string& agent,
                        std::string what) {
  TurnRequest turn = turn_of(*agency, agent, std::move(what), "review");
  turn.prompts = "agency";
  turn.project = agency->args.project;
  turn.plan_task = task;
  turn.reads = TurnReads::kCodeReview;
  turn.silent = true;
  return turn;
}

// With one repair: what cannot be read is no verdict.
Flow<OneReview> ask_for_verdict(FlowHandle flow, AgencyPtr agency, TurnRequest turn) {
  const std::string what = turn.task;
  for (int go = 1; go <= 2; ++go) {
    const FlowHandle at = go == 1 ? flow : flow.at("repair");
    const Spoken spoken = co_await speak(at, agency, turn);
    OneReview review{.step = spoken.step, .agent = turn.agent, .value = {}};
    if (spoken.step != Step::kGoOn) co_return review;
    const std::string fault(text_at(spoken.reading, "fault"));
    if (fault.empty() && spoken.reading.is_object()) {
      review.value = spoken.reading;
      co_return review;
    }
    turn.task = "repair";
    turn.task_before = what;
    turn.values["fault"] = fault.empty() ? "It holds no verdict." : fault;
  }
  co_return OneReview{.step = Step::kFailed, .agent = turn.agent, .value = {}};
}

ReviewRecord record_of(const TaskWork& work, const OneReview& review, const std::string& stage) {
  ReviewRecord record{
      .agent = review.agent,
      .tree = work.tree,
      .stage = stage,
      .verdict =
          review_verdict_from(text_at(review.value, "verdict")).value_or(ReviewVerdict::kNone),
      .findings = {},
      .round = work.round,
      .room_seq = {}};
  if (const Json* findings = find_at(review.value, "findings"); findings != nullptr)
    record.findings = review_findings(*findings);
  return record;
}

std::string review_line(const std::string& task, const ReviewRecord& record) {
  if (record.verdict == ReviewVerdict::kApprove)
    return record.findings.empty()
               ? fmt::format("{} approves {}.", record.agent, task)
               : fmt::format("{} approves {}, and notes:\n", record.agent, task) +
                     findings_text(record.findings);
  std::string text = fmt::format("{} asks for changes in {}:\n", record.agent, task);
  return text + findings_text(record.findings);
}

Flow<Nothing> keep(FlowHandle flow, AgencyPtr agency, std::string task,
                   std::vector<ReviewRecord> records) {
  std::vector<NewEvent> events;
  for (const ReviewRecord& record : records) {
    events.push_back(review_recorded(agency->args.project, task, record));
    if (record.verdict != ReviewVerdict::kNone)
      events.push_back(line_of(flow, agency, review_line(task, record)));
  }
  // A line's id is its place: one for each.
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].kind == "message.posted")
      events[i].body["id"] = flow.derived_id('m', "line-" + std::to_string(i));
  co_await post_shown(flow.at("kept"), std::move(events));
  co_return Nothing();
}

ReviewEnd changes(std::vector<ReviewFinding> findings) {
  ReviewEnd end;
  end.what = ReviewEnd::What::kChanges;
  end.findings = std::move(findings);
  return end;
}

std::vector<ReviewFinding> all_findings(const std::vector<ReviewRecord>& records) {
  std::vector<ReviewFinding> all;
  for (const ReviewRecord& record : records)
    if (record.verdict == ReviewVerdict::kChanges)
      all.insert(all.end(), record.findings.begin(), record.findings.end());
  return all;
}

// Some approve and some do not: the leader decides what of it counts.
Flow<ReviewEnd> weigh(FlowHandle flow, AgencyPtr agency, MapTask task,
                      std::vector<ReviewRecord> records) {
  OneReview weighed = co_await ask_for_verdict(
      flow.at("weigh"), agency, review_turn(agency, task.id, agency->args.leader, "synthesize"));
  co_await flow.catch_up("weighed");
  if (gives_up(weighed.step)) {
    ReviewEnd end;
    end.what = ReviewEnd::What::kInterrupted;
    co_return end;
  }
  // Without a word from the leader every finding counts: that is the safe side.
  if (weighed.value.is_null()) co_return changes(all_findings(records));
  const ReviewRecord record = record_of(*work_of(flow, agency, task.id), weighed, "SYNTHESIZE");
  co_await keep(flow.at("weighing"), agency, task.id, {record});
  if (record.verdict == ReviewVerdict::kApprove) co_return ReviewEnd();
  co_return changes(record.findings);
}

}  // namespace

Flow<ReviewEnd> review(FlowHandle flow, AgencyPtr agency, MapTask task, TaskStage stage) {
  const std::string what = stage.reviews_plan() ? "review_plan" : "review_code";
  std::vector<Flow<OneReview>> branches;
  for (const TaskAgent& agent : stage.agents)
    branches.push_back(ask_for_verdict(flow.branch(agent.agent), agency,
                                       review_turn(agency, task.id, agent.agent, what)));
  const std::vector<OneReview> reviews = co_await flow.all(std::move(branches));
  co_await flow.catch_up("reviewed");
  ReviewEnd end;
  std::vector<ReviewRecord> records;
  for (const OneReview& one : reviews) {
    if (gives_up(one.step)) end.what = ReviewEnd::What::kInterrupted;
    if (!one.value.is_null())
      records.push_back(record_of(*work_of(flow, agency, task.id), one, stage.name));
  }
  if (end.what == ReviewEnd::What::kInterrupted || flow.cancelled()) {
    end.what = ReviewEnd::What::kInterrupted;
    co_return end;
  }
  if (records.empty()) {
    end.what = ReviewEnd::What::kFailed;
    end.why = "No review could be had.";
    co_return end;
  }
  co_await keep(flow.at("records"), agency, task.id, records);
  const auto wanting = std::ranges::count(records, ReviewVerdict::kChanges, &ReviewRecord::verdict);
  if (wanting == 0) co_return end;
  if (wanting == std::ssize(records)) co_return changes(all_findings(records));
  co_return co_await weigh(flow, agency, std::move(task), std::move(records));
}

}  // namespace fm
