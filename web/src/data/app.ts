// What is known across rooms: who is signed in, all rooms, all that waits, and the state of the stream.
import { all, api, asProblem, freshKey, ProblemError } from "../api/client";
import type { Event, Gate, Opening, Problem, RoomSummary, Session } from "../api/types.gen";
import type { FromHub, LinkState } from "./hub";
import { keep, kept } from "./kept";
import { type Link, openLink } from "./link";
import { Model } from "./model";
import { RoomModel } from "./room";
import { type Waiting, waitingOf, wantedIn } from "./waiting";

export class AppModel extends Model {
  session: Session | undefined;
  signedOut = false;
  problem: Problem | undefined;
  rooms: RoomSummary[] | undefined;
  gates: Gate[] = [];
  link: { state: LinkState; retryAt?: number } = { state: "connecting" };
  // Whether the stream has been there before: only then is its absence worth a line.
  wasLive = false;
  private wants = new Map<string, string | undefined>();
  private wantsOf = new Map<string, number>();
  private open = new Map<string, RoomModel>();
  private stream: Link | undefined;
  private beginning: { wish: string; key: string } | undefined;
  private listDue: ReturnType<typeof setTimeout> | undefined;
  private seen = kept<Record<string, number>>("seen", {});

  async start(): Promise<void> {
    try {
      // All at once: none of them needs another one's answer.
      const lists = this.loadLists();
      this.session = await api.session();
      this.signedOut = false;
      this.problem = undefined;
      this.changed();
      await lists;
      this.connect();
    } catch (error) {
      this.fail(error);
      if (!this.signedOut && !this.session) setTimeout(() => void this.start(), 3000);
    }
  }

  private fail(error: unknown): void {
    if (error instanceof ProblemError && error.signedOut) this.signedOut = true;
    else this.problem = asProblem(error);
    this.changed();
  }

  async loadLists(): Promise<void> {
    try {
      const [rooms, gates] = await Promise.all([all((cursor) => api.rooms({ cursor })), all((cursor) => api.gates({ cursor }))]);
      this.rooms = rooms;
      this.gates = gates;
      this.problem = undefined;
      this.changed();
      void this.loadWants();
    } catch (error) {
      this.fail(error);
    }
  }

  // A list of rooms does not say what a room without a gate waits for: each is asked once, until something happens in it.
  private async loadWants(): Promise<void> {
    const asked = (this.rooms ?? []).filter((one) => one.state === "waiting" && this.wantsOf.get(one.id) !== one.events && !this.gates.some((gate) => gate.room === one.id)).slice(0, 30);
    await Promise.all(
      asked.map(async (one) => {
        try {
          this.wants.set(one.id, wantedIn(await api.room(one.id)));
          this.wantsOf.set(one.id, one.events);
        } catch {
          // It is asked again with the next list.
        }
      }),
    );
    if (asked.length) this.changed();
  }

  get waiting(): Waiting[] {
    return waitingOf(this.rooms ?? [], this.gates, this.wants);
  }

  private listsSoon(): void {
    if (this.listDue) return;
    this.listDue = setTimeout(() => {
      this.listDue = undefined;
      void this.loadLists();
    }, 400);
  }

  private connect(): void {
    if (this.stream) return;
    this.stream = openLink((message) => this.take(message));
    this.stream.onRenewed = () => this.want();
    this.want();
    const now = () => this.link.state === "waiting" && this.retry();
    addEventListener("online", now);
    addEventListener("pageshow", (event) => (event as PageTransitionEvent).persisted && this.want());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && now());
  }

  retry(): void {
    this.stream?.take({ kind: "retry" });
  }

  private want(): void {
    const rooms: Record<string, number> = {};
    for (const room of this.open.values()) if (room.status === "ready") rooms[room.id] = room.cursor;
    this.stream?.take({ kind: "want", rooms });
  }

  private take(message: FromHub): void {
    if (message.kind === "state") {
      const back = message.state === "live" && this.link.state !== "live";
      this.link = message;
      if (message.state === "signed-out") void this.start();
      if (back) {
        if (this.wasLive) this.listsSoon();
        for (const room of this.open.values()) {
          if (room.status === "error") void room.load();
          else if (this.wasLive) room.reconnected();
        }
        this.wasLive = true;
      }
      return this.changed();
    }
    this.hear(message.sent, message.data as Record<string, unknown>);
  }

  private hear(sent: string, data: Record<string, unknown>): void {
    const room = this.open.get(String(data.room));
    switch (sent) {
      case "hello":
        // Another store: nothing that is known here is true of it.
        if (this.session && data.epoch !== this.session.epoch) {
          this.session = { ...this.session, epoch: String(data.epoch) };
          void this.start();
          for (const one of this.open.values()) void one.load();
        }
        return;
      case "event":
        return room?.hear(data as unknown as Event);
      case "words":
        return room?.words(data as unknown as Parameters<RoomModel["words"]>[0]);
      case "wait":
        return room?.wait(data as unknown as Parameters<RoomModel["wait"]>[0]);
      case "rest":
        return room?.rest();
      case "news": {
        const summary = this.rooms?.find((one) => one.id === data.room);
        if (summary) {
          summary.events = Math.max(summary.events, Number(data.room_seq));
          this.changed();
        }
        return this.listsSoon();
      }
    }
  }

  roomOf(id: string): RoomModel {
    let room = this.open.get(id);
    if (!room) {
      room = new RoomModel(id, () => this.session?.name ?? "", () => this.want());
      this.open.set(id, room);
      // A handful of rooms stays warm, so that going back is at once.
      for (const old of this.open.keys()) if (this.open.size > 6 && old !== id) this.open.delete(old);
    }
    return room;
  }

  // The same wish has the same key, until it has come true: trying again opens no second room.
  async begin(opening: Opening): Promise<string> {
    const wish = JSON.stringify(opening);
    if (this.beginning?.wish !== wish) this.beginning = { wish, key: freshKey() };
    const opened = await api.open(opening, this.beginning.key);
    this.beginning = undefined;
    await this.loadLists();
    return opened.room;
  }

  isUnread(room: RoomSummary): boolean {
    const seen = this.seen[room.id];
    return seen !== undefined && room.events > seen;
  }

  sawRoom(id: string, seq: number): void {
    if ((this.seen[id] ?? -1) >= seq) return;
    this.seen = { ...this.seen, [id]: seq };
    keep("seen", this.seen);
    this.changed();
  }
}

export const app = new AppModel();
