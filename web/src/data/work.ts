// The work of a project for whoever looks at it: asked for once, and again as the stream tells that it has changed.
import { useCallback, useEffect, useRef, useState } from "react";
import { api, asProblem } from "../api/client";
import type { Problem, TaskWork, Work } from "../api/types.gen";
import type { DoingNow } from "./doing";

// Many events in a row ask once. What agents do is told by events themselves; their logs may lag behind a little.
const afterOutcome = 250;
const afterStep = 1500;

interface Known {
  of: string;
  work?: Work;
  problem?: Problem;
}

export function useWork(room: string, project: string | undefined, doing: DoingNow): { work: Work | undefined; problem: Problem | undefined; loading: boolean; again: () => void } {
  const [known, setKnown] = useState<Known>();
  const due = useRef<{ timer: ReturnType<typeof setTimeout>; at: number }>(undefined);
  const of = project ? `${room}/${project}` : "";
  const current = useRef(of);
  current.current = of;

  const load = useCallback(async () => {
    if (!project) return;
    let next: Known;
    try {
      next = { of, work: await api.work(room, project) };
    } catch (error) {
      next = { of, problem: asProblem(error) };
    }
    // What is shown stays where it could not be asked for again.
    if (current.current === of) setKnown((former) => (next.problem && former?.of === of && former.work ? former : next));
  }, [room, project, of]);

  const soon = useCallback((delay: number) => {
    const at = Date.now() + delay;
    if (due.current && due.current.at <= at) return;
    clearTimeout(due.current?.timer);
    const timer = setTimeout(() => {
      due.current = undefined;
      void load();
    }, delay);
    due.current = { timer, at };
  }, [load]);

  useEffect(() => void load(), [load]);
  const { outcomes, steps } = doing;
  const seen = useRef({ outcomes, steps });
  useEffect(() => {
    if (outcomes !== seen.current.outcomes) soon(afterOutcome);
    else if (steps !== seen.current.steps) soon(afterStep);
    seen.current = { outcomes, steps };
  }, [outcomes, steps, soon]);
  useEffect(() => () => {
    clearTimeout(due.current?.timer);
    due.current = undefined;
  }, [load]);

  const mine = known?.of === of ? known : undefined;
  return { work: mine?.work, problem: mine?.problem, loading: project !== undefined && !mine, again: () => void load() };
}

export function useTaskWork(room: string, project: string, task: string): { task: TaskWork | undefined; problem: Problem | undefined; again: () => void } {
  const [known, setKnown] = useState<{ task?: TaskWork; problem?: Problem }>({});
  const load = useCallback(() => {
    let gone = false;
    api.taskWork(room, project, task).then((one) => !gone && setKnown({ task: one }), (error: unknown) => !gone && setKnown({ problem: asProblem(error) }));
    return () => {
      gone = true;
    };
  }, [room, project, task]);
  useEffect(load, [load]);
  return { task: known.task, problem: known.problem, again: () => void load() };
}
