// How a tab reaches the hub: a shared worker; where there is none, the tab that leads; where that cannot be agreed, its own.
import { type FromHub, type Seat, StreamHub, type ToHub } from "./hub";

export interface Link extends Seat {
  // A new leader has begun: say again what is wanted.
  onRenewed?: () => void;
}

function byWorker(give: (message: FromHub) => void): Link {
  const worker = new SharedWorker(new URL("./stream.worker.ts", import.meta.url), { type: "module", name: "folkmoot-stream" });
  worker.port.onmessage = (event: MessageEvent<FromHub>) => give(event.data);
  worker.port.start();
  addEventListener("pagehide", () => worker.port.postMessage({ kind: "bye" } satisfies ToHub));
  return { take: (message) => worker.port.postMessage(message) };
}

type Told = { to: "hub"; tab: string; message: ToHub } | { to: string; message: FromHub } | { to: "all"; renewed: true };

// The lock's holder keeps the hub; all others speak with it over the channel. When it closes, the next one holds the lock.
function byLeader(give: (message: FromHub) => void): Link {
  const tab = Math.random().toString(36).slice(2);
  const channel = new BroadcastChannel("folkmoot-stream");
  let seat: Seat | undefined;
  const link: Link = {
    take: (message) => (seat ? seat.take(message) : channel.postMessage({ to: "hub", tab, message } satisfies Told)),
  };
  const seats = new Map<string, Seat>();
  let hub: StreamHub | undefined;
  channel.onmessage = (event: MessageEvent<Told>) => {
    const told = event.data;
    if ("renewed" in told) return link.onRenewed?.();
    if (told.to === tab && !("tab" in told)) return give(told.message);
    if (!hub || !("tab" in told)) return;
    const other = told.tab;
    const theirs = seats.get(other) ?? hub.join((message) => channel.postMessage({ to: other, message } satisfies Told));
    seats.set(other, theirs);
    theirs.take(told.message);
    if (told.message.kind === "bye") seats.delete(other);
  };
  addEventListener("pagehide", () => link.take({ kind: "bye" }));
  void navigator.locks.request("folkmoot-stream", () => {
    hub = new StreamHub();
    seat = hub.join(give);
    link.onRenewed?.();
    channel.postMessage({ to: "all", renewed: true } satisfies Told);
    return new Promise(() => undefined);
  });
  return link;
}

function alone(give: (message: FromHub) => void): Link {
  return new StreamHub().join(give);
}

export function openLink(give: (message: FromHub) => void): Link {
  if (typeof SharedWorker === "function") {
    try {
      return byWorker(give);
    } catch {
      // Some browsers have the name and refuse it.
    }
  }
  if (typeof BroadcastChannel === "function" && "locks" in navigator) return byLeader(give);
  return alone(give);
}
