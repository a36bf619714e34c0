// The plan on its card, as a form: order, objectives, agents, dependencies, files and commands, tasks more or fewer.
import { type ReactNode, useEffect, useId, useState } from "react";
import { asProblem } from "../api/client";
import type { Plan, PlanTask, Problem } from "../api/types.gen";
import { keep, kept } from "../data/kept";
import { useName } from "../room/people";
import { buildersOf, reviewersOf } from "../text/plan";
import { moved, withAcceptance, withBuilder, withDependency, withFiles, withObjective, withOneMore, without, withReviewer } from "../text/plan_edit";
import { Icon } from "../ui/Icon";

interface TaskProps {
  plan: Plan;
  at: number;
  agents: string[];
  change: (plan: Plan) => void;
}

// Lines as they are typed: blank ones are taken away only from what is sent.
function TypedLines({ label, lines, onChange }: { label: string; lines: string[]; onChange: (text: string) => void }): ReactNode {
  const id = useId();
  const [text, setText] = useState(lines.join("\n"));
  return (
    <div className="min-w-0">
      <label className="label" htmlFor={id}>{label}</label>
      <textarea id={id} rows={Math.max(2, lines.length)} className="field mt-1 font-mono text-xs" value={text} onChange={(event) => (setText(event.target.value), onChange(event.target.value))} />
    </div>
  );
}

function Reviewers({ plan, at, agents, change, task }: TaskProps & { task: PlanTask }): ReactNode {
  const name = useName();
  const reviewers = reviewersOf(task);
  return (
    <fieldset>
      <legend className="label">Reviewed by</legend>
      <div className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
        {agents.filter((one) => !buildersOf(task).includes(one)).map((one) => (
          <label key={one} className="flex items-center gap-1.5"><input type="checkbox" className="size-4 accent-accent" checked={reviewers.includes(one)} onChange={(event) => change(withReviewer(plan, at, one, event.target.checked))} />{name(one)}</label>
        ))}
      </div>
    </fieldset>
  );
}

function TaskFields({ plan, at, agents, change }: TaskProps): ReactNode {
  const id = useId();
  const name = useName();
  const task = plan.tasks[at];
  if (!task) return null;
  const others = plan.tasks.filter((_, i) => i !== at).map((one) => one.id);
  return (
    <li className="flex flex-col gap-3 py-4" aria-label={`Task ${task.id}`}>
      <div className="flex items-center gap-1">
        <b className="flex-1 font-mono text-xs font-semibold">{task.id}</b>
        <button type="button" className="icon-button" aria-label={`Task ${task.id}: one place up`} disabled={at === 0} onClick={() => change(moved(plan, at, -1))}><span className="rotate-180"><Icon name="down" /></span></button>
        <button type="button" className="icon-button" aria-label={`Task ${task.id}: one place down`} disabled={at === plan.tasks.length - 1} onClick={() => change(moved(plan, at, 1))}><Icon name="down" /></button>
        <button type="button" className="icon-button" aria-label={`Task ${task.id}: take it out`} disabled={plan.tasks.length === 1} onClick={() => change(without(plan, at))}><Icon name="close" /></button>
      </div>
      <div>
        <label className="label" htmlFor={`${id}-objective`}>What is to be done</label>
        <textarea id={`${id}-objective`} rows={2} className="field mt-1" value={task.objective} onChange={(event) => change(withObjective(plan, at, event.target.value))} />
      </div>
      <div className="grid gap-3 tablet:grid-cols-2">
        <div>
          <label className="label" htmlFor={`${id}-builder`}>Built by</label>
          <select id={`${id}-builder`} className="field mt-1" value={buildersOf(task)[0] ?? ""} onChange={(event) => change(withBuilder(plan, at, event.target.value))}>
            {[...new Set([...buildersOf(task), ...agents])].map((one) => <option key={one} value={one}>{name(one)}</option>)}
          </select>
        </div>
        <Reviewers plan={plan} at={at} agents={agents} change={change} task={task} />
      </div>
      {others.length ? (
        <fieldset>
          <legend className="label">Waits for</legend>
          <div className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
            {others.map((one) => (
              <label key={one} className="flex items-center gap-1.5"><input type="checkbox" className="size-4 accent-accent" checked={(task.dependencies ?? []).includes(one)} onChange={(event) => change(withDependency(plan, at, one, event.target.checked))} /><span className="font-mono text-xs">{one}</span></label>
            ))}
          </div>
        </fieldset>
      ) : null}
      <div className="grid gap-3 tablet:grid-cols-2">
        <TypedLines label="Files, one a line" lines={task.files ?? []} onChange={(text) => change(withFiles(plan, at, text))} />
        <TypedLines label="Done when these commands pass, one a line" lines={task.acceptance ?? []} onChange={(text) => change(withAcceptance(plan, at, text))} />
      </div>
    </li>
  );
}

interface Props {
  plan: Plan;
  // What is typed is kept under this name until it was taken.
  draft: string;
  agents: string[];
  onSave: (plan: Plan) => Promise<unknown>;
  onCancel: () => void;
}

export function PlanForm({ plan, draft, agents, onSave, onCancel }: Props): ReactNode {
  const [edited, setEdited] = useState<Plan>(() => kept(draft, plan));
  const [problem, setProblem] = useState<Problem>();
  const [sending, setSending] = useState(false);
  useEffect(() => keep(draft, edited === plan ? undefined : edited), [edited]);
  const send = async () => {
    setSending(true);
    setProblem(undefined);
    try {
      await onSave(edited);
      keep(draft, undefined);
      onCancel();
    } catch (error) {
      setProblem(asProblem(error));
      setSending(false);
    }
  };
  return (
    <form
      className="mt-3"
      aria-label="Edit the plan"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <ol className="divide-y divide-line border-y border-line">
        {edited.tasks.map((task, i) => <TaskFields key={task.id} plan={edited} at={i} agents={agents} change={setEdited} />)}
      </ol>
      {problem ? <p role="alert" className="mt-3 text-sm text-danger">{problem.title} {problem.cure}</p> : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="submit" className="button button-go" disabled={sending || edited.tasks.some((one) => !one.objective.trim())}>Put it on the card</button>
        <button type="button" className="button" onClick={() => setEdited(withOneMore(edited))}>Add a task</button>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            keep(draft, undefined);
            onCancel();
          }}
        >
          Leave the plan as it is
        </button>
      </div>
    </form>
  );
}
