import { type ReactNode, useEffect, useState } from "react";
import { api, asProblem } from "../api/client";
import type { Costs, Problem } from "../api/types.gen";
import { agentName } from "../text/agents";
import { ProblemNote, Skeleton } from "../ui/bits";
import { CostTable, CostTotal } from "./CostTable";

export function RoomCosts({ room, revision }: { room: string; revision: number }): ReactNode {
  const [costs, setCosts] = useState<Costs>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    let gone = false;
    api.costs({ room }).then((found) => !gone && setCosts(found), (error: unknown) => !gone && setProblem(asProblem(error)));
    return () => {
      gone = true;
    };
  }, [room, revision]);
  if (problem && !costs) return <div className="p-4"><ProblemNote problem={problem} /></div>;
  if (!costs) return <div className="p-4"><Skeleton /></div>;
  return (
    <div className="flex flex-col gap-5 p-4">
      <CostTotal sum={costs.total} />
      <CostTable title="By agent" lines={costs.agent} nameOf={agentName} />
      <CostTable title="By model" lines={costs.model} />
      <CostTable title="By day" lines={costs.day} />
    </div>
  );
}
