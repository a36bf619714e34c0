// What a question of the work is about, right on its card: the plan, the exact command, why a task failed, the files.
import type { ReactNode } from "react";
import type { Gate } from "../api/types.gen";
import { planIn } from "../text/plan";
import { plural } from "../text/say";
import { useName } from "../room/people";
import { Markdown } from "../text/markdown";
import { Coded } from "../ui/Coded";
import { Exact } from "./bits";
import { PlanBody } from "./PlanBody";

type Subject = Record<string, unknown>;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

const isShort = (value: unknown): boolean => typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value.length <= 80 && !value.includes("\n"));

// What would be done: a command as it is run; of a file or an address all that was given.
function Permission({ subject }: { subject: Subject }): ReactNode {
  const name = useName();
  const exact = typeof subject.exact === "object" && subject.exact !== null ? (subject.exact as Subject) : {};
  const command = text(exact.command);
  const shown = Object.entries(exact).filter(([key]) => key !== "command");
  const agent = text(subject.agent);
  return (
    <div className="mt-3 flex flex-col gap-2 text-sm">
      {command ? <Exact label="The exact command" text={command} /> : null}
      {shown.map(([key, value]) => (
        <div key={key}>
          <p className="label mb-1">{key.replaceAll("_", " ")}</p>
          {isShort(value) ? <p className="font-mono text-xs break-words">{String(value)}</p> : <Exact label={key} text={typeof value === "string" ? value : JSON.stringify(value, undefined, 2)} />}
        </div>
      ))}
      {text(subject.why) ? <p><span className="text-muted">It is asked because: </span>{text(subject.why)}</p> : null}
      {subject.task ? <p className="text-muted">Of task {text(subject.task)}{agent ? `, by ${name(agent)}` : ""}.</p> : null}
    </div>
  );
}

function Failed({ subject }: { subject: Subject }): ReactNode {
  return (
    <div className="mt-3 flex flex-col gap-2 text-sm">
      {text(subject.objective) ? <p><b className="mr-1.5 font-mono text-xs font-semibold">{text(subject.task)}</b><Coded text={text(subject.objective)} /></p> : null}
      {text(subject.why) ? <div className="rounded-lg border border-danger bg-danger-soft px-3 py-2"><p className="label mb-1 text-danger">Why it is not done</p><Markdown text={text(subject.why)} className="text-sm" /></div> : null}
    </div>
  );
}

const shownFiles = 12;
function FileList({ title, files, count }: { title: string; files: string[]; count: number }): ReactNode {
  if (!files.length) return null;
  const item = (one: string) => <li key={one} className="break-words">{one}</li>;
  return (
    <div>
      <p className="label mb-1">{title}</p>
      <ul className="font-mono text-xs leading-5">{files.slice(0, shownFiles).map(item)}</ul>
      {files.length > shownFiles ? <details className="text-xs"><summary className="py-1 text-info hover:underline">Show {plural(files.length - shownFiles, "more file")}</summary><ul className="font-mono leading-5">{files.slice(shownFiles).map(item)}</ul></details> : null}
      {count > files.length ? <p className="text-xs text-muted">and {count - files.length} more</p> : null}
    </div>
  );
}

function Base({ subject }: { subject: Subject }): ReactNode {
  const files = Array.isArray(subject.files) ? subject.files.map(text) : [];
  const leftOut = Array.isArray(subject.left_out) ? (subject.left_out as Subject[]) : [];
  const count = typeof subject.count === "number" ? subject.count : files.length;
  const repository = subject.asks === "repository";
  return (
    <div className="mt-3 flex flex-col gap-3 text-sm">
      {text(subject.folder) ? <p className="font-mono text-xs break-words">{text(subject.folder)}</p> : null}
      <FileList title={`${plural(count, "file")} ${repository ? "would be in the first commit" : "not committed"}`} files={files} count={count} />
      {leftOut.length ? <div><p className="label mb-1">Left out</p><ul className="text-xs leading-5">{leftOut.map((one) => <li key={text(one.path)}><span className="font-mono break-words">{text(one.path)}</span> <span className="text-muted">{text(one.why)}</span></li>)}</ul></div> : null}
      {repository ? <p className="text-muted">Your files stay as they are; a .git folder appears beside them.</p> : null}
    </div>
  );
}

export function GateSubject({ gate }: { gate: Gate }): ReactNode {
  const { subject, type } = gate;
  if (!subject) return null;
  const planned = planIn(subject);
  if (planned) return <PlanBody {...planned} />;
  if (type === "permission") return <Permission subject={subject} />;
  if (type === "task_failed") return <Failed subject={subject} />;
  if (type === "base") return <Base subject={subject} />;
  return null;
}
