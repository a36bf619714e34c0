// A plan while somebody edits it: each change gives another plan. Pure; the rules are the server's.
import type { Plan, PlanTask } from "../api/types.gen";
import { buildersOf, reviewersOf } from "./plan";

const replaced = (plan: Plan, at: number, task: PlanTask): Plan => ({ ...plan, tasks: plan.tasks.map((one, i) => (i === at ? task : one)) });

// One place up (-1) or down (1); at the ends it stays.
export function moved(plan: Plan, at: number, by: -1 | 1): Plan {
  const to = at + by;
  const task = plan.tasks[at];
  const other = plan.tasks[to];
  if (!task || !other) return plan;
  return { ...plan, tasks: plan.tasks.map((one, i) => (i === at ? other : i === to ? task : one)) };
}

// Nothing waits for a task that is gone.
export function without(plan: Plan, at: number): Plan {
  const gone = plan.tasks[at]?.id;
  return { ...plan, tasks: plan.tasks.filter((_, i) => i !== at).map((one) => ({ ...one, dependencies: (one.dependencies ?? []).filter((id) => id !== gone) })) };
}

function freeId(plan: Plan): string {
  const known = new Set(plan.tasks.map((one) => one.id));
  for (let n = plan.tasks.length + 1; ; ++n) if (!known.has(String(n))) return String(n);
}

// A further task, with the stages and agents of the last one.
export function withOneMore(plan: Plan): Plan {
  const stages = plan.tasks.at(-1)?.stages ?? [{ stageName: "IMPLEMENTATION", agents: [{ agent: "builder" }] }, { stageName: "CODE_REVIEW", agents: [{ agent: "reviewer" }] }];
  return { ...plan, tasks: [...plan.tasks, { id: freeId(plan), objective: "", stages: stages.map((one) => ({ stageName: one.stageName, agents: one.agents })) }] };
}

export const withObjective = (plan: Plan, at: number, objective: string): Plan => (plan.tasks[at] ? replaced(plan, at, { ...plan.tasks[at], objective }) : plan);
const lines = (text: string): string[] => text.split("\n").map((one) => one.trim()).filter(Boolean);
export const withAcceptance = (plan: Plan, at: number, text: string): Plan => (plan.tasks[at] ? replaced(plan, at, { ...plan.tasks[at], acceptance: lines(text) }) : plan);
export const withFiles = (plan: Plan, at: number, text: string): Plan => (plan.tasks[at] ? replaced(plan, at, { ...plan.tasks[at], files: lines(text) }) : plan);

export function withDependency(plan: Plan, at: number, id: string, waits: boolean): Plan {
  const task = plan.tasks[at];
  if (!task) return plan;
  const others = (task.dependencies ?? []).filter((one) => one !== id);
  return replaced(plan, at, { ...task, dependencies: waits ? [...others, id] : others });
}

type Stage = PlanTask["stages"][number];
const isCodeReview = (stage: Stage): boolean => stage.stageName.endsWith("REVIEW") && stage.stageName !== "PLAN_REVIEW";

// Another builder: an agent's model goes with it.
export function withBuilder(plan: Plan, at: number, agent: string): Plan {
  const task = plan.tasks[at];
  if (!task || buildersOf(task)[0] === agent) return plan;
  return replaced(plan, at, { ...task, stages: task.stages.map((one) => (one.stageName === "IMPLEMENTATION" ? { ...one, agents: [{ agent }] } : one)) });
}

// In or out of every review of the task's code.
export function withReviewer(plan: Plan, at: number, agent: string, reviews: boolean): Plan {
  const task = plan.tasks[at];
  if (!task || reviewersOf(task).includes(agent) === reviews) return plan;
  return replaced(plan, at, { ...task, stages: task.stages.map((one) => (isCodeReview(one) ? { ...one, agents: reviews ? [...one.agents, { agent }] : one.agents.filter((each) => each.agent !== agent) } : one)) });
}
