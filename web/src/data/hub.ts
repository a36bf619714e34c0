// The one stream of a browser. Tabs say which rooms they want from where on; the hub keeps one connection for all of them.
// It lives in a shared worker, or in the leading tab, or in each tab: see link.ts.
import { SentReader } from "../api/sse";

export type LinkState = "connecting" | "live" | "waiting" | "signed-out";
export type ToHub = { kind: "want"; rooms: Record<string, number> } | { kind: "retry" } | { kind: "bye" };
export type FromHub =
  | { kind: "state"; state: LinkState; retryAt?: number }
  | { kind: "sent"; sent: string; data: unknown };

export interface Seat {
  take(message: ToHub): void;
}
interface Client {
  rooms: Map<string, number>;
  give(message: FromHub): void;
}
export interface Surroundings {
  fetch: typeof fetch;
  now(): number;
  later(work: () => void, ms: number): unknown;
  clear(timer: unknown): void;
  random(): number;
}

export const realSurroundings: Surroundings = {
  fetch: (...args) => fetch(...args),
  now: () => Date.now(),
  later: (work, ms) => setTimeout(work, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  random: () => Math.random(),
};

const firstWait = 500;
const longestWait = 15_000;
// A server that has shown a heartbeat and is silent for so long is gone, whatever the socket says.
const silence = 45_000;

export class StreamHub {
  private clients = new Set<Client>();
  private cursors = new Map<string, number>();
  private state: FromHub & { kind: "state" } = { kind: "state", state: "connecting" };
  private running: AbortController | undefined;
  private lastId: string | undefined;
  private tries = 0;
  private timer: unknown;
  private watch: unknown;
  private restartDue: unknown;

  constructor(private around: Surroundings = realSurroundings) {}

  join(give: (message: FromHub) => void): Seat {
    const client: Client = { rooms: new Map(), give };
    this.clients.add(client);
    give(this.state);
    return {
      take: (message) => {
        if (message.kind === "bye") this.leave(client);
        else if (message.kind === "retry") this.restart(0);
        else {
          // A page that comes back out of the browser's cache had said goodbye.
          this.clients.add(client);
          this.want(client, message.rooms);
        }
      },
    };
  }

  private leave(client: Client): void {
    this.clients.delete(client);
    if (this.clients.size) return;
    this.running?.abort();
    this.running = undefined;
    this.around.clear(this.timer);
    this.around.clear(this.watch);
  }

  private want(client: Client, rooms: Record<string, number>): void {
    const former = client.rooms;
    client.rooms = new Map(Object.entries(rooms));
    // A tab that comes to a room needs what is being said there right now, which only a new connection tells.
    const more = [...client.rooms].some(([room, seq]) => !former.has(room) || seq < (this.cursors.get(room) ?? -1));
    if (more || !this.running) this.restart(20);
  }

  // Many tabs that speak up at once make one new connection.
  private restart(ms: number): void {
    this.around.clear(this.restartDue);
    this.restartDue = this.around.later(() => {
      this.tries = 0;
      this.lastId = undefined;
      void this.connect();
    }, ms);
  }

  private address(): string {
    this.cursors.clear();
    for (const client of this.clients)
      for (const [room, seq] of client.rooms) this.cursors.set(room, Math.min(seq, this.cursors.get(room) ?? seq));
    const query = new URLSearchParams({ all: "true" });
    for (const [room, seq] of this.cursors) query.append("room", `${room}:${seq}`);
    return `/api/stream?${query}`;
  }

  private async connect(): Promise<void> {
    this.running?.abort();
    this.around.clear(this.timer);
    if (!this.clients.size) return;
    const running = new AbortController();
    this.running = running;
    if (this.state.state !== "live") this.tell({ kind: "state", state: "connecting" });
    try {
      const response = await this.around.fetch(this.address(), {
        headers: { accept: "text/event-stream", ...(this.lastId ? { "last-event-id": this.lastId } : {}) },
        signal: running.signal,
        cache: "no-store",
        credentials: "same-origin",
      });
      if (response.status === 401) return this.tell({ kind: "state", state: "signed-out" });
      if (response.ok && response.body) await this.read(response.body, running);
    } catch {
      // Cut, refused or stopped by us: what follows is the same.
    }
    if (this.running === running) this.retry();
  }

  private async read(body: ReadableStream<Uint8Array>, running: AbortController): Promise<void> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const events = new SentReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.running !== running) return;
      for (const one of events.push(decoder.decode(value, { stream: true }))) {
        if (one.id !== undefined) this.lastId = one.id;
        this.hear(one.kind, JSON.parse(one.data));
      }
      this.around.clear(this.watch);
      if (events.comments) this.watch = this.around.later(() => running.abort(), silence);
    }
  }

  private hear(sent: string, data: unknown): void {
    if (sent === "hello") {
      this.tries = 0;
      this.tell({ kind: "state", state: "live" });
    }
    const room = typeof data === "object" && data !== null && "room" in data ? String(data.room) : undefined;
    const seq = sent === "event" ? Number((data as { room_seq: number }).room_seq) : undefined;
    for (const client of this.clients) {
      if (sent !== "news" && room !== undefined) {
        const cursor = client.rooms.get(room);
        if (cursor === undefined || (seq !== undefined && seq <= cursor)) continue;
        if (seq !== undefined) client.rooms.set(room, seq);
      }
      client.give({ kind: "sent", sent, data });
    }
    if (room !== undefined && seq !== undefined) this.cursors.set(room, seq);
  }

  private retry(): void {
    this.around.clear(this.watch);
    const ms = Math.min(longestWait, firstWait * 2 ** this.tries) * (0.75 + this.around.random() / 2);
    this.tries += 1;
    this.tell({ kind: "state", state: "waiting", retryAt: this.around.now() + ms });
    this.timer = this.around.later(() => void this.connect(), ms);
  }

  private tell(state: FromHub & { kind: "state" }): void {
    this.state = state;
    for (const client of this.clients) client.give(state);
  }
}
