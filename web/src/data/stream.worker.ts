// The hub as a shared worker: one connection for all tabs of a browser.
import { StreamHub, type ToHub } from "./hub";

const hub = new StreamHub();
(globalThis as unknown as SharedWorkerGlobalScope).onconnect = (event) => {
  const port = event.ports[0];
  if (!port) return;
  const seat = hub.join((message) => port.postMessage(message));
  port.onmessage = (said: MessageEvent<ToHub>) => seat.take(said.data);
  port.start();
};
