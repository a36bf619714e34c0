// What shows whether a task is right: the commands that Folkmoot ran, what its reviewers say, and the files.
import type { ReactNode } from "react";
import type { Finding, Review, TaskWork } from "../api/types.gen";
import { changeOf, checksOf, checkText } from "../text/task_state";
import { lasting } from "../text/say";
import { useName } from "../room/people";
import { Coded } from "../ui/Coded";
import { Icon } from "../ui/Icon";
import { Mark } from "../ui/Mark";
import { Changed, Exact, SumOf } from "./bits";

export function Checks({ task, wanted }: { task: TaskWork | undefined; wanted: string[] }): ReactNode {
  const checks = task ? checksOf(task) : [];
  const open = wanted.filter((one) => !checks.some(({ check }) => check.command === one));
  if (!checks.length && !open.length) return null;
  return (
    <section>
      <h5 className="label mb-1">Checks, run by Folkmoot</h5>
      <ul className="flex flex-col gap-1.5">
        {checks.map(({ check, failedBefore }) => {
          const passed = check.status === 0;
          return (
            <li key={check.command} className="flex gap-2">
              <span className={`pt-0.5 ${passed ? "text-accent" : "text-danger"}`}><Icon name={passed ? "check" : "close"} size={15} /></span>
              <div className="min-w-0 flex-1">
                <code className="font-mono text-xs break-words">{check.command}</code>
                <p className={`text-xs ${passed ? "text-muted" : "text-danger"}`}>{checkText(check)}{check.took !== undefined ? `, ${check.took < 1000 ? `${check.took} ms` : lasting(check.took)}` : ""}{failedBefore ? <span className="text-muted">; it failed before the work began</span> : null}</p>
                {check.output ? <details><summary className="text-xs text-info hover:underline">What it printed</summary><div className="mt-1"><Exact label={`What ${check.command} printed`} text={check.output} /></div></details> : null}
              </div>
            </li>
          );
        })}
        {open.map((one) => <li key={one} className="flex gap-2"><span className="pt-0.5 text-muted"><Icon name="clock" size={15} /></span><div className="min-w-0 flex-1"><code className="font-mono text-xs break-words">{one}</code><p className="text-xs text-muted">not run yet</p></div></li>)}
      </ul>
    </section>
  );
}

const verdicts: Record<Review["verdict"], { words: string; tone: string }> = {
  approve: { words: "approves", tone: "text-accent" }, changes: { words: "asks for changes", tone: "text-ask" }, none: { words: "gave no verdict", tone: "text-muted" },
};
const severities: Record<string, string> = { blocking: "text-danger", major: "text-ask", minor: "text-muted" };

function FindingItem({ finding, onPlace }: { finding: Finding; onPlace: (file: string, line?: number) => void }): ReactNode {
  const { file, line, severity, text, fix } = finding;
  return (
    <li className="border-l-2 border-line pl-2.5">
      <p className="flex flex-wrap gap-x-2 text-xs">
        {file ? <button type="button" className="min-w-0 font-mono break-all text-info underline underline-offset-2" onClick={() => onPlace(file, line)}>{file}{line ? `:${line}` : ""}</button> : null}
        {severity ? <span className={severities[severity] ?? "text-muted"}>{severity}</span> : null}
      </p>
      <p><Coded text={text} /></p>
      {fix ? <p className="text-muted">To do: <Coded text={fix} /></p> : null}
    </li>
  );
}

// The newest round first: what counts now.
export function Reviews({ task, onPlace }: { task: TaskWork; onPlace: (file: string, line?: number) => void }): ReactNode {
  const name = useName();
  const reviews = task.reviews ?? [];
  if (!reviews.length) return null;
  const rounds = [...new Set(reviews.map((one) => one.round ?? 1))].sort((a, b) => b - a);
  const list = (round: number) => (
    <ul className="flex flex-col gap-2">
      {reviews.filter((one) => (one.round ?? 1) === round).map((one, i) => (
        <li key={i}>
          <p className="flex items-center gap-1.5"><Mark agent={one.agent} size={13} /><b className="font-semibold">{name(one.agent)}</b> <span className={verdicts[one.verdict].tone}>{verdicts[one.verdict].words}</span></p>
          {one.findings?.length ? <ul className="mt-1 flex flex-col gap-2 pl-5">{one.findings.map((finding, at) => <FindingItem key={at} finding={finding} onPlace={onPlace} />)}</ul> : null}
        </li>
      ))}
    </ul>
  );
  return (
    <section>
      <h5 className="label mb-1">Reviews{rounds.length > 1 ? `, round ${rounds[0]}` : ""}</h5>
      {list(rounds[0] ?? 1)}
      {rounds.slice(1).map((round) => <details key={round} className="mt-1.5"><summary className="text-xs text-info hover:underline">Round {round}</summary><div className="mt-1">{list(round)}</div></details>)}
    </section>
  );
}

export function Files({ task, onPlace }: { task: TaskWork; onPlace: (file: string) => void }): ReactNode {
  const files = task.files ?? [];
  if (!files.length) return null;
  return (
    <section>
      <h5 className="label mb-1"><SumOf sum={changeOf(task)} /></h5>
      <ul>
        {files.map((one) => (
          <li key={one.path} className="flex items-baseline gap-2">
            <button type="button" className="min-w-0 flex-1 truncate py-0.5 text-left font-mono text-xs text-info hover:underline" title={one.path} onClick={() => onPlace(one.path)}>{one.path}</button>
            {one.binary ? <span className="text-xs text-muted">binary</span> : <Changed added={one.added ?? 0} deleted={one.deleted ?? 0} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
