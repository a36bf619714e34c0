// The room itself: where it is kept, who of the bridges speaks in it.
import { type ReactNode, useState } from "react";
import { api, asProblem } from "../api/client";
import type { Problem, Room } from "../api/types.gen";
import type { RoomModel } from "../data/room";
import { Copy } from "../ui/Copy";
import { Icon } from "../ui/Icon";
import { ProblemNote } from "../ui/bits";

export function About({ model, room }: { model: RoomModel; room: Room }): ReactNode {
  const [channel, setChannel] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const act = async (work: Promise<unknown>) => {
    try {
      await work;
      setProblem(undefined);
      setChannel("");
    } catch (error) {
      setProblem(asProblem(error));
    }
    model.refresh();
  };
  return (
    <div className="flex flex-col gap-5 p-4 text-sm">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">Folder</dt><dd className="font-mono text-xs leading-5 break-all">{room.folder}</dd>
        <dt className="text-muted">Team</dt><dd>{room.team}</dd>
        <dt className="text-muted">Id</dt><dd className="flex items-center font-mono text-xs leading-5"><span className="break-all">{room.id}</span><Copy text={room.id} label="Copy the room's id" /></dd>
      </dl>
      <div>
        <h3 className="label mb-1">Chat channels</h3>
        <p className="text-muted">What is said by a bound channel is said here, such as <code className="font-mono text-xs">telegram:123456</code>.</p>
        <ul className="mt-2 flex flex-col gap-1">
          {room.channels?.map((one) => (
            <li key={one} className="flex items-center gap-2"><span className="flex-1 font-mono text-xs">{one}</span><button type="button" className="icon-button h-7 w-7" aria-label={`Unbind ${one}`} onClick={() => void act(api.unbind(room.id, one))}><Icon name="close" size={14} /></button></li>
          ))}
        </ul>
        <form className="mt-2 flex gap-2" onSubmit={(event) => { event.preventDefault(); if (channel.trim()) void act(api.bind(room.id, channel.trim())); }}>
          <input className="field min-w-0 flex-1 font-mono text-xs" aria-label="Channel" placeholder="slack:C042" value={channel} onChange={(event) => setChannel(event.target.value)} />
          <button type="submit" className="button" disabled={!channel.trim()}>Bind</button>
        </form>
        {problem ? <div className="mt-2"><ProblemNote problem={problem} /></div> : null}
      </div>
    </div>
  );
}
