// The brief: the newest revision whole, what changed in it, and any two of them side by side.
import { type ReactNode, useState } from "react";
import type { BriefRevision, ProjectWhole } from "../api/types.gen";
import { agentName } from "../text/agents";
import { Markdown } from "../text/markdown";
import { go } from "../data/route";
import { Copy } from "../ui/Copy";
import { Go } from "../ui/Go";
import { Empty, When } from "../ui/bits";

const signs = { added: "+", removed: "−", changed: "~" } as const;
const colors = { added: "text-accent", removed: "text-danger", changed: "text-ask" } as const;

function Changes({ changes }: { changes: BriefRevision["changes"] }): ReactNode {
  return (
    <ul className="flex flex-col gap-2 text-sm" aria-label="What changed">
      {changes.map((one, i) => (
        <li key={i} className="flex gap-2">
          <span className={`font-mono ${colors[one.kind]}`} aria-label={one.kind}>{signs[one.kind]}</span>
          <span className="min-w-0"><span className="text-muted">{one.part}: </span>{one.after ?? one.before}{one.kind === "changed" && one.before ? <del className="block text-muted">{one.before}</del> : null}</span>
        </li>
      ))}
    </ul>
  );
}

export function Brief({ whole, wide }: { whole: ProjectWhole | undefined; wide: boolean }): ReactNode {
  const briefs = whole?.briefs ?? [];
  const last = briefs.at(-1);
  const [picked, setPicked] = useState<number>();
  const [beside, setBeside] = useState(false);
  if (!last) return <Empty icon="book" title="No brief yet">Once the team has asked and debated, what is to be done stands here: goal, scope, decisions, and what is left out.</Empty>;
  const shown = briefs.find((one) => one.revision === picked) ?? last;
  const former = briefs.find((one) => one.revision === shown.revision - 1);
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <label className="flex items-center gap-2">
          <span className="text-muted">Revision</span>
          <select className="rounded-lg border border-edge bg-raised px-2 py-1" value={shown.revision} onChange={(event) => setPicked(Number(event.target.value))}>
            {briefs.map((one) => <option key={one.revision} value={one.revision}>{one.revision}{one === last ? " (newest)" : ""}</option>)}
          </select>
        </label>
        <span className="ml-auto flex items-center">
          {former ? <button type="button" className="button button-quiet" aria-pressed={beside} onClick={() => setBeside(!beside)}>{beside ? "Only this one" : "Side by side"}</button> : null}
          <Copy text={shown.markdown} label="Copy as Markdown" />
        </span>
        <span className="w-full text-xs text-muted">by {agentName(shown.by)}, <When at={shown.at} /></span>
      </div>
      {shown.changes.length ? (
        <div className="card bg-sunk p-3">
          <h3 className="label mb-2">Changed since revision {shown.revision - 1}</h3>
          <Changes changes={shown.changes} />
        </div>
      ) : null}
      <div className={beside && former ? `grid gap-4 ${wide ? "grid-cols-2" : "grid-cols-1"}` : ""}>
        {beside && former ? <div className="card min-w-0 p-3 text-muted"><h3 className="label mb-2">Revision {former.revision}</h3><Markdown text={former.markdown} className="text-sm" /></div> : null}
        <div className={beside && former ? "card min-w-0 p-3" : "min-w-0"}>{beside && former ? <h3 className="label mb-2">Revision {shown.revision}</h3> : null}<Markdown text={shown.markdown} className="text-sm" /></div>
      </div>
      {whole?.votes.length ? (
        <div>
          <h3 className="label mb-2">Votes</h3>
          <ul className="flex flex-col gap-1 text-sm">
            {whole.votes.map((one, i) => <li key={i}><b className="font-semibold">{agentName(one.agent)}</b> <Go to={`#${one.message}`} onClick={(event) => { event.preventDefault(); go(`${location.pathname}#${one.message}`); }} className="text-info underline underline-offset-2">{(one.vote || "unclear").replaceAll("_", " ")}</Go><span className="text-muted">{one.why ? `: ${one.why}` : ""}</span></li>)}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
