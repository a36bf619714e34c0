// What the stories of a plan's work show.
import type { Gate, PlanTask, TaskWork } from "../src/api/types.gen";
import { plan } from "../fake/agency";
import type { Doing } from "../src/data/doing";
import { at, gate } from "./data";

const asked = (type: string, question: string, options: [string, string][], subject: Record<string, unknown>): Gate => gate({ gate: `g-${type}-${String(subject.asks ?? "")}`, type, question, options: options.map(([id, label]) => ({ id, label })), subject });
export const workGates: Gate[] = [
  asked("approval", "Build this? (yes, or say what to change)", [["build", "Build it"], ["change-something", "Change something"]], { plan: { ...plan, tasks: plan.tasks.slice(0, 1), uncovered: [], risks: [] }, commands: [] }),
  asked("permission", "builder wants to open https://docs.example/api. Allow it?", [["allow-once", "Allow it"], ["refuse", "Refuse"]], { tool: "web_fetch", what: "open", why: "web_fetch leaves the lane", exact: { url: "https://docs.example/api" } }),
  asked("permission", "builder wants to write_file ../notes.txt. Allow it?", [["allow-once", "Allow it"], ["refuse", "Refuse"]], { tool: "write_file", why: "", exact: { path: "../notes.txt", text: "one\ntwo" } }),
  asked("base", "/home/ana/street is no git repository. Make it one, with 3 files as its first commit?", [["git-init", "Make it a git repository"], ["not-now", "Not now"]], { asks: "repository", folder: "/home/ana/street", files: ["page.html", "server.py"], count: 3, left_out: [{ path: ".env", why: "it may hold secrets" }] }),
];

const task = (more: Partial<TaskWork>): TaskWork => ({ id: "1.1", status: "running", changed_at: Date.parse(at), ...more });
const of = (id: string): PlanTask => ({ id, objective: "A page for the shop that lists the `day`", stages: plan.tasks[0]?.stages ?? [], acceptance: ["make test"] });
const doing = (state: Doing["state"]): Doing => ({ task: "", agent: "builder", what: "run_command make test", state, at });
export const boardTasks: { plan: PlanTask; task: TaskWork | undefined; doing: Doing | undefined }[] = [
  { plan: of("1"), task: undefined, doing: undefined },
  { plan: of("2"), task: task({ id: "2", stage: "IMPLEMENTATION" }), doing: doing("going") },
  { plan: of("3"), task: task({ id: "3", stage: "IMPLEMENTATION", round: 2 }), doing: doing("failed") },
  { plan: of("4"), task: task({ id: "4", status: "waiting", why: "it is merged after 3" }), doing: undefined },
  { plan: of("5"), task: task({ id: "5", status: "paused" }), doing: undefined },
  { plan: of("6"), task: task({ id: "6", status: "failed", why: "`make test` fails", checks: [{ command: "make test", status: 2, on: "task", output: "1 failed" }], reviews: [{ agent: "auditor", verdict: "none" }] }), doing: undefined },
  { plan: of("7"), task: task({ id: "7", status: "completed", merged: "c0ffee" }), doing: undefined },
  { plan: of("8"), task: task({ id: "8", status: "failed", skipped: true }), doing: undefined },
];
