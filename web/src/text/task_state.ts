// How far a task is, in words and with a sign: never by colour alone. Pure.
import type { AgentSession, Check, PlanTask, TaskWork, Work } from "../api/types.gen";
import type { IconName } from "../ui/Icon";

export interface TaskState {
  words: string;
  icon: IconName;
  tone: "muted" | "accent" | "ask" | "danger" | "info";
}

const stageWords: Record<string, string> = { PLAN_REVIEW: "its plan is reviewed", IMPLEMENTATION: "is built", CODE_REVIEW: "in review", SYNTHESIZE: "reviews are weighed", MERGE: "is merged" };

function running(task: TaskWork): string {
  const round = task.round ?? 1;
  if (task.stage === "CODE_REVIEW") return round > 1 ? `in review, round ${round}` : "in review";
  if (task.stage === "IMPLEMENTATION" && round > 1) return `reworked after review ${round - 1}`;
  const words = stageWords[task.stage ?? ""] ?? (task.stage ? task.stage.toLowerCase().replaceAll("_", " ") : "under way");
  return (task.attempt ?? 1) > 1 ? `${words}, attempt ${task.attempt}` : words;
}

export function stateOf(task: TaskWork | undefined, before: string[] = []): TaskState {
  if (task?.skipped) return { words: "left out, as you said", icon: "ban", tone: "muted" };
  switch (task?.status) {
    case "running":
      return { words: running(task), icon: task.stage?.endsWith("REVIEW") ? "search" : "play", tone: "info" };
    case "waiting":
      return { words: "waits", icon: "clock", tone: "ask" };
    case "paused":
      return { words: "paused", icon: "pause", tone: "ask" };
    case "failed":
      return { words: "not done", icon: "alert", tone: "danger" };
    case "completed":
      return { words: task.merged ? "merged" : "done", icon: "check", tone: "accent" };
    default:
      return { words: before.length ? `begins after ${before.join(" and ")}` : "not begun", icon: "clock", tone: "muted" };
  }
}

// What a task still waits for, of those that come before it.
export function openBefore(task: PlanTask, tasks: TaskWork[]): string[] {
  const done = new Set(tasks.filter((one) => one.status === "completed" || one.skipped).map((one) => one.id));
  return (task.dependencies ?? []).filter((id) => !done.has(id));
}

// The newest run of each command on what was made, and whether it failed before anything was.
export function checksOf(task: TaskWork): { check: Check; failedBefore: boolean }[] {
  const newest = new Map<string, Check>();
  const failed = new Set<string>();
  for (const one of task.checks ?? []) {
    if (one.on === "base") {
      if (one.status !== 0) failed.add(one.command);
    } else newest.set(one.command, one);
  }
  for (const one of task.checks ?? []) if (!newest.has(one.command)) newest.set(one.command, one);
  return [...newest.values()].map((check) => ({ check, failedBefore: check.on !== "base" && failed.has(check.command) }));
}

export function checkText(check: Check): string {
  const where = check.on === "merge" ? " on the merged result" : check.on === "base" ? " before the work" : "";
  if (check.status === 0) return `passes${where}`;
  if (check.status === -1) return `did not come to an end${check.why ? `: ${check.why}` : ""}`;
  return `fails${where} (exit ${check.status})`;
}

export interface Sum {
  files: number;
  added: number;
  deleted: number;
}
export function changeOf(task: TaskWork): Sum {
  const files = task.files ?? [];
  return { files: files.length, added: files.reduce((sum, one) => sum + (one.added ?? 0), 0), deleted: files.reduce((sum, one) => sum + (one.deleted ?? 0), 0) };
}

export const mergedCount = (work: Work): number => work.plan.tasks.filter((one) => work.tasks.find((task) => task.id === one.id)?.status === "completed").length;

// The last thing that an agent did in its session, or does now.
export function lastStep(session: AgentSession | undefined): string | undefined {
  for (const step of session?.steps?.toReversed() ?? []) {
    const call = step.calls?.at(-1);
    if (call) return call.done ? call.summary || call.name : `${call.name}…`;
    if (step.said) return step.said.split("\n")[0];
  }
  return undefined;
}
