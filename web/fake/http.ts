// The fake server's routes: the contract of src/server/api/openapi.yaml, from memory.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import type { Calls, Costs, CostSum, Opening, Plan } from "../src/api/types.gen";
import { step } from "./agency";
import { diffs } from "./diffs";
import { ideate } from "./ideation";
import { type FakeRoom, freshId, personBy, problem } from "./room";
import { type Listener, World } from "./world";

const csp = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-src 'self'; object-src 'none'; base-uri 'none'";
const media: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".md": "text/plain", ".json": "application/json" };

class Refused extends Error {
  constructor(readonly status: number, readonly code: string, title: string, readonly cure?: string) {
    super(title);
  }
}
const notFound = (what: string) => new Refused(404, `${what}_unknown`, `There is no such ${what}.`);

interface Asked {
  url: URL;
  parts: string[];
  body: Record<string, unknown>;
}
type Answer = { status: number; json?: unknown; text?: string; type?: string; etag?: string };
const ok = (json: unknown, status = 200): Answer => ({ status, json });

// What happened between the messages of a page, and is none.
function between(room: FakeRoom, from: number, to: number): Pick<Calls["messages"]["gives"], "closed" | "troubles"> {
  const within = (one: { room_seq: number }) => one.room_seq > from && one.room_seq < to;
  return { closed: room.closed.filter(within), troubles: room.troubles.filter(within) };
}

export class Fake {
  readonly server: Server;
  constructor(
    public world: World,
    private dist: string,
  ) {
    this.server = createServer((request, response) => {
      this.handle(request, response).catch((error: unknown) => {
        const refused = error instanceof Refused ? error : new Refused(500, "internal", String(error));
        this.send(response, { status: refused.status, json: problem(refused.status, refused.code, refused.message, refused.cure), type: "application/problem+json" });
      });
    });
  }

  private send(response: ServerResponse, answer: Answer): void {
    if (response.headersSent) return;
    const type = answer.type ?? (answer.json === undefined ? "text/plain; charset=utf-8" : "application/json");
    response.writeHead(answer.status, { ...(answer.status === 204 ? {} : { "content-type": type }), ...(answer.etag ? { etag: answer.etag } : {}) });
    response.end(answer.json === undefined ? answer.text : JSON.stringify(answer.json));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    if (url.pathname.startsWith("/fake/")) return this.send(response, await this.control(url));
    if (this.world.offline) {
      request.socket.destroy();
      return;
    }
    if (url.pathname === "/healthz" || url.pathname === "/readyz") return this.send(response, { status: 200, text: "ok" });
    if (!url.pathname.startsWith("/api/")) return this.file(url.pathname, response);
    if (this.world.signedOut) throw new Refused(401, "session_missing", "You are not signed in.", "Ask for a link: folkmoot serve link");
    if (url.pathname === "/api/stream") return this.stream(request, response, url);
    let text = "";
    for await (const piece of request) text += String(piece);
    const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    const key = request.headers["idempotency-key"];
    const known = typeof key === "string" ? this.world.done.get(key) : undefined;
    if (known) {
      if (known.body !== text) throw new Refused(422, "idempotency_mismatch", "This key belongs to another request.");
      return this.send(response, ok(known.answer, known.status));
    }
    const answer = await this.route(request.method ?? "GET", { url, body, parts: url.pathname.split("/").slice(2).map(decodeURIComponent) });
    if (typeof key === "string") this.world.done.set(key, { body: text, status: answer.status, answer: answer.json });
    if (answer.etag && request.headers["if-none-match"] === answer.etag) return this.send(response, { status: 304, etag: answer.etag });
    this.send(response, answer);
  }

