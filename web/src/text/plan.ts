// A plan as people read it: who builds and reviews what, when it is done, and in which order. Pure.
import type { Plan, PlanTask } from "../api/types.gen";

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []);

// The plan in a gate's subject; undefined where there is none.
export function planIn(subject: Record<string, unknown> | undefined): { plan: Plan; commands: string[] } | undefined {
  const plan = subject?.plan as Partial<Plan> | undefined;
  if (typeof plan !== "object" || !Array.isArray(plan?.tasks)) return undefined;
  return { plan: { ...plan, title: plan.title ?? "", tasks: plan.tasks }, commands: strings(subject?.commands) };
}

type Stage = PlanTask["stages"][number];
const builds = (stage: Stage): boolean => stage.stageName === "IMPLEMENTATION";
const reviews = (stage: Stage): boolean => stage.stageName.endsWith("REVIEW") && stage.stageName !== "PLAN_REVIEW";
const agentsOf = (task: PlanTask, meant: (stage: Stage) => boolean): string[] => [...new Set(task.stages.filter(meant).flatMap((stage) => stage.agents.map((one) => one.agent)))];

export const buildersOf = (task: PlanTask): string[] => agentsOf(task, builds);
export const reviewersOf = (task: PlanTask): string[] => agentsOf(task, reviews);

export interface Placed {
  task: PlanTask;
  column: number;
  row: number;
}

// Columns by depth: a task stands right of all that it comes after. A circle, which no plan should have, ends where it closes.
export function placed(tasks: PlanTask[]): Placed[] {
  const byId = new Map(tasks.map((one) => [one.id, one]));
  const depths = new Map<string, number>();
  const depthOf = (task: PlanTask, under: ReadonlySet<string>): number => {
    const known = depths.get(task.id);
    if (known !== undefined) return known;
    let depth = 0;
    for (const id of task.dependencies ?? []) {
      const before = byId.get(id);
      if (before && !under.has(id)) depth = Math.max(depth, depthOf(before, new Set([...under, task.id])) + 1);
    }
    depths.set(task.id, depth);
    return depth;
  };
  const rows: number[] = [];
  return tasks.map((task) => {
    const column = depthOf(task, new Set([task.id]));
    const row = rows[column] ?? 0;
    rows[column] = row + 1;
    return { task, column, row };
  });
}

// The same in words: for those who do not see the arrows.
export function orderText(tasks: PlanTask[]): string {
  const known = new Set(tasks.map((one) => one.id));
  const after = tasks.flatMap((task) => {
    const before = (task.dependencies ?? []).filter((id) => known.has(id));
    return before.length ? [`${task.id} after ${before.join(" and ")}`] : [];
  });
  const first = tasks.filter((task) => !(task.dependencies ?? []).some((id) => known.has(id))).map((one) => one.id);
  const begin = first.length > 1 ? `${first.join(" and ")} at the same time` : `${first.join("")} first`;
  return after.length ? `${begin}; ${after.join("; ")}` : begin;
}

// What fits beside a number, cut between words.
export function shortened(text: string, most: number): string {
  const line = text.replaceAll("`", "").replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[,;:.]$/, "")}…`;
}
