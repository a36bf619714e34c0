// The board of a plan: how far the whole is, and each task with its state, its agent, its checks and reviews.
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Room, Work as ToldWork } from "../api/types.gen";
import type { RoomModel } from "../data/room";
import { useWork } from "../data/work";
import { mergedCount, openBefore, stateOf } from "../text/task_state";
import { buildersOf } from "../text/plan";
import { Copy } from "../ui/Copy";
import { Icon } from "../ui/Icon";
import { Empty, ProblemNote, Skeleton } from "../ui/bits";
import { Commands } from "./bits";
import { PlanGraph } from "./PlanGraph";
import { TaskCard } from "./TaskCard";

const DiffDialog = lazy(() => import("./DiffDialog"));

export interface Place {
  task: string;
  file?: string;
  line?: number;
}
interface Props {
  model: RoomModel;
  room: Room;
  project: string | undefined;
  onSay: (text: string) => void;
}

// One segment a task, in the plan's order; in words for those who do not see it.
function Progress({ work }: { work: ToldWork }): ReactNode {
  const merged = mergedCount(work);
  const all = work.plan.tasks.length;
  const fill = { accent: "bg-accent", info: "bg-info", ask: "bg-ask-edge", danger: "bg-danger", muted: "bg-line" } as const;
  return (
    <div>
      <p className="text-sm"><b className="font-semibold">{merged} of {all}</b> {all === 1 ? "task is" : "tasks are"} done</p>
      <div className="mt-1.5 flex gap-1" aria-hidden="true">
        {work.plan.tasks.map((one) => <span key={one.id} className={`h-1.5 flex-1 rounded-full ${fill[stateOf(work.tasks.find((task) => task.id === one.id)).tone]}`} />)}
      </div>
    </div>
  );
}

export function Board({ work, model, onDiff }: { work: ToldWork; model: Pick<RoomModel, "doing">; onDiff: (place: Place) => void }): ReactNode {
  const { plan, tasks } = work;
  const of = (id: string) => tasks.find((one) => one.id === id);
  const done = mergedCount(work) === plan.tasks.length;
  return (
    <div className="flex flex-col gap-4 p-4">
      <div>
        <h3 className="text-base font-semibold">{plan.title}</h3>
        {work.branch ? <p className="flex items-center gap-1.5 text-xs text-muted"><Icon name="branch" size={13} /><span className="sr-only">Branch </span><span className="min-w-0 truncate font-mono">{work.branch}</span><Copy text={work.branch} label="Copy the branch's name" /></p> : null}
      </div>
      <Progress work={work} />
      {done && plan.start ? <div><p className="label mb-1">To start it, once it is in your branch</p><Commands label="Command that starts it" commands={[plan.start]} /></div> : null}
      <ol aria-label="Tasks" className="flex flex-col gap-2">
        {plan.tasks.map((one) => (
          <TaskCard key={one.id} plan={one} task={of(one.id)} before={openBefore(one, tasks)} doing={model.doing.tasks.get(one.id)} sessions={work.sessions.filter((session) => session.task === one.id)} onDiff={onDiff} />
        ))}
      </ol>
      {plan.tasks.length > 1 ? <details className="text-sm"><summary className="py-1 font-medium hover:underline">Order of the tasks</summary><div className="mt-2"><PlanGraph tasks={plan.tasks} stateOf={(one) => stateOf(of(one.id), openBefore(one, tasks))} /></div></details> : null}
    </div>
  );
}

export default function Work({ model, room, project, onSay }: Props): ReactNode {
  // Whether there is a plan the room says, or the stream has: what is not there is not asked for.
  const planned = (room.projects.find((one) => one.id === project)?.plan_revision ?? 0) > 0 || model.doing.planned;
  const { work, problem, loading, again } = useWork(room.id, planned ? project : undefined, model.doing);
  const [place, setPlace] = useState<Place>();
  if (loading) return <div className="p-4"><Skeleton rows={6} /></div>;
  if (!work && problem && problem.status !== 404) return <div className="p-4"><ProblemNote problem={problem} onRetry={again} /></div>;
  if (!work || !project) return <Empty icon="branch" title="No plan yet">When code is to be built, its tasks stand here: who builds and reviews them, their checks, and what was changed.</Empty>;
  const shown = place ? work.plan.tasks.find((one) => one.id === place.task) : undefined;
  return (
    <>
      <Board work={work} model={model} onDiff={setPlace} />
      {place && shown ? (
        <Suspense fallback={null}>
          <DiffDialog room={room.id} project={project} plan={shown} place={place} agent={buildersOf(shown)[0] ?? "builder"} changed={work.tasks.find((one) => one.id === place.task)?.commit} onSay={onSay} onClose={() => setPlace(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