  // What tests ask for: another world, cut streams, a faster team.
  private async control(url: URL): Promise<Answer> {
    const { world } = this;
    const value = url.searchParams.get("to") ?? "";
    switch (url.pathname) {
      case "/fake/reset":
        for (const one of world.listeners) one.end();
        this.world = await World.made(value === "empty" ? "empty" : "full");
        this.world.pace = Number(url.searchParams.get("pace") ?? 35);
        break;
      case "/fake/cut":
        for (const one of world.listeners) one.end();
        break;
      case "/fake/pace":
        world.pace = Number(value);
        break;
      case "/fake/work": {
        const room = world.rooms.get("times-work-b3c4");
        if (room) step(room, Number(value));
        break;
      }
      case "/fake/signed-out":
        world.signedOut = value === "yes";
        if (world.signedOut) for (const one of world.listeners) one.end();
        break;
      case "/fake/offline":
        world.offline = value === "yes";
        if (world.offline) for (const one of world.listeners) one.end();
        break;
      case "/fake/listeners":
        return ok({ listeners: world.listeners.size });
      default:
        throw notFound("page");
    }
    return ok({});
  }

  private file(path: string, response: ServerResponse): void {
    const wanted = normalize(join(this.dist, path));
    const file = wanted.startsWith(this.dist) && existsSync(wanted) && statSync(wanted).isFile() ? wanted : join(this.dist, "index.html");
    if (!existsSync(file)) throw notFound("page");
    response.writeHead(200, { "content-type": media[extname(file)] ?? "application/octet-stream", "content-security-policy": csp, "x-content-type-options": "nosniff" });
    createReadStream(file).pipe(response);
  }

  private stream(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const { world } = this;
    const rooms = new Map<string, number>();
    for (const one of url.searchParams.getAll("room")) {
      const at = one.lastIndexOf(":");
      rooms.set(one.slice(0, at), Number(one.slice(at + 1)));
    }
    const last = String(request.headers["last-event-id"] ?? "").split("~");
    if (last[0] === world.epoch)
      for (const one of last.slice(1)) {
        const at = one.lastIndexOf(":");
        if (rooms.has(one.slice(0, at))) rooms.set(one.slice(0, at), Number(one.slice(at + 1)));
      }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    const listener: Listener = {
      rooms,
      all: url.searchParams.get("all") === "true",
      send: (kind, data, id) => void response.write(`event: ${kind}\n${id ? `id: ${id}\n` : ""}data: ${JSON.stringify(data)}\n\n`),
      end: () => {
        world.listeners.delete(listener);
        response.destroy();
      },
    };
    listener.send("hello", { epoch: world.epoch });
    for (const [id, after] of rooms) {
      const room = world.rooms.get(id);
      if (!room) continue;
      for (const event of room.events.slice(after)) {
        rooms.set(id, event.room_seq);
        listener.send("event", event, world.idOf(listener));
      }
      for (const [turn, { agent, text }] of room.speaking) listener.send("words", { room: id, turn, agent, attempt: 1, offset: 0, text });
    }
    world.listeners.add(listener);
    const beat = setInterval(() => response.write(":\n\n"), 10_000);
    request.on("close", () => {
      clearInterval(beat);
      world.listeners.delete(listener);
    });
  }

