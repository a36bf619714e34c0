// What the agents of a plan do right now, out of the stream alone; and when what is known of their work is no longer so.
// Pure: no requests, no clock.
import type { Event } from "../api/types.gen";

export interface Doing {
  task: string;
  agent: string;
  what: string;
  // Under way, done, or not done.
  state: "going" | "done" | "failed";
  at: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

// "read_file server.py", "run_command python3 -m unittest": the tool and the one argument that says most.
export function callText(tool: string, told: string): string {
  let args: Record<string, unknown> = {};
  try {
    const read: unknown = JSON.parse(told);
    if (typeof read === "object" && read !== null) args = read as Record<string, unknown>;
  } catch {
    // It was cut, for it is long: its beginning still tells which file or command is meant.
    for (const [, key, value] of told.matchAll(/"(path|command|url|pattern)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)) if (key && value) args[key] = value;
  }
  const most = text(args.command) || text(args.path) || text(args.pattern) || text(args.url);
  return most ? `${tool} ${most}` : tool;
}

// Of these the board shows the outcome; of the others only the log of a task.
const outcomes = new Set(["plan.proposed", "task.changed", "stage.changed", "lane.changed", "check.finished", "review.recorded", "merge.finished", "permission.granted"]);
const steps = new Set(["tool.called", "tool.finished", "tool.refused", "session.said", "session.noted"]);

export class DoingNow {
  // By the task's id.
  tasks = new Map<string, Doing>();
  // The stream told of a plan: there is one, whatever the snapshot of the room says.
  planned = false;
  // Grow with what the board, and with what a log would show otherwise.
  outcomes = 0;
  steps = 0;

  // True: it was about the work.
  apply(event: Event): boolean {
    if (outcomes.has(event.kind)) {
      this.outcomes += 1;
      this.planned = true;
      const status = text(event.body.to);
      if (event.kind === "task.changed" && status !== "running") this.tasks.delete(text(event.body.task));
      return true;
    }
    if (!steps.has(event.kind)) return false;
    this.steps += 1;
    const { task, tool, summary, args, ok } = event.body;
    const put = (what: string, state: Doing["state"]) => this.tasks.set(text(task), { task: text(task), agent: text(event.by.id), what, state, at: event.at });
    if (!task) return true;
    if (event.kind === "tool.called") put(callText(text(tool), text(args)), "going");
    if (event.kind === "tool.finished") put(text(summary) || text(tool), ok === false ? "failed" : "done");
    if (event.kind === "tool.refused") put(text(summary) || `${text(tool)} was refused`, "failed");
    return true;
  }

  // A snapshot of the room does not tell what is at work: what was said of it before no longer counts.
  forget(): void {
    this.tasks.clear();
    this.outcomes += 1;
  }
}
