// The diff of a task: its files, their lines, and a place for a remark on each line.
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { PlanTask } from "../api/types.gen";
import { useTaskWork } from "../data/work";
import { diffOf, type DiffLine, remarkOn } from "../text/diff";
import { plural } from "../text/say";
import { Coded } from "../ui/Coded";
import { Dialog } from "../ui/Dialog";
import { Empty, ProblemNote, Skeleton } from "../ui/bits";
import { useTablet } from "../ui/useMedia";
import { Changed } from "./bits";
import { DiffFileView } from "./DiffFileView";
import type { Place } from "./Work";

interface Props {
  room: string;
  project: string;
  plan: PlanTask;
  place: Place;
  agent: string;
  // The commit that is shown; another one means another diff.
  changed: string | undefined;
  onSay: (text: string) => void;
  onClose: () => void;
}

export default function DiffDialog({ room, project, plan, place, agent, changed, onSay, onClose }: Props): ReactNode {
  const { task, problem, again } = useTaskWork(room, project, plan.id);
  const tablet = useTablet();
  const [wrap, setWrap] = useState(true);
  const pane = useRef<HTMLDivElement>(null);
  const diff = task?.diff ?? "";
  const files = useMemo(() => diffOf(diff), [diff]);
  const toFile = (path: string) => {
    const target = [...(pane.current?.querySelectorAll<HTMLElement>("[data-file]") ?? [])].find((one) => one.dataset.file === path);
    target?.scrollIntoView({ block: "start" });
    target?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  };
  // Who came by a finding or a file is brought there.
  useEffect(() => {
    if (files.length && place.file && !place.line) toFile(place.file);
  }, [files, place]);
  const stale = task?.commit !== undefined && changed !== undefined && task.commit !== changed;
  const added = files.reduce((sum, one) => sum + one.added, 0);
  const deleted = files.reduce((sum, one) => sum + one.deleted, 0);
  return (
    <Dialog kind="whole" title={`Task ${plan.id}: what was changed`} onClose={onClose}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-sm">
        <span className="min-w-0 basis-full truncate text-muted tablet:basis-auto tablet:flex-1" title={plan.objective}><Coded text={plan.objective} /></span>
        {files.length ? <span className="inline-flex items-center gap-2">{plural(files.length, "file")} <Changed added={added} deleted={deleted} /></span> : null}
        <button type="button" className="button button-quiet ml-auto" aria-pressed={wrap} onClick={() => setWrap(!wrap)}>{wrap ? "Do not wrap lines" : "Wrap long lines"}</button>
        {stale ? <button type="button" className="button" onClick={again}>It has changed: show the newest</button> : null}
      </div>
      <div className="flex min-h-0 flex-1">
        {tablet && files.length > 1 ? (
          <nav aria-label="Files" className="w-60 shrink-0 overflow-y-auto border-r border-line p-2 desk:w-72">
            <ul>{files.map((one) => <li key={one.path}><button type="button" className="flex w-full items-baseline gap-2 rounded px-2 py-1 text-left hover:bg-sunk" title={one.path} onClick={() => toFile(one.path)}><span className="min-w-0 flex-1 truncate font-mono text-xs">{one.path}</span>{one.binary ? <span className="text-xs text-muted">binary</span> : <Changed added={one.added} deleted={one.deleted} />}</button></li>)}</ul>
          </nav>
        ) : null}
        <div ref={pane} tabIndex={-1} className="min-w-0 flex-1 overflow-y-auto outline-none">
          {problem ? <div className="p-4"><ProblemNote problem={problem} onRetry={again} /></div> : !task ? <div className="p-4"><Skeleton rows={8} /></div> : !files.length ? <Empty icon="diff" title="Nothing has changed yet">Once the builder has changed a file, each line of it stands here.</Empty> : null}
          {!tablet && files.length > 1 ? (
            <label className="flex items-center gap-2 px-3 pt-3 text-sm"><span className="text-muted">File</span>
              <select className="min-w-0 flex-1 rounded-lg border border-edge bg-raised px-2 py-1.5" onChange={(event) => toFile(event.target.value)}>{files.map((one) => <option key={one.path}>{one.path}</option>)}</select>
            </label>
          ) : null}
          {files.length ? <p className="px-4 pt-3 text-xs text-muted">Choose a line's number to tell {agent} what should be different there.<span className="max-tablet:hidden"> The arrow keys go from line to line.</span></p> : null}
          {files.map((one) => (
            <DiffFileView key={one.path} file={one} wrap={wrap} at={place.file === one.path ? place.line : undefined} agent={agent} onRemark={(line: DiffLine, words: string) => onSay(remarkOn(agent, one.path, line, words))} />
          ))}
        </div>
      </div>
    </Dialog>
  );
}
