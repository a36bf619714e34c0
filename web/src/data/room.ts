// A room that somebody looks at: its snapshot, its talk, what is being sent. Fed by the stream, read by the page.
import { api, asProblem, freshKey, ProblemError } from "../api/client";
import type { Event, Gate, Problem, ProjectWhole, Room } from "../api/types.gen";
import { agentName } from "../text/agents";
import { DoingNow } from "./doing";
import { keep, kept } from "./kept";
import { RoomLog } from "./log";
import { Model } from "./model";
import { Outbox, type Pending } from "./outbox";
import { type Row, rowsOf } from "./timeline";

const pageSize = 50;
// Behind this many messages the page loads anew from the end instead of all that was missed.
const farBehind = 2000;

// A card without a name of its own has its id for one: people read names.
function named(room: Room): Room {
  return { ...room, agents: room.agents.map((one) => (one.name === one.id ? { ...one, name: agentName(one.id) } : one)) };
}

export class RoomModel extends Model {
  status: "loading" | "ready" | "error" = "loading";
  problem: Problem | undefined;
  room: Room | undefined;
  log = new RoomLog();
  older: "more" | "loading" | "none" = "none";
  // The newest event that is known here: from where on the stream is wanted.
  cursor = 0;
  outbox: Outbox;
  // What this page has just answered, before the stream confirms it.
  answering = new Map<string, { option: string; label: string; problem?: Problem }>();
  projects = new Map<string, ProjectWhole>();
  doing = new DoingNow();
  resting = true;
  // When something was last heard of who is at work.
  heardAt = Date.now();
  // Grows with everything that may change ideas, briefs and costs.
  revision = 0;
  private before: number | undefined;
  private refreshDue: ReturnType<typeof setTimeout> | undefined;
  private rows: { version: number; rows: Row[] } | undefined;

  constructor(
    readonly id: string,
    private name: () => string,
    private want: () => void,
  ) {
    super();
    this.outbox = new Outbox(id);
    void this.load();
  }

  async load(): Promise<void> {
    this.status = this.room ? this.status : "loading";
    this.changed();
    try {
      const [room, page] = await Promise.all([api.room(this.id), api.messages(this.id, { limit: pageSize })]);
      this.room = named(room);
      this.log = new RoomLog();
      this.doing.forget();
      for (const gate of room.gates) this.log.know(gate);
      this.log.addPage(page.items, page.closed, page.troubles);
      this.older = page.next === undefined ? "none" : "more";
      this.before = page.next;
      this.cursor = room.head;
      this.resting = room.state !== "working";
      this.status = "ready";
      this.problem = undefined;
      for (const one of page.items) this.outbox.heard(one, this.name());
      this.want();
      this.changed();
      void this.loadProject();
      for (const one of this.outbox.items) if (one.state === "waiting") void this.send(one);
    } catch (error) {
      this.problem = asProblem(error);
      this.status = this.room ? "ready" : "error";
      this.changed();
    }
  }

  async loadOlder(quietly = false): Promise<void> {
    if (this.older !== "more") return;
    this.older = "loading";
    if (!quietly) this.changed();
    try {
      const page = await api.messages(this.id, { before: this.before, limit: pageSize });
      this.log.addPage(page.items, page.closed, page.troubles);
      this.before = page.next;
      this.older = page.next === undefined ? "none" : "more";
    } catch {
      this.older = "more";
    }
    if (!quietly) this.changed();
  }

  // Somebody came by a link to one message: all from there on is loaded, and shown once it is there.
  async loadUntil(message: string): Promise<boolean> {
    for (let i = 0; i < 400 && this.older === "more" && !this.log.has(message); i += 1) await this.loadOlder(true);
    this.changed();
    return this.log.has(message);
  }

  async loadWhole(message: string): Promise<void> {
    try {
      this.log.replace({ ...(await api.message(this.id, message)), more: false });
      this.changed();
    } catch {
      // The button stays, and can be pressed again.
    }
  }

  private async loadProject(): Promise<void> {
    const project = this.room?.project?.id ?? this.room?.projects.at(-1)?.id;
    if (project) await this.loadProjectOf(project);
  }

  async loadProjectOf(project: string): Promise<void> {
    try {
      this.projects.set(project, await api.project(this.id, project));
      this.changed();
    } catch {
      // The pane says that there is nothing yet.
    }
  }