  private async route(method: string, asked: Asked): Promise<Answer> {
    const { world } = this;
    const [first, second, third, fourth, fifth, sixth] = asked.parts;
    const query = asked.url.searchParams;
    const is = (pattern: string) => pattern === `${method} ${asked.parts.map((part, i) => (i === 1 && first === "rooms" ? "*" : i === 3 ? "*" : part)).join("/")}`;
    switch (true) {
      case is("GET session"):
        return ok({
          name: world.name, version: "0.9.0", epoch: world.epoch, folder: world.folder, folders: [world.folder], demo: false, model: "gpt-5-mini",
          demos: [
            { id: "barber", title: "A booking page for a barber shop", about: "Three questions, a brief that an objection changes, a page to open.", opening: "Build a booking page for a barber shop" },
            { id: "photos", title: "A command-line tool that renames photos by date", about: "A risk that is found before anything is built, a script to run.", opening: "A tool that renames photos by the date they were taken" },
          ],
          teams: [
            { id: "council", title: "Council", what: "Asks, debates and agrees with you before anything is built", flow: "conversation" },
            { id: "ideation", title: "Ideation", what: "Finds, attacks and weighs ideas on one topic, and chooses one", flow: "ideation" },
          ],
        } satisfies Calls["session"]["gives"]);
      case is("DELETE session"):
        world.signedOut = true;
        return { status: 204 };
      case is("GET sessions"):
        return ok({ items: world.sessions } satisfies Calls["sessions"]["gives"]);
      case method === "DELETE" && first === "sessions" && second !== undefined:
        world.sessions = world.sessions.filter((one) => one.id !== second);
        return { status: 204 };
      case is("POST links"):
        return ok({ url: `http://127.0.0.1:7788/enter?key=${freshId("k")}`, name: String(asked.body.name ?? world.name), ends_at: new Date(Date.now() + 600_000).toISOString() } satisfies Calls["link"]["gives"], 201);
      case is("GET rooms"): {
        const all = [...world.rooms.values()].map((room) => room.summary()).sort((a, b) => b.updated_at.localeCompare(a.updated_at));
        return ok(this.page(all, query));
      }
      case is("POST rooms"):
        return this.open(asked.body as Opening);
      case is("GET gates"):
        return ok(this.page(world.gates(), query));
      case is("GET costs"):
        return ok(this.costs(query.get("room")));
      case is("GET memory"):
        return ok(this.page(world.memory, query));
      case is("GET channels"):
        return ok({ items: [...world.rooms.values()].flatMap((room) => room.channels.map((channel) => ({ channel, room: room.id }))) });
    }
    const room = first === "rooms" && second ? world.rooms.get(second) : undefined;
    if (!room) throw notFound(first === "rooms" ? "room" : "page");
    switch (true) {
      case is("GET rooms/*"):
        return { ...ok(room.whole()), etag: `"${room.events.length}-${room.state}"` };
      case is("GET rooms/*/messages"):
        return ok(this.messages(room, query));
      case is("POST rooms/*/messages"):
        return this.say(room, String(asked.body.text ?? ""));
      case is("GET rooms/*/messages/*"): {
        const message = room.messages.find((one) => one.id === fourth);
        if (!message) throw notFound("message");
        return ok(message);
      }
      case is("GET rooms/*/events"): {
        const after = Number(query.get("after") ?? 0);
        const items = room.events.slice(after, after + this.limit(query));
        const end = after + items.length;
        return ok({ items, ...(end < room.events.length ? { next: end } : {}) } satisfies Calls["events"]["gives"]);
      }
      case is("POST rooms/*/interrupt"):
        room.stop.abort();
        return { status: 204 };
      case is("POST rooms/*/resume"):
        setTimeout(() => void world.builds.get(room.id)?.resume(), 5);
        return ok({ room: room.id, continued: true } satisfies Calls["resume"]["gives"]);
      case is("POST rooms/*/cancel"):
        room.stop.abort();
        room.toPhase("idle", "the person cancelled it", "Cancelled. /resume goes on with it.", undefined, "cancellation");
        room.rest("finished");
        return ok({ room_seq: room.events.length });
      case is("POST rooms/*/gates/*"):
        return this.answer(room, fourth ?? "", asked.body);
      case is("GET rooms/*/projects/*"): {
        const whole = room.projects.find((one) => one.project.id === fourth);
        if (!whole) throw notFound("project");
        return ok(whole satisfies Calls["project"]["gives"]);
      }
      case is("PUT rooms/*/projects/*/plan"):
        return this.editPlan(room, asked.body);
      case is("GET rooms/*/projects/*/work"): {
        if (!room.work || room.work.project !== fourth) throw notFound("plan");
        return ok(room.work satisfies Calls["work"]["gives"]);
      }
      case method === "GET" && third === "projects" && fifth === "work": {
        const task = room.work?.tasks.find((one) => one.id === sixth);
        if (!task) throw notFound("plan");
        return ok({ ...task, diff: diffs[task.id] ?? "" } satisfies Calls["taskWork"]["gives"]);
      }
      case method === "DELETE" && third === "projects" && fifth === "memory":
        world.memory = world.memory.filter((one) => one.project !== fourth);
        return { status: 204 };
      case is("GET rooms/*/ideas"):
        return ok({ items: room.ideas, ...(room.chosen ? { chosen: room.chosen } : {}) } satisfies Calls["ideas"]["gives"]);
      case is("GET rooms/*/report"): {
        if (!room.report) throw notFound("report");
        if (query.get("format") === "json") return ok({ topic: room.title });
        return { status: 200, text: query.get("format") === "md" ? `# ${room.title}\n` : room.report, type: query.get("format") === "md" ? "text/markdown" : "text/html; charset=utf-8" };
      }
      case is("PUT rooms/*/channels/*"):
        room.channels.push(fourth ?? "");
        return ok({ channel: fourth ?? "" });
      case is("DELETE rooms/*/channels/*"):
        room.channels = room.channels.filter((one) => one !== fourth);
        return { status: 204 };
    }
    throw notFound("page");
  }

