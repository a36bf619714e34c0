// All that waits for the person, across rooms, oldest first; most of it can be answered right here.
import { type ReactNode, useState } from "react";
import { api, asProblem } from "../api/client";
import type { Gate, Problem } from "../api/types.gen";
import { app } from "../data/app";
import { useModel } from "../data/model";
import { roomPath } from "../data/route";
import { GateCard } from "../room/GateCard";
import { Go } from "../ui/Go";
import { Icon } from "../ui/Icon";
import { Empty, Page, Skeleton, When } from "../ui/bits";

export function Waiting(): ReactNode {
  const { rooms, waiting } = useModel(app);
  const [answering, setAnswering] = useState<Record<string, { option: string; label: string; problem?: Problem }>>({});
  const answer = async (gate: Gate, option: string, reason?: string) => {
    const label = gate.options.find((one) => one.id === option)?.label ?? option;
    setAnswering((former) => ({ ...former, [gate.gate]: { option, label } }));
    try {
      await api.answer(gate.room, gate.gate, { option, digest: gate.digest, ...(reason ? { reason } : {}) });
      await app.loadLists();
    } catch (error) {
      setAnswering((former) => ({ ...former, [gate.gate]: { option, label, problem: asProblem(error) } }));
    }
  };
  return (
    <Page title="Waiting for you" intro="What only you can decide, in all rooms, the oldest first.">
      {!rooms ? <Skeleton /> : null}
      {rooms && !waiting.length ? <Empty icon="inbox" title="Nothing waits for you">When a team has a question or wants a decision, it stands here, whatever room it comes from.</Empty> : null}
      <ul className="flex flex-col gap-5">
        {waiting.map((one) => (
          <li key={one.key}>
            <Go to={roomPath(one.room)} className="flex items-baseline gap-2 text-sm font-medium hover:underline">{one.title}<Icon name="right" size={13} /></Go>
            {one.gate ? (
              <div className="tablet:-ml-7"><GateCard level="h2" gate={one.gate} agents={[]} answering={answering[one.key]} onAnswer={(option, reason) => one.gate && void answer(one.gate, option, reason)} onForget={() => { setAnswering(({ [one.key]: _, ...rest }) => rest); void app.loadLists(); }} /></div>
            ) : (
              <Go to={roomPath(one.room)} className="my-3 flex items-center gap-3 rounded-lg border border-l-[3px] border-line border-l-ask-edge bg-raised p-4 hover:border-edge"><span className="flex-1 font-semibold">{one.what}</span><span className="text-xs text-muted"><When at={one.at} /></span></Go>
            )}
          </li>
        ))}
      </ul>
    </Page>
  );
}
