// A plan's tasks: a table where there is room for one, else one below the other.
import type { ReactNode } from "react";
import type { PlanTask } from "../api/types.gen";
import { buildersOf, reviewersOf } from "../text/plan";
import { Coded } from "../ui/Coded";
import { useTablet } from "../ui/useMedia";
import { Who } from "./bits";

function DoneWhen({ task }: { task: PlanTask }): ReactNode {
  if (!task.acceptance?.length) return <span className="text-muted">its reviewers approve</span>;
  return <ul className="flex flex-col gap-1">{task.acceptance.map((one) => <li key={one}><Coded text={`\`${one}\``} /> passes</li>)}</ul>;
}

const Files = ({ task }: { task: PlanTask }): ReactNode => (task.files?.length ? <p className="mt-0.5 font-mono text-xs break-words text-muted">{task.files.join("  ")}</p> : null);

export function PlanTable({ tasks }: { tasks: PlanTask[] }): ReactNode {
  const tablet = useTablet();
  if (!tablet)
    return (
      <ol aria-label="Tasks" className="flex flex-col divide-y divide-line border-y border-line text-sm">
        {tasks.map((task) => (
          <li key={task.id} className="py-2.5">
            <p><b className="mr-1.5 font-mono text-xs font-semibold">{task.id}</b><Coded text={task.objective} /></p>
            <Files task={task} />
            <dl className="mt-1.5 grid grid-cols-[5.5rem_1fr] gap-x-2 gap-y-1">
              <dt className="text-muted">built by</dt><dd><Who agents={buildersOf(task)} /></dd>
              <dt className="text-muted">reviewed by</dt><dd><Who agents={reviewersOf(task)} /></dd>
              <dt className="text-muted">done when</dt><dd className="min-w-0 break-words"><DoneWhen task={task} /></dd>
            </dl>
          </li>
        ))}
      </ol>
    );
  const head = "border-b border-edge py-1.5 pr-3 text-left text-xs font-semibold text-muted";
  const cell = "border-b border-line py-2 pr-3 align-top";
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">Tasks of the plan</caption>
      <thead><tr><th scope="col" className={head}><span className="sr-only">Number</span></th><th scope="col" className={head}>Task</th><th scope="col" className={head}>Built by</th><th scope="col" className={head}>Reviewed by</th><th scope="col" className={`${head} pr-0`}>Done when</th></tr></thead>
      <tbody>
        {tasks.map((task) => (
          <tr key={task.id}>
            <th scope="row" className={`${cell} text-left font-mono text-xs leading-5 font-semibold`}>{task.id}</th>
            <td className={`${cell} min-w-44`}><Coded text={task.objective} /><Files task={task} /></td>
            <td className={cell}><Who agents={buildersOf(task)} /></td>
            <td className={cell}><Who agents={reviewersOf(task)} /></td>
            <td className={`${cell} w-[32%] min-w-32 pr-0 break-words`}><DoneWhen task={task} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