  private limit(query: URLSearchParams): number {
    return Math.min(50, Number(query.get("limit") ?? 50));
  }

  private page<T>(all: T[], query: URLSearchParams): { items: T[]; next?: string } {
    const from = Number(query.get("cursor") ?? 0);
    const to = from + this.limit(query);
    return { items: all.slice(from, to), ...(to < all.length ? { next: String(to) } : {}) };
  }

  private messages(room: FakeRoom, query: URLSearchParams): Calls["messages"]["gives"] {
    const limit = this.limit(query);
    const after = query.get("after");
    if (after !== null) {
      const rest = room.messages.filter((one) => one.room_seq > Number(after));
      const items = rest.slice(0, limit);
      const last = items.at(-1);
      return { items, ...between(room, Number(after), last && rest.length > limit ? last.room_seq : Infinity), ...(rest.length > limit && last ? { next: last.room_seq } : {}) };
    }
    const before = Number(query.get("before") ?? Number.MAX_SAFE_INTEGER);
    const rest = room.messages.filter((one) => one.room_seq < before);
    const items = rest.slice(-limit);
    const first = items[0];
    return { items, ...between(room, first && rest.length > limit ? first.room_seq : 0, before), ...(rest.length > limit && first ? { next: first.room_seq } : {}) };
  }

  private open(opening: Opening): Answer {
    const { world } = this;
    if (opening.ideate) {
      if (!opening.ideate.topic.trim()) throw new Refused(400, "topic_missing", "A topic is needed.", "Say what the ideas are for.");
      const room = world.add(opening.ideate.topic, "ideation", opening.demo ?? false);
      room.post(personBy(world.name), opening.ideate.topic);
      void ideate(room, opening.ideate.topic, world.pace);
      return ok({ room: room.id, continued: false }, 201);
    }
    const title = opening.title ?? "general";
    const room = world.add(title, opening.team ?? "council", opening.demo ?? false);
    room.state = "empty";
    return ok({ room: room.id, continued: false } satisfies Calls["open"]["gives"], 201);
  }

  private say(room: FakeRoom, text: string): Answer {
    if (!text.trim()) throw new Refused(400, "text_missing", "Nothing was said.");
    const command = text.startsWith("/") && !text.startsWith("/enough");
    const message = room.post(personBy(this.world.name), text, { marker: command ? "command" : "discussion" });
    if (/^\/resume\b/.test(text)) setTimeout(() => void this.world.builds.get(room.id)?.resume(), 5);
    else if (!command) setTimeout(() => void this.world.builds.get(room.id)?.hear(text, this.world.name, message.id), 5);
    return ok({ room_seq: message.room_seq, id: message.id } satisfies Calls["say"]["gives"], 201);
  }