  hear(event: Event): void {
    if (event.room_seq <= this.cursor && this.log.messages.length) return;
    if (event.room_seq - this.cursor > farBehind) return void this.load();
    this.cursor = Math.max(this.cursor, event.room_seq);
    this.heardAt = Date.now();
    const stale = this.log.apply(event);
    this.doing.apply(event);
    if (event.kind === "message.posted") {
      const message = this.log.messages.at(-1);
      if (message) this.outbox.heard(message, this.name());
    }
    if (event.kind === "gate.answered" || event.kind === "gate.expired") {
      const gate = String(event.body.gate);
      this.answering.delete(gate);
      if (this.room) this.room = { ...this.room, gates: this.room.gates.filter((one) => one.gate !== gate) };
    }
    if (event.kind === "turn.started") this.resting = false;
    if (stale) this.refresh();
    this.changed();
  }

  words(told: { turn: string; agent?: string; attempt: number; offset: number; text: string }): void {
    this.resting = false;
    this.heardAt = Date.now();
    this.log.words(told);
    this.changed();
  }

  wait(told: { turn: string; agent: string; text: string }): void {
    this.heardAt = Date.now();
    this.log.wait(told);
    this.changed();
  }

  rest(): void {
    this.resting = true;
    this.log.rest();
    this.refresh();
    this.changed();
  }

  // Many events in a row ask for the snapshot once.
  refresh(): void {
    if (this.refreshDue) return;
    this.refreshDue = setTimeout(() => void this.fetchSnapshot(), 180);
  }

  private async fetchSnapshot(): Promise<void> {
    this.refreshDue = undefined;
    try {
      const room = await api.room(this.id);
      this.resting = room.state !== "working" && !this.log.growing.size;
      if (room.head >= (this.room?.head ?? 0)) this.room = named(room);
      for (const gate of room.gates) this.log.know(gate);
      this.revision += 1;
      this.changed();
      void this.loadProject();
    } catch {
      // The next event, or the next connection, tries again.
    }
  }

  say(text: string): void {
    const pending: Pending = { key: freshKey(), text, at: new Date().toISOString(), state: "sending" };
    this.outbox.add(pending);
    this.changed();
    void this.send(pending);
  }

  private async send(pending: Pending): Promise<void> {
    this.outbox.change(pending.key, { state: "sending" });
    try {
      const committed = await api.say(this.id, pending.text, pending.key);
      if (this.log.messages.some((one) => one.id === committed.id)) this.outbox.remove(pending.key);
      else this.outbox.change(pending.key, { id: committed.id });
    } catch (error) {
      const offline = error instanceof ProblemError && error.offline;
      this.outbox.change(pending.key, { state: offline ? "waiting" : "failed", problem: asProblem(error) });
    }
    this.changed();
  }

  // The connection is there again: what could not be sent goes out under its own key, so that nothing is said twice.
  // What was being said is told again from its beginning; what is not was lost with the server.
  reconnected(): void {
    this.log.rest();
    this.heardAt = Date.now();
    for (const one of this.outbox.items) if (one.state === "waiting") void this.send(one);
    this.refresh();
  }

  retry(pending: Pending): void {
    void this.send(pending);
    this.changed();
  }

  discard(pending: Pending): void {
    this.outbox.remove(pending.key);
    this.changed();
  }

  async answer(gate: Gate, option: string, reason?: string): Promise<void> {
    const label = gate.options.find((one) => one.id === option)?.label ?? option;
    this.answering.set(gate.gate, { option, label });
    this.changed();
    try {
      await api.answer(this.id, gate.gate, { option, digest: gate.digest, ...(reason ? { reason } : {}) });
    } catch (error) {
      this.answering.set(gate.gate, { option, label, problem: asProblem(error) });
      this.refresh();
    }
    this.changed();
  }

  forgetAnswer(gate: string): void {
    this.answering.delete(gate);
    this.changed();
  }

  get draft(): string {
    return kept(`draft:${this.id}`, "");
  }
  set draft(text: string) {
    keep(`draft:${this.id}`, text);
  }

  timeline(): Row[] {
    if (this.rows?.version !== this.version) {
      const hidden = new Set((this.room?.questions ?? []).flatMap((one) => (one.message && !one.end ? [one.message] : [])));
      this.rows = { version: this.version, rows: rowsOf(this.log, { pending: this.outbox.items, hidden, asked: hidden.size > 0 || (this.room?.gates.length ?? 0) > 0 }) };
    }
    return this.rows.rows;
  }
}
