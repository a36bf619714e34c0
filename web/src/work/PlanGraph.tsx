// The order of a plan's tasks: columns by depth, arrows from what comes before. Drawn here; the words beside it say the same.
import type { ReactNode } from "react";
import type { PlanTask } from "../api/types.gen";
import { orderText, placed, shortened, type Placed } from "../text/plan";
import type { TaskState } from "../text/task_state";

const box = { width: 176, height: 44, gapX: 40, gapY: 14 } as const;
const edges: Record<TaskState["tone"], string> = { muted: "stroke-edge", accent: "stroke-accent", ask: "stroke-ask-edge", danger: "stroke-danger", info: "stroke-info" };

const left = (one: Placed) => 1 + one.column * (box.width + box.gapX);
const top = (one: Placed) => 1 + one.row * (box.height + box.gapY);

function arrow(from: Placed, to: Placed): string {
  const [x1, y1, x2, y2] = [left(from) + box.width, top(from) + box.height / 2, left(to) - 5, top(to) + box.height / 2];
  // Over columns that lie between the line keeps to the gaps: below the boxes of its own row.
  const bend = Math.min(box.gapX, (x2 - x1) * 0.55);
  if (to.column - from.column < 2) return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  const low = y1 + box.height / 2 + box.gapY / 2;
  return `M${x1} ${y1}C${x1 + 16} ${y1} ${x1 + 10} ${low} ${x1 + 30} ${low}H${x2 - bend}C${x2 - 14} ${low} ${x2 - 18} ${y2} ${x2} ${y2}`;
}

export function PlanGraph({ tasks, stateOf }: { tasks: PlanTask[]; stateOf?: (task: PlanTask) => TaskState }): ReactNode {
  const all = placed(tasks);
  const byId = new Map(all.map((one) => [one.task.id, one]));
  const width = Math.max(...all.map(left)) + box.width + 1;
  const height = Math.max(...all.map(top)) + box.height + box.gapY / 2 + 2;
  const words = orderText(tasks);
  return (
    <figure className="min-w-0">
      <div className="overflow-x-auto pb-1" tabIndex={0} role="group" aria-label="The order as a drawing">
        <svg role="img" aria-label={`Order of the tasks: ${words}`} width={width} height={height} viewBox={`0 0 ${width} ${height}`} className="block max-w-none">
          {all.flatMap((to) => (to.task.dependencies ?? []).map((id) => {
            const from = byId.get(id);
            if (!from || from.column >= to.column) return null;
            const [x, y] = [left(to) - 1, top(to) + box.height / 2];
            return (
              <g key={`${id}-${to.task.id}`}>
                <path d={arrow(from, to)} fill="none" strokeWidth={1.5} className="stroke-edge" />
                <path d={`M${x} ${y}l-7 -4v8z`} className="fill-edge" />
              </g>
            );
          }))}
          {all.map((one) => {
            const state = stateOf?.(one.task);
            return (
              <g key={one.task.id}>
                <title>{`${one.task.id}: ${one.task.objective}${state ? `, ${state.words}` : ""}`}</title>
                <rect x={left(one)} y={top(one)} width={box.width} height={box.height} rx={8} strokeWidth={state && state.tone !== "muted" ? 2 : 1} className={`fill-paper ${edges[state?.tone ?? "muted"]}`} />
                <text x={left(one) + 10} y={top(one) + 18} className="fill-ink text-xs font-semibold">{one.task.id}{state ? <tspan className="fill-muted font-normal">{`  ${shortened(state.words, 22)}`}</tspan> : null}</text>
                <text x={left(one) + 10} y={top(one) + 34} className="fill-muted text-[0.6875rem]">{shortened(one.task.objective, 28)}</text>
              </g>
            );
          })}
        </svg>
      </div>
      <figcaption className="text-xs text-muted">{words}.</figcaption>
    </figure>
  );
}
