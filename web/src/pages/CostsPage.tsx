import { type ReactNode, useEffect, useState } from "react";
import { api, asProblem } from "../api/client";
import type { Costs, Problem } from "../api/types.gen";
import { app } from "../data/app";
import { useModel } from "../data/model";
import { roomPath } from "../data/route";
import { CostTable, CostTotal } from "../panes/CostTable";
import { agentName } from "../text/agents";
import { Go } from "../ui/Go";
import { Empty, Page, ProblemNote, Skeleton } from "../ui/bits";

const spans: [string, number | undefined][] = [["Today", 1], ["7 days", 7], ["30 days", 30], ["All", undefined]];

export default function CostsPage(): ReactNode {
  const { rooms } = useModel(app);
  const [days, setDays] = useState<number | undefined>(30);
  const [costs, setCosts] = useState<Costs>();
  const [problem, setProblem] = useState<Problem>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    api.costs({ days }).then((found) => !gone && (setCosts(found), setProblem(undefined)), (error: unknown) => !gone && setProblem(asProblem(error)));
    return () => {
      gone = true;
    };
  }, [days, tries]);
  const titles = new Map((rooms ?? []).map((one) => [one.id, one.title]));
  return (
    <Page
      title="Costs"
      intro="What models have cost, as far as their prices are known."
      action={<div role="group" aria-label="Of which time" className="flex">{spans.map(([name, span]) => <button key={name} type="button" className={`button -ml-px rounded-none first:rounded-l-lg last:rounded-r-lg ${span === days ? "bg-sunk font-semibold" : ""}`} aria-pressed={span === days} onClick={() => setDays(span)}>{name}</button>)}</div>}
    >
      {problem ? <ProblemNote problem={problem} onRetry={() => setTries(tries + 1)} /> : null}
      {!costs && !problem ? <Skeleton /> : null}
      {costs && !costs.total.turns ? <Empty icon="coins" title="Nothing was spent yet">Every turn of a model is counted here: by day, room, agent, model and task.</Empty> : null}
      {costs?.total.turns ? (
        <div className="flex flex-col gap-8">
          <CostTotal sum={costs.total} />
          <CostTable level="h2" title="By room" lines={costs.room} nameOf={(id) => (titles.has(id) ? <Go to={roomPath(id)} className="text-info underline-offset-2 hover:underline">{titles.get(id)}</Go> : id)} />
          <CostTable level="h2" title="By day" lines={costs.day} />
          <CostTable level="h2" title="By agent" lines={costs.agent} nameOf={agentName} />
          <CostTable level="h2" title="By model" lines={costs.model} />
          <CostTable level="h2" title="By task" lines={costs.task} nameOf={(name) => name.replaceAll("_", " ")} />
        </div>
      ) : null}
    </Page>
  );
}