  private answer(room: FakeRoom, id: string, body: Record<string, unknown>): Answer {
    const gate = room.gates.find((one) => one.gate === id);
    if (!gate && room.answered.has(id)) throw new Refused(409, "gate_answered", "Somebody has answered this already.");
    if (!gate) throw notFound("gate");
    if (gate.digest !== body.digest) throw new Refused(409, "gate_changed", "This is no longer what was shown.", "Look at it again.");
    const option = String(body.option ?? "");
    if (!gate.options.some((one) => one.id === option)) throw new Refused(400, "option_unknown", "There is no such option.");
    const reason = typeof body.reason === "string" && body.reason ? body.reason : undefined;
    const event = room.closeGate(gate, personBy(this.world.name), option, reason);
    setTimeout(() => void this.world.builds.get(room.id)?.answer(gate, option, reason), 5);
    return ok({ room_seq: event.room_seq } satisfies Calls["answer"]["gives"]);
  }

  // The card with the edited plan takes the place of the one that was shown.
  private editPlan(room: FakeRoom, body: Record<string, unknown>): Answer {
    const gate = room.gates.find((one) => one.type === "approval" && one.subject?.plan);
    if (!gate) throw new Refused(409, "plan_not_open", "This plan does not wait for your word.");
    if (body.revision !== gate.subject?.plan_revision) throw new Refused(409, "plan_changed", "The plan changed while you were editing.", "Read the new one, then edit that.");
    const plan = body.plan as Plan;
    const alone = plan.tasks.find((one) => !one.stages.some((stage) => stage.stageName === "CODE_REVIEW" && stage.agents.length));
    if (alone) throw new Refused(422, "plan_invalid", `Line 1: The task "${alone.id}" has no stage CODE_REVIEW.`);
    const revision = Number(body.revision) + 1;
    const event = room.append("plan.proposed", personBy(this.world.name), { plan, revision });
    room.expireGate(gate);
    room.openGate(gate.type, gate.question, gate.options.map((one) => [one.id, one.label]), { ...gate.subject, plan, plan_revision: revision });
    return ok({ room_seq: event.room_seq } satisfies Calls["editPlan"]["gives"]);
  }

  private costs(only: string | null): Costs {
    const rooms = [...this.world.rooms.values()].filter((room) => !only || room.id === only);
    const none: CostSum = { cost_microusd: 0, turns: 0, failed: 0, unpriced: 0, input: 0, cached: 0, output: 0, ms: 0 };
    const add = (a: CostSum, b: CostSum): CostSum => ({ cost_microusd: a.cost_microusd + b.cost_microusd, turns: a.turns + b.turns, failed: (a.failed ?? 0) + (b.failed ?? 0), unpriced: a.unpriced + b.unpriced, input: a.input + b.input, cached: a.cached + b.cached, output: a.output + b.output, ms: (a.ms ?? 0) + (b.ms ?? 0) });
    const lines = new Map<string, Map<string, CostSum>>();
    const put = (kind: string, name: string, sum: CostSum) => {
      const of = lines.get(kind) ?? new Map<string, CostSum>();
      lines.set(kind, of.set(name, add(of.get(name) ?? none, sum)));
    };
    let total = none;
    for (const room of rooms)
      for (const event of room.events) {
        if (event.kind !== "turn.finished") continue;
        const usage = event.body.usage as { input: number; output: number };
        const sum: CostSum = { ...none, turns: 1, cost_microusd: Number(event.body.cost_microusd), input: usage.input, output: usage.output, ms: Number(event.body.ms) };
        total = add(total, sum);
        put("day", event.at.slice(0, 10), sum);
        put("room", room.id, sum);
        put("agent", String(event.by.id), sum);
        put("model", room.demo ? "rehearsal" : "gpt-5-mini", sum);
        put("task", "discuss", sum);
      }
    const of = (kind: string) => [...(lines.get(kind) ?? [])].map(([name, sum]) => ({ name, sum }));
    return { total, day: of("day"), room: of("room"), agent: of("agent"), model: of("model"), task: of("task") };
  }
}

