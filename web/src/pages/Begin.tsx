// Beginning: a room out of one sentence, or a demo out of one click. It is the welcome, too, where there are no rooms yet.
import { type ReactNode, useRef, useState } from "react";
import { asProblem } from "../api/client";
import type { Opening, Problem } from "../api/types.gen";
import { app } from "../data/app";
import { keep, kept } from "../data/kept";
import { useModel } from "../data/model";
import { go, roomPath } from "../data/route";
import { Icon } from "../ui/Icon";
import { Mark } from "../ui/Mark";
import { ProblemNote } from "../ui/bits";

export function Begin({ welcome }: { welcome: boolean }): ReactNode {
  const { session } = useModel(app);
  const [text, setText] = useState(() => kept("begin", ""));
  const [kind, setKind] = useState<"talk" | "ideas">("talk");
  const [folder, setFolder] = useState<string>();
  const [team, setTeam] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const again = useRef<() => void>(undefined);
  const canModel = Boolean(session?.model) && !session?.demo;

  const begin = async (goal: string, demo: boolean, ideas: boolean) => {
    if (busy || !goal.trim()) return;
    setBusy(true);
    setProblem(undefined);
    again.current = () => void begin(goal, demo, ideas);
    try {
      const title = goal.trim().split("\n")[0]?.slice(0, 80) ?? goal;
      const opening: Opening = { ...(demo ? { demo: true } : {}), ...(folder ? { folder } : {}), ...(ideas ? { ideate: { topic: goal.trim() } } : { title, ...(team ? { team } : {}) }) };
      const room = await app.begin(opening);
      // An ideation begins by its topic; in a conversation the sentence is the first thing that is said.
      if (!ideas) app.roomOf(room).say(goal.trim());
      keep("begin", "");
      go(roomPath(room));
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };

  const talks = session?.teams?.filter((one) => one.flow !== "ideation") ?? [];
  const folders = session ? [...new Set([session.folder, ...session.folders])] : [];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
      <div className="mx-auto w-full max-w-2xl px-4 py-10 tablet:px-8 tablet:py-16">
        <div className="mb-5 flex gap-2.5" aria-hidden="true">{["leader", "researcher", "adversary", "architect", "creative", "coder", "ux"].map((one) => <Mark key={one} agent={one} size={18} />)}</div>
        <h1 className="text-2xl font-semibold">{welcome ? "Talk it over, then build it." : "What is it about?"}</h1>
        <p className="mt-2 max-w-prose text-muted">{welcome ? "A team of agents asks what it has to know, argues, and shows you a brief. Nothing is done before you say so." : "Say it in your own words. The team asks what it has to know before anything is done."}</p>
        <form
          className="mt-6"
          onSubmit={(event) => {
            event.preventDefault();
            void begin(text, !canModel, kind === "ideas");
          }}
        >
          <textarea
            autoFocus
            rows={3}
            className="field px-3 py-2.5"
            aria-label={kind === "ideas" ? "The topic" : "What you want"}
            placeholder={kind === "ideas" ? "Names for a bakery" : "A tool library for our street, with a list of who has what"}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              keep("begin", event.target.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
          <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <fieldset className="flex gap-3">
              <legend className="sr-only">What kind of room</legend>
              <label className="flex items-center gap-1.5"><input type="radio" name="kind" className="size-4 accent-accent" checked={kind === "talk"} onChange={() => setKind("talk")} />Agree and build</label>
              <label className="flex items-center gap-1.5"><input type="radio" name="kind" className="size-4 accent-accent" checked={kind === "ideas"} onChange={() => setKind("ideas")} />Find ideas</label>
            </fieldset>
            {folders.length > 1 ? <label className="flex min-w-0 items-center gap-1.5"><span className="text-muted">in</span><select className="min-w-0 rounded-lg border border-edge bg-raised px-2 py-1" value={folder ?? session?.folder} onChange={(event) => setFolder(event.target.value)}>{folders.map((one) => <option key={one}>{one}</option>)}</select></label> : null}
            {kind === "talk" && talks.length > 1 ? <label className="flex items-center gap-1.5"><span className="text-muted">with</span><select className="rounded-lg border border-edge bg-raised px-2 py-1" value={team ?? talks[0]?.id} onChange={(event) => setTeam(event.target.value)}>{talks.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}</select></label> : null}
            <button type="submit" className="button button-go ml-auto" disabled={busy || !text.trim()}>{busy ? "Opening…" : "Begin"}<Icon name="right" size={15} /></button>
          </div>
          {session && !canModel ? <p className="mt-2 text-sm text-ask">No model is connected, so the team answers from a script. Choose one with <code className="font-mono text-xs">model:</code> in your config.yaml to hear real answers.</p> : session?.model ? <p className="mt-2 text-xs text-muted">{session.model} speaks.</p> : null}
        </form>
        {problem ? <div className="mt-4"><ProblemNote problem={problem} onRetry={() => again.current?.()} /></div> : null}
        {session?.demos?.length ? <h2 className="label mt-10 mb-2">Or see one first: a demo, with scripted answers and no model</h2> : null}
        <ul className="grid gap-2 tablet:grid-cols-2">
          {session?.demos?.map((one) => (
            <li key={one.id}>
              <button type="button" className="card flex h-full w-full flex-col p-3 text-left transition-colors hover:border-edge" disabled={busy} onClick={() => void begin(one.opening, true, false)}>
                <span className="flex gap-2 font-medium"><span className="pt-1 text-accent"><Icon name="play" size={15} /></span>{one.title}</span>
                <span className="mt-1 block pl-6 text-sm text-muted">{one.about}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
