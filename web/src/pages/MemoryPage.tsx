import { type ReactNode, useCallback, useEffect, useState } from "react";
import { all, api, asProblem } from "../api/client";
import type { Problem, Remembered } from "../api/types.gen";
import { roomPath } from "../data/route";
import { Markdown } from "../text/markdown";
import { Dialog } from "../ui/Dialog";
import { Go } from "../ui/Go";
import { Empty, Page, ProblemNote, Skeleton, When } from "../ui/bits";

export default function MemoryPage(): ReactNode {
  const [items, setItems] = useState<Remembered[]>();
  const [problem, setProblem] = useState<Problem>();
  const [asked, setAsked] = useState<Remembered>();
  const load = useCallback(async () => {
    try {
      setItems(await all((cursor) => api.memory({ cursor })));
      setProblem(undefined);
    } catch (error) {
      setProblem(asProblem(error));
    }
  }, []);
  useEffect(() => void load(), [load]);
  const forget = async (one: Remembered) => {
    setAsked(undefined);
    try {
      await api.forget(one.room, one.project);
      await load();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <Page title="Memory" intro="Finished projects. Later teams in the same folder are told of the newest five of them.">
      {problem ? <div className="mb-4"><ProblemNote problem={problem} onRetry={() => void load()} /></div> : null}
      {!items && !problem ? <Skeleton /> : null}
      {items && !items.length ? <Empty icon="book" title="Nothing is remembered yet">A project that you accept stands here with what was decided in it. It can be forgotten again.</Empty> : null}
      <ul className="flex flex-col gap-3">
        {items?.map((one) => (
          <li key={one.project} className="card p-4">
            <div className="flex items-start gap-x-3">
              <h2 className="min-w-0 flex-1 font-semibold"><Go to={roomPath(one.room)} className="hover:underline">{one.title}</Go> <span className="text-xs font-normal text-muted"><When at={one.finished_at} /></span></h2>
              <button type="button" className="button button-quiet -my-1 text-danger" aria-label={`Forget ${one.title}`} onClick={() => setAsked(one)}>Forget</button>
            </div>
            <p className="text-sm text-muted">{one.goal}</p>
            {one.one_liner ? <p className="mt-1 text-sm">{one.one_liner}</p> : null}
            {one.summary ? <details className="mt-2 text-sm"><summary className="text-info">What it came to</summary><div className="mt-2"><Markdown text={one.summary} className="text-sm" /></div></details> : null}
          </li>
        ))}
      </ul>
      {asked ? (
        <Dialog title="Forget this project?" onClose={() => setAsked(undefined)}>
          <div className="p-4">
            <p>Later teams are told of <b className="font-semibold">{asked.title}</b> no longer. What was said stays in its room, and its files stay where they are. This cannot be taken back.</p>
            <div className="mt-4 flex justify-end gap-2">
              <button type="button" className="button" autoFocus onClick={() => setAsked(undefined)}>Keep it</button>
              <button type="button" className="button button-danger" onClick={() => void forget(asked)}>Forget it</button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </Page>
  );
}
