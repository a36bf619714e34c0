// One task of the board. Closed it says how far it is and what its agent does; open, all that shows whether it is right.
import { type ReactNode, useId, useState } from "react";
import type { AgentSession, PlanTask, TaskWork } from "../api/types.gen";
import type { Doing } from "../data/doing";
import { buildersOf, reviewersOf } from "../text/plan";
import { changeOf, checksOf, lastStep, stateOf } from "../text/task_state";
import { useName } from "../room/people";
import { Coded } from "../ui/Coded";
import { Icon } from "../ui/Icon";
import { Mark } from "../ui/Mark";
import { When } from "../ui/bits";
import { StateMark, SumOf, Who } from "./bits";
import { Checks, Files, Reviews } from "./Evidence";
import { TaskLog } from "./TaskLog";
import type { Place } from "./Work";

interface Props {
  plan: PlanTask;
  task: TaskWork | undefined;
  before: string[];
  doing: Doing | undefined;
  sessions: AgentSession[];
  onDiff: (place: Place) => void;
}

// What happens right now: of the stream, and before it has told anything of the session.
function Now({ doing, session }: { doing: Doing | undefined; session: AgentSession | undefined }): ReactNode {
  const name = useName();
  const agent = doing?.agent || session?.agent;
  const what = doing?.what ?? lastStep(session);
  if (!agent || !what) return null;
  return (
    <p className="mt-1 flex items-start gap-1.5 text-xs text-muted">
      <span className={`pt-0.5 ${doing?.state === "going" ? "breathing" : ""}`}><Mark agent={agent} size={12} /></span>
      <span className="min-w-0"><span className="text-ink">{name(agent)}</span> {doing?.state === "failed" ? <span className="text-danger">could not: </span> : null}<span className="font-mono break-words">{what}</span></span>
    </p>
  );
}

function InShort({ task }: { task: TaskWork }): ReactNode {
  const checks = checksOf(task).filter(({ check }) => check.on !== "base");
  const passed = checks.filter(({ check }) => check.status === 0).length;
  const sum = changeOf(task);
  const round = task.round ?? 1;
  const approved = (task.reviews ?? []).filter((one) => (one.round ?? 1) === round && one.verdict === "approve").length;
  const findings = (task.reviews ?? []).filter((one) => (one.round ?? 1) === round && one.verdict === "changes").reduce((all, one) => all + (one.findings?.length ?? 0), 0);
  const parts = [
    checks.length ? <span key="checks" className={passed === checks.length ? "" : "text-danger"}>{passed < checks.length ? `${passed} of ${checks.length} checks pass` : checks.length === 1 ? "its check passes" : `all ${checks.length} checks pass`}</span> : null,
    approved ? <span key="approved">approved by {approved}</span> : null,
    findings ? <span key="findings" className="text-ask">{findings} {findings === 1 ? "finding" : "findings"}</span> : null,
    sum.files ? <SumOf key="sum" sum={sum} /> : null,
  ].filter(Boolean);
  return parts.length ? <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">{parts}</p> : null;
}

export function TaskCard({ plan, task, before, doing, sessions, onDiff }: Props): ReactNode {
  const state = stateOf(task, before);
  const [open, setOpen] = useState(task?.status === "running" || task?.status === "failed");
  const body = useId();
  const session = sessions.at(-1);
  return (
    <li id={`task-${plan.id}`} tabIndex={-1} className="card overflow-hidden">
      <h4>
        <button type="button" className="flex w-full items-start gap-2 px-3 pt-2.5 pb-1 text-left outline-offset-[-2px] hover:bg-sunk" aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
          <span className="pt-0.5 font-mono text-xs leading-5 font-semibold">{plan.id}</span>
          <span className={`min-w-0 flex-1 text-sm font-medium ${open ? "" : "line-clamp-2"}`}><Coded text={plan.objective} /></span>
          <span className={`pt-0.5 text-muted transition-transform ${open ? "rotate-90" : ""}`}><Icon name="right" size={16} /></span>
        </button>
      </h4>
      <div className="px-3 pb-2.5">
        <p className="flex flex-wrap items-center gap-x-3"><StateMark state={state} />{task?.changed_at ? <span className="text-xs text-muted"><When at={new Date(task.changed_at).toISOString()} /></span> : null}</p>
        {task?.why && (task.status === "failed" || task.status === "waiting" || task.status === "paused") ? <p className={`text-sm ${task.status === "failed" ? "text-danger" : "text-muted"}`}><Coded text={task.why} /></p> : null}
        {task?.status === "running" ? <Now doing={doing} session={session} /> : null}
        {task ? <InShort task={task} /> : null}
      </div>
      <div id={body} hidden={!open} className="border-t border-line">
        {open ? (
          <div className="flex flex-col gap-3 px-3 py-3 text-sm">
            <dl className="grid grid-cols-[5.5rem_1fr] gap-x-2 gap-y-1 text-xs leading-5">
              <dt className="text-muted">built by</dt><dd><Who agents={buildersOf(plan)} /></dd>
              <dt className="text-muted">reviewed by</dt><dd><Who agents={reviewersOf(plan)} /></dd>
            </dl>
            <Checks task={task} wanted={plan.acceptance ?? []} />
            {task ? <Reviews task={task} onPlace={(file, line) => onDiff({ task: plan.id, file, line })} /> : null}
            {task ? <Files task={task} onPlace={(file) => onDiff({ task: plan.id, file })} /> : null}
            {task?.files?.length ? <button type="button" className="button self-start" onClick={() => onDiff({ task: plan.id })}><Icon name="diff" size={15} />Show the diff</button> : null}
            {sessions.map((one) => <TaskLog key={one.flow} session={one} />)}
          </div>
        ) : null}
      </div>
    </li>
  );
}
