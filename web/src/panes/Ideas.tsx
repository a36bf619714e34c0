// The ideas: what was chosen, how they compare, and each as a card with its scores.
import { type ReactNode, useEffect, useState } from "react";
import { api, asProblem } from "../api/client";
import type { Calls, Chosen, Idea, Problem } from "../api/types.gen";
import { app } from "../data/app";
import { go, roomPath } from "../data/route";
import { agentName, ideaTone } from "../text/agents";
import { plural, score } from "../text/say";
import { Icon } from "../ui/Icon";
import { Empty, ProblemNote, Skeleton } from "../ui/bits";

const criteria = ["feasibility", "innovation", "impact", "clarity", "completeness"] as const;
const mean = (idea: Idea, name: string): number | undefined => {
  const all = idea.scores.flatMap((one) => (one.criteria[name] === undefined ? [] : [one.criteria[name]]));
  return all.length ? Math.round(all.reduce((sum, one) => sum + one, 0) / all.length) : undefined;
};

// Bars with their values on them: no legend, no hover. The thin line is how far the scorers were apart.
function Chart({ ideas }: { ideas: Idea[] }): ReactNode {
  return (
    <ol className="flex flex-col gap-2.5" aria-label="Scores, the highest first">
      {ideas.map((idea) => {
        const all = idea.scores.map((one) => one.score);
        return (
          <li key={idea.id} className={`tone-${ideaTone(idea.id)} text-sm`}>
            <div className="flex gap-2"><span className="min-w-0 flex-1 truncate">{idea.title}</span><span className="tabular-nums font-semibold">{idea.score === undefined ? "–" : score(idea.score)}</span></div>
            <div className="relative mt-0.5 h-2 rounded-full bg-line">
              <div className="h-2 rounded-full bg-agent" style={{ width: `${(idea.score ?? 0) / 10}%` }} />
              {all.length > 1 ? <div className="absolute top-[3px] h-0.5 bg-ink" style={{ left: `${Math.min(...all) / 10}%`, width: `${(Math.max(...all) - Math.min(...all)) / 10}%` }} /> : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Table({ ideas }: { ideas: Idea[] }): ReactNode {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Scores by criterion">
      <table className="w-full text-xs tabular-nums">
        <thead><tr className="text-left text-muted"><th className="py-1 pr-2 font-medium">Idea</th>{criteria.map((one) => <th key={one} className="px-1 font-medium" title={one}>{one.slice(0, 6)}.</th>)}<th className="px-1 text-right font-medium">Spread</th></tr></thead>
        <tbody>
          {ideas.map((idea) => (
            <tr key={idea.id} className="border-t border-line">
              <th scope="row" className="max-w-36 truncate py-1 pr-2 text-left font-normal" title={idea.title}><span className={`tone-${ideaTone(idea.id)} mr-1.5 inline-block size-2 rounded-full bg-agent`} />{idea.title}</th>
              {criteria.map((one) => <td key={one} className="px-1">{mean(idea, one) === undefined ? "–" : score(mean(idea, one) ?? 0)}</td>)}
              <td className="px-1 text-right">{idea.spread === undefined ? "–" : score(idea.spread)}{idea.contested ? " contested" : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Card({ idea, chosen, titles }: { idea: Idea; chosen: Chosen | undefined; titles: Map<string, string> }): ReactNode {
  return (
    <li id={idea.id} className={`card tone-${ideaTone(idea.id)} border-l-[3px] border-l-agent p-3`} tabIndex={-1}>
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 font-semibold">{idea.title}</h3>
        {idea.score === undefined ? null : <span className="text-lg font-semibold tabular-nums">{score(idea.score)}</span>}
      </div>
      {idea.description ? <p className="mt-1 text-sm">{idea.description}</p> : null}
      {idea.rationale ? <p className="mt-1 text-sm text-muted">{idea.rationale}</p> : null}
      <p className="mt-2 flex flex-wrap gap-x-2 gap-y-1 text-xs text-muted">
        {chosen?.id === idea.id ? <span className="flex items-center gap-1 rounded-full bg-accent px-2 font-semibold text-on-accent"><Icon name="star" size={12} />chosen</span> : null}
        {idea.pinned ? <span className="flex items-center gap-1 text-info"><Icon name="pin" size={13} />pinned</span> : null}
        {idea.vetoed ? <span className="flex items-center gap-1 text-danger"><Icon name="ban" size={13} />vetoed</span> : null}
        <span>round {idea.round}</span>
        {idea.builds_on ? <span>builds on {titles.get(idea.builds_on) ?? idea.builds_on}</span> : null}
        {idea.tags.map((tag) => <span key={tag} className="rounded-full border border-line px-1.5">{tag}</span>)}
      </p>
      {idea.scores.length || idea.revisions.length > 1 ? (
        <details className="mt-2 text-sm">
          <summary className="text-xs text-info">{[idea.scores.length ? plural(idea.scores.length, "score") : "", idea.revisions.length > 1 ? plural(idea.revisions.length, "revision") : ""].filter(Boolean).join(", ")}</summary>
          <ul className="mt-2 flex flex-col gap-2">
            {idea.scores.map((one, i) => (
              <li key={i} className="border-l border-line pl-3">
                <p><b className="font-semibold">{one.by === "person" ? one.scorer : agentName(one.scorer)}</b> <span className="tabular-nums">{score(one.score)}</span></p>
                {one.feedback ? <p>{one.feedback}</p> : null}
                {one.pros?.map((pro) => <p key={pro}><span className="font-mono text-accent">+</span> {pro}</p>)}
                {one.cons?.map((con) => <p key={con}><span className="font-mono text-danger">−</span> {con}</p>)}
              </li>
            ))}
            {idea.revisions.length > 1 ? idea.revisions.map((one) => <li key={one.revision} className="text-muted">Revision {one.revision}, round {one.round}: {one.description ?? one.title}</li>) : null}
          </ul>
        </details>
      ) : null}
    </li>
  );
}

const rules: Record<string, string> = { score: "it has the highest score", tie: "it won a tie", leader: "the leader chose it", first: "it came first", pin: "you pinned it" };

export function IdeaBoard({ items, chosen }: { items: Idea[]; chosen: Chosen | undefined }): ReactNode {
  const live = items.filter((one) => !one.merged_into).sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
  const titles = new Map(items.map((one) => [one.id, one.title]));
  if (!live.length) return <Empty icon="star" title="No ideas yet">Ideas stand here as soon as somebody has one, with what the others think of them.</Empty>;
  return (
    <div className="flex flex-col gap-5 p-4">
      {chosen ? (
        <p className="rounded-lg border border-l-[3px] border-line border-l-accent bg-accent-soft px-3 py-2 text-sm"><b className="font-semibold">{titles.get(chosen.id)}</b> was chosen: {rules[chosen.by_rule] ?? chosen.by_rule}.{chosen.flags.length ? ` (${chosen.flags.join(", ").replaceAll("_", " ")})` : ""}</p>
      ) : null}
      {live.some((one) => one.score !== undefined) ? <><Chart ideas={live} /><Table ideas={live} /></> : null}
      <ul className="flex flex-col gap-3">{live.map((idea) => <Card key={idea.id} idea={idea} chosen={chosen} titles={titles} />)}</ul>
    </div>
  );
}

// A finished ideation can have more: what is there already is built on.
function FurtherRounds({ room, topic }: { room: string; topic: string }): ReactNode {
  const [rounds, setRounds] = useState(1);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      go(roomPath(await app.begin({ ideate: { topic, rounds, continues: room } })));
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <form className="card flex flex-wrap items-center gap-2 p-3 text-sm" onSubmit={(event) => { event.preventDefault(); void begin(); }}>
      <span className="flex-1">Not there yet?</span>
      <select aria-label="How many rounds" className="rounded-lg border border-edge bg-raised px-2 py-1" value={rounds} onChange={(event) => setRounds(Number(event.target.value))}>{[1, 2, 3].map((one) => <option key={one} value={one}>{plural(one, "more round")}</option>)}</select>
      <button type="submit" className="button" disabled={busy}>Go on</button>
      {problem ? <div className="w-full"><ProblemNote problem={problem} /></div> : null}
    </form>
  );
}

export function Ideas({ room, title, finished, revision }: { room: string; title: string; finished: boolean; revision: number }): ReactNode {
  const [found, setFound] = useState<Calls["ideas"]["gives"]>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    let gone = false;
    api.ideas(room).then((ideas) => !gone && (setFound(ideas), setProblem(undefined)), (error: unknown) => !gone && setProblem(asProblem(error)));
    return () => {
      gone = true;
    };
  }, [room, revision]);
  if (problem && !found) return <div className="p-4"><ProblemNote problem={problem} /></div>;
  if (!found) return <div className="p-4"><Skeleton /></div>;
  return (
    <>
      <IdeaBoard items={found.items} chosen={found.chosen} />
      {finished ? <div className="px-4 pb-4"><FurtherRounds room={room} topic={title} /></div> : null}
    </>
  );
}
