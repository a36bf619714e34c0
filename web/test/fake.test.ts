// The fake server's answers are held to the OpenAPI description: what the page is tried against is what it will meet.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { start } from "../fake/main";
import { SentReader } from "../src/api/sse";
import { mistakes, type Page } from "./schema";

const page = parse(readFileSync(new URL("../../src/server/api/openapi.yaml", import.meta.url), "utf8")) as Page;
let url = "";
let stop: () => void;
beforeAll(async () => {
  const { fake, url: at } = await start({ port: 0, dist: "/nowhere", pace: 0 });
  url = at;
  stop = () => {
    fake.server.closeAllConnections();
    fake.server.close();
  };
}, 30_000);
afterAll(() => stop());

type Operation = { responses: Record<string, { $ref?: string; content?: Record<string, { schema: never }> }> };

async function held(method: string, path: string, described: string, body?: unknown, status?: number): Promise<unknown> {
  const response = await fetch(url + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }) });
  const operation = page.paths[described]?.[method.toLowerCase()] as Operation | undefined;
  expect(operation, `${method} ${described}`).toBeDefined();
  const found = operation?.responses[String(response.status)] ?? operation?.responses.default;
  if (status) expect(response.status).toBe(status);
  expect(found, `${method} ${path} gives ${response.status}`).toBeDefined();
  const answer = found?.$ref ? (page.components.responses[found.$ref.split("/").at(-1) ?? ""] as Operation["responses"][string]) : found;
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  const text = await response.text();
  if (!answer?.content) {
    expect(text).toBe("");
    return undefined;
  }
  expect(Object.keys(answer.content)).toContain(type);
  if (!type.includes("json")) return text;
  const value: unknown = JSON.parse(text);
  expect(mistakes(page, answer.content[type]?.schema ?? {}, value), `${method} ${path}`).toEqual([]);
  return value;
}

const rooms = ["booking-barber-hj9d", "tool-library-k3m9", "photos-by-date-q2w3", "harbour-10k-a1b2", "garden-plan-m4n5", "times-plan-p7q8", "times-work-b3c4", "times-base-d5e6", "times-built-r9s2"];

test("what is asked across rooms", async () => {
  for (const [path, described] of [["/api/session", "/api/session"], ["/api/sessions", "/api/sessions"], ["/api/rooms", "/api/rooms"], ["/api/gates", "/api/gates"], ["/api/costs?days=3", "/api/costs"], ["/api/memory", "/api/memory"], ["/api/channels", "/api/channels"], ["/healthz", "/healthz"]] as const) await held("GET", path, described, undefined, 200);
});

test("every room, its messages, events, ideas and projects", async () => {
  for (const id of rooms) {
    const room = (await held("GET", `/api/rooms/${id}`, "/api/rooms/{room}", undefined, 200)) as { projects: { id: string }[] };
    const messages = (await held("GET", `/api/rooms/${id}/messages`, "/api/rooms/{room}/messages", undefined, 200)) as { items: { id: string }[]; next?: number };
    expect(messages.items.length).toBeLessThanOrEqual(50);
    if (messages.next) await held("GET", `/api/rooms/${id}/messages?before=${messages.next}&limit=5`, "/api/rooms/{room}/messages", undefined, 200);
    await held("GET", `/api/rooms/${id}/messages/${messages.items[0]?.id}`, "/api/rooms/{room}/messages/{message}", undefined, 200);
    await held("GET", `/api/rooms/${id}/events?after=2`, "/api/rooms/{room}/events", undefined, 200);
    await held("GET", `/api/rooms/${id}/ideas`, "/api/rooms/{room}/ideas", undefined, 200);
    for (const project of room.projects) await held("GET", `/api/rooms/${id}/projects/${project.id}`, "/api/rooms/{room}/projects/{project}", undefined, 200);
  }
  await held("GET", "/api/rooms/tool-library-k3m9/report", "/api/rooms/{room}/report", undefined, 200);
});

