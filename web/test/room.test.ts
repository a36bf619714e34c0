// The model of a room against a server that the test plays.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event, Room } from "../src/api/types.gen";
import { RoomModel } from "../src/data/room";

const kept = new Map<string, string>();
let answers: Record<string, (init: RequestInit) => Response | Promise<Response>>;
let asked: { path: string; key: string | null }[];
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
const snapshot: Room = { id: "r", title: "A", folder: "/", team: "council", state: "waiting", head: 3, demo: false, cost: { cost_microusd: 0, turns: 0, unpriced: 0, input: 0, output: 0, cached: 0 }, agents: [], gates: [], questions: [], projects: [], ideas: 0 };

beforeEach(() => {
  kept.clear();
  asked = [];
  answers = { "GET /api/rooms/r": () => json(snapshot), "GET /api/rooms/r/messages": () => json({ items: [], closed: [], troubles: [] }) };
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value), removeItem: (key: string) => kept.delete(key) });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const path = `${init.method} ${url.split("?")[0]}`;
    asked.push({ path, key: new Headers(init.headers).get("idempotency-key") });
    const answer = answers[path];
    if (!answer) throw new TypeError("no answer");
    return answer(init);
  });
});
afterEach(() => vi.unstubAllGlobals());

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
async function ready(): Promise<RoomModel> {
  const model = new RoomModel("r", () => "ana", () => undefined);
  await settle();
  return model;
}
const posted = (seq: number, id: string, text: string): Event => ({ v: 1, seq, room: "r", room_seq: seq, at: "2026-05-01T12:00:00Z", kind: "message.posted", by: { kind: "person", id: "ana" }, body: { id, from: "ana", to: "team", kind: "user", marker: "discussion", text } });

test("what is said is there at once, and confirmed by the stream", async () => {
  const model = await ready();
  answers["POST /api/rooms/r/messages"] = () => json({ room_seq: 4, id: "m-4" }, 201);
  model.say("hello");
  expect(model.timeline().map((row) => row.kind)).toEqual(["pending"]);
  await settle();
  expect(model.timeline().map((row) => row.kind)).toEqual(["pending"]);
  model.hear(posted(4, "m-4", "hello"));
  expect(model.timeline().filter((row) => row.kind === "pending")).toEqual([]);
  expect(model.log.messages.map((one) => one.text)).toEqual(["hello"]);
});

test("the stream may be faster than the answer", async () => {
  const model = await ready();
  let release: (response: Response) => void = () => undefined;
  answers["POST /api/rooms/r/messages"] = () => new Promise((resolve) => (release = resolve));
  model.say("hello");
  model.hear(posted(4, "m-4", "hello"));
  expect(model.outbox.items).toEqual([]);
  release(json({ room_seq: 4, id: "m-4" }, 201));
  await settle();
  expect(model.outbox.items).toEqual([]);
});

test("what could not be sent is kept and sent again under the same key, also after a reload", async () => {
  const model = await ready();
  model.say("hello");
  await settle();
  expect(model.outbox.items[0]?.state).toBe("waiting");
  const again = new RoomModel("r", () => "ana", () => undefined);
  answers["POST /api/rooms/r/messages"] = () => json({ room_seq: 4, id: "m-4" }, 201);
  await settle();
  await settle();
  expect(again.outbox.items[0]?.id).toBe("m-4");
  const keys = asked.filter((one) => one.path.startsWith("POST")).map((one) => one.key);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test("what the server refuses is not sent again by itself", async () => {
  const model = await ready();
  answers["POST /api/rooms/r/messages"] = () => json({ type: "about:blank", title: "Too long.", status: 413, code: "too_long" }, 413);
  model.say("hello");
  await settle();
  model.reconnected();
  await settle();
  expect(model.outbox.items[0]).toMatchObject({ state: "failed", problem: { title: "Too long." } });
  expect(asked.filter((one) => one.path.startsWith("POST"))).toHaveLength(1);
});

test("an answer to a gate shows at once; one that came second says so", async () => {
  const model = await ready();
  const gate = { room: "r", gate: "g-1", type: "ready", question: "Start?", digest: "d", options: [{ id: "start", label: "Start" }], at: "" };
  answers["POST /api/rooms/r/gates/g-1"] = () => json({ type: "about:blank", title: "Somebody has answered this already.", status: 409, code: "gate_answered" }, 409);
  const answered = model.answer(gate, "start");
  expect(model.answering.get("g-1")).toMatchObject({ label: "Start" });
  await answered;
  expect(model.answering.get("g-1")?.problem?.code).toBe("gate_answered");
});

test("many events ask for the snapshot once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const model = new RoomModel("r", () => "ana", () => undefined);
    await vi.advanceTimersByTimeAsync(10);
    const before = asked.filter((one) => one.path === "GET /api/rooms/r").length;
    for (let i = 0; i < 30; i += 1) model.hear({ ...posted(10 + i, "", ""), kind: "turn.finished", body: { turn: "t" } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.filter((one) => one.path === "GET /api/rooms/r").length).toBe(before + 1);
  } finally {
    vi.useRealTimers();
  }
});

test("an event that was heard before changes nothing", async () => {
  const model = await ready();
  model.hear(posted(4, "m-4", "a"));
  model.hear(posted(4, "m-5", "b"));
  expect(model.log.messages).toHaveLength(1);
});
