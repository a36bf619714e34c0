import { expect, test } from "vitest";
import { type FromHub, StreamHub, type Surroundings } from "../src/data/hub";

// A server and a clock that the test moves by hand.
class Around implements Surroundings {
  asked: { url: string; headers: Record<string, string>; send(text: string): void; end(): void }[] = [];
  status = 200;
  timers: { at: number; work: () => void; gone?: boolean }[] = [];
  time = 0;
  fetch = ((url: string, init: RequestInit) => {
    if (this.status === 0) return Promise.reject(new TypeError("no answer"));
    let control: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (made) => void (control = made) });
    init.signal?.addEventListener("abort", () => {
      try {
        control.error(new Error("aborted"));
      } catch {
        // It has ended already.
      }
    });
    this.asked.push({ url, headers: init.headers as Record<string, string>, send: (text) => control.enqueue(new TextEncoder().encode(text)), end: () => control.close() });
    return Promise.resolve(new Response(body, { status: this.status }));
  }) as unknown as typeof fetch;
  now = () => this.time;
  later = (work: () => void, ms: number) => {
    const timer = { at: this.time + ms, work };
    this.timers.push(timer);
    return timer;
  };
  clear = (timer: unknown) => void (timer && ((timer as { gone?: boolean }).gone = true));
  random = () => 0.5;
  get last() {
    const one = this.asked.at(-1);
    if (!one) throw new Error("nothing was asked");
    return one;
  }
  async settle(): Promise<void> {
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  async pass(ms: number): Promise<void> {
    this.time += ms;
    const due = this.timers.filter((one) => !one.gone && one.at <= this.time);
    this.timers = this.timers.filter((one) => !due.includes(one));
    for (const one of due) one.work();
    await this.settle();
  }
}

const event = (room: string, seq: number, id = `e~${room}:${seq}`) => `event: event\nid: ${id}\ndata: {"room":"${room}","room_seq":${seq}}\n\n`;
const hello = 'event: hello\ndata: {"epoch":"e"}\n\n';

function setUp() {
  const around = new Around();
  const hub = new StreamHub(around);
  const heard: FromHub[] = [];
  const seat = hub.join((message) => heard.push(message));
  const seqs = () => heard.flatMap((one) => (one.kind === "sent" && one.sent === "event" ? [(one.data as { room_seq: number }).room_seq] : []));
  const states = () => heard.flatMap((one) => (one.kind === "state" ? [one.state] : []));
  return { around, hub, heard, seat, seqs, states };
}

test("one connection names all rooms with their cursors", async () => {
  const { around, hub, seat } = setUp();
  seat.take({ kind: "want", rooms: { a: 5 } });
  hub.join(() => undefined).take({ kind: "want", rooms: { a: 3, b: 1 } });
  await around.pass(30);
  expect(around.asked).toHaveLength(1);
  expect(decodeURIComponent(around.last.url)).toBe("/api/stream?all=true&room=a:3&room=b:1");
});

test("each tab hears what it has not heard, and only of its rooms", async () => {
  const { around, hub, seat, seqs } = setUp();
  const other: number[] = [];
  seat.take({ kind: "want", rooms: { a: 5 } });
  hub.join((message) => message.kind === "sent" && message.sent === "event" && other.push((message.data as { room_seq: number }).room_seq)).take({ kind: "want", rooms: { a: 3 } });
  await around.pass(30);
  around.last.send(hello + event("a", 4) + event("a", 5) + event("a", 6) + event("b", 1));
  await around.settle();
  expect(seqs()).toEqual([6]);
  expect(other).toEqual([4, 5, 6]);
});

test("after a cut it goes on where it was: with newer cursors, the last id, and longer and longer waits", async () => {
  const { around, seat, seqs, states } = setUp();
  seat.take({ kind: "want", rooms: { a: 5 } });
  await around.pass(30);
  around.last.send(hello + event("a", 6));
  await around.settle();
  around.last.end();
  await around.settle();
  expect(states().at(-1)).toBe("waiting");
  await around.pass(600);
  expect(decodeURIComponent(around.last.url)).toContain("room=a:6");
  expect(around.last.headers["last-event-id"]).toBe("e~a:6");
  around.last.send(hello + event("a", 6) + event("a", 7));
  await around.settle();
  expect(seqs()).toEqual([6, 7]);
  expect(states().at(-1)).toBe("live");
  around.status = 0;
  around.last.end();
  await around.settle();
  const waits: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    const next = Math.min(...around.timers.filter((one) => !one.gone).map((one) => one.at));
    waits.push(next - around.time);
    await around.pass(next - around.time);
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000]);
});

test("a tab that comes to a room gets a new connection, one that leaves it costs none", async () => {
  const { around, seat } = setUp();
  seat.take({ kind: "want", rooms: { a: 5 } });
  await around.pass(30);
  around.last.send(hello);
  await around.settle();
  seat.take({ kind: "want", rooms: { a: 5, b: 2 } });
  await around.pass(30);
  expect(around.asked).toHaveLength(2);
  seat.take({ kind: "want", rooms: { b: 2 } });
  await around.pass(30);
  expect(around.asked).toHaveLength(2);
});

test("signed out is told and not tried again", async () => {
  const { around, seat, states } = setUp();
  around.status = 401;
  seat.take({ kind: "want", rooms: {} });
  await around.pass(30);
  expect(states().at(-1)).toBe("signed-out");
  await around.pass(60_000);
  expect(around.asked).toHaveLength(1);
});

test("a server that has shown a heartbeat and falls silent is left", async () => {
  const { around, seat, states } = setUp();
  seat.take({ kind: "want", rooms: {} });
  await around.pass(30);
  around.last.send(`${hello}:\n\n`);
  await around.settle();
  await around.pass(44_000);
  expect(states().at(-1)).toBe("live");
  await around.pass(2_000);
  expect(states().at(-1)).toBe("waiting");
});

test("when the last tab has gone the connection is closed", async () => {
  const { around, seat } = setUp();
  seat.take({ kind: "want", rooms: {} });
  await around.pass(30);
  seat.take({ kind: "bye" });
  await around.settle();
  await around.pass(60_000);
  expect(around.asked).toHaveLength(1);
});