test("plans, and how far their tasks are", async () => {
  for (const id of rooms.filter((one) => one.startsWith("times-"))) {
    const room = (await held("GET", `/api/rooms/${id}`, "/api/rooms/{room}", undefined, 200)) as { projects: { id: string }[] };
    const at = `/api/rooms/${id}/projects/${room.projects[0]?.id}/work`;
    const work = (await held("GET", at, "/api/rooms/{room}/projects/{project}/work", undefined, 200)) as { tasks: { id: string }[] };
    for (const task of work.tasks) await held("GET", `${at}/${task.id}`, "/api/rooms/{room}/projects/{project}/work/{task}", undefined, 200);
  }
  const { items } = (await held("GET", "/api/gates", "/api/gates")) as { items: { room: string; type: string; subject?: { plan?: { tasks: object[] }; plan_revision?: number; project?: string } }[] };
  const card = items.find((one) => one.type === "approval" && one.subject?.plan);
  const plan = { ...card?.subject?.plan, title: "Less", tasks: card?.subject?.plan?.tasks ?? [] };
  const at = `/api/rooms/${card?.room}/projects/${card?.subject?.project}/plan`;
  const edit = (revision: number | undefined, tasks: object[], status: number) => held("PUT", at, "/api/rooms/{room}/projects/{project}/plan", { revision, plan: { ...plan, tasks } }, status);
  await edit(77, plan.tasks, 409);
  await edit(card?.subject?.plan_revision, [{ ...plan.tasks[0], stages: [] }], 422);
  await edit(card?.subject?.plan_revision, plan.tasks, 200);
  await edit(card?.subject?.plan_revision, plan.tasks, 409);
  await held("GET", "/api/rooms/garden-plan-m4n5/projects/p-none/work", "/api/rooms/{room}/projects/{project}/work", undefined, 404);
});

test("errors are problems", async () => {
  await held("GET", "/api/rooms/none", "/api/rooms/{room}", undefined, 404);
  await held("POST", "/api/rooms/garden-plan-m4n5/messages", "/api/rooms/{room}/messages", { text: " " }, 400);
});

test("what is done: opening, saying, answering, binding, links", async () => {
  const opened = (await held("POST", "/api/rooms", "/api/rooms", { title: "A boat", demo: true }, 201)) as { room: string };
  const said = await held("POST", `/api/rooms/${opened.room}/messages`, "/api/rooms/{room}/messages", { text: "Build a boat" }, 201);
  expect(said).toHaveProperty("id");
  const { items } = (await held("GET", "/api/gates", "/api/gates")) as { items: { room: string; gate: string; digest: string; type: string; options: { id: string }[] }[] };
  const gate = items.find((one) => one.type === "ready");
  const at = `/api/rooms/${gate?.room}/gates/${gate?.gate}`;
  await held("POST", at, "/api/rooms/{room}/gates/{gate}", { option: gate?.options[0]?.id, digest: "another" }, 409);
  await held("POST", at, "/api/rooms/{room}/gates/{gate}", { option: gate?.options[2]?.id, digest: gate?.digest }, 200);
  await held("POST", at, "/api/rooms/{room}/gates/{gate}", { option: gate?.options[0]?.id, digest: gate?.digest }, 409);
  await held("PUT", `/api/rooms/${opened.room}/channels/slack:C1`, "/api/rooms/{room}/channels/{channel}", {}, 200);
  await held("DELETE", `/api/rooms/${opened.room}/channels/slack:C1`, "/api/rooms/{room}/channels/{channel}", undefined, 204);
  await held("POST", "/api/links", "/api/links", { name: "milo" }, 201);
  await held("POST", `/api/rooms/${opened.room}/interrupt`, "/api/rooms/{room}/interrupt", {}, 204);
});

test("the same key does a thing once", async () => {
  const say = () => fetch(`${url}/api/rooms/harbour-10k-a1b2/messages`, { method: "POST", body: '{"text":"once"}', headers: { "idempotency-key": "k1" } }).then((response) => response.json() as Promise<{ room_seq: number }>);
  expect((await say()).room_seq).toBe((await say()).room_seq);
});

test("the stream: hello first, events as the description has them, cursors in the ids", async () => {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/stream?room=garden-plan-m4n5:3`, { signal: stop.signal });
  const reader = response.body?.getReader();
  const events = new SentReader();
  const { value } = (await reader?.read()) ?? {};
  const sent = events.push(new TextDecoder().decode(value));
  stop.abort();
  expect(sent[0]?.kind).toBe("hello");
  const all = sent.filter((one) => one.kind === "event").map((one) => JSON.parse(one.data) as { room_seq: number });
  expect(all[0]?.room_seq).toBe(4);
  for (const one of all) expect(mistakes(page, page.components.schemas.Event ?? {}, one)).toEqual([]);
  expect(sent.at(-1)?.id).toContain("garden-plan-m4n5:");
});
