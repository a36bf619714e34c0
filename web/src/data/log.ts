// What is known of a room's talk: messages, growing words, closed gates and troubles, out of pages and out of the stream.
// Pure: no requests, no clock but the one that is handed in.
import type { ClosedGate as ToldGate, Event, Gate, Message, Trouble as ToldTrouble, UnseenFile } from "../api/types.gen";
import { isForMachines } from "../text/shown";

export interface Growing {
  turn: string;
  agent: string;
  attempt: number;
  bytes: number;
  text: string;
  task?: string;
  done?: boolean;
  wait?: string;
}
export interface ClosedGate {
  gate: string;
  seq: number;
  at: string;
  question: string;
  answer: string;
  by: string;
  reason?: string;
  type: string;
}
export interface Trouble {
  seq: number;
  at: string;
  agent?: string;
  // Something failed, or it may soon.
  level: "failed" | "warned";
  code: string;
  message: string;
  cause?: string;
  cure?: string;
}
interface Opened {
  question: string;
  type: string;
  labels: Map<string, string>;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const encoder = new TextEncoder();
export const bytesOf = (value: string): number => encoder.encode(value).length;

// The first so many bytes of a text, never half a letter.
export function firstBytes(value: string, bytes: number): string {
  if (bytes <= 0) return "";
  return new TextDecoder().decode(encoder.encode(value).slice(0, bytes)).replace(/\uFFFD+$/, "");
}

interface Look {
  tool: string;
  what: string;
  failed?: boolean;
}

function lookWords({ tool, what }: Look): string {
  if (tool === "list_files") return what ? `${what}/` : "the folder";
  if (tool === "search_text") return `"${what}"`;
  if (tool === "git_diff") return what ? `the changes of ${what}` : "the changes";
  if (tool === "git_log") return what ? `the commits of ${what}` : "the commits";
  return what;
}

// What an agent saw of the folder in a turn, each thing once: "src/a.cc, lib/ and 3 more".
export function lookedWords(body: Record<string, unknown>): string {
  const looks = Array.isArray(body.looked) ? (body.looked as Look[]) : [];
  const named = [...new Set(looks.filter((one) => !one.failed).map(lookWords))];
  const most = 6;
  return named.slice(0, most).join(", ") + (named.length > most ? ` and ${named.length - most} more` : "");
}

function unseenOf(body: Record<string, unknown>): UnseenFile[] {
  const files = Array.isArray(body.files) ? (body.files as Record<string, unknown>[]) : [];
  return files.filter((one) => text(one.why)).map((one) => ({ path: text(one.path), why: text(one.why) }));
}

export function messageOf(event: Event): Message {
  const body = event.body;
  const by = text(event.by.kind);
  const unseen = unseenOf(body);
  return {
    id: text(body.id),
    room_seq: event.room_seq,
    at: event.at,
    from: text(body.from),
    by: by === "person" || by === "agent" ? by : "system",
    to: text(body.to),
    kind: text(body.kind),
    marker: body.marker === "command" || body.marker === "confirmation" ? body.marker : "discussion",
    text: text(body.text),
    ...(body.more === true ? { more: true } : {}),
    ...(event.project ? { project: event.project } : {}),
    ...(body.phase ? { phase: text(body.phase) } : {}),
    ...(body.channel ? { channel: text(body.channel) } : {}),
    ...(body.interrupted === true ? { interrupted: true } : {}),
    ...(body.cut === true ? { cut: true } : {}),
    ...(body.rehearsal === true ? { rehearsal: true } : {}),
    ...(unseen.length ? { unseen } : {}),
  };
}

// m-abc is what became of turn t-abc.
export const turnOf = (message: string): string => message.replace(/^m-/, "t-");

export class RoomLog {
  messages: Message[] = [];
  growing = new Map<string, Growing>();
  closed: ClosedGate[] = [];
  troubles: Trouble[] = [];
  private ids = new Set<string>();
  private opened = new Map<string, Opened>();
  // By agent, until its next message says what came of it.
  private looked = new Map<string, string>();

  // Pages come oldest first, and may overlap with what the stream has told already.
  addPage(page: Message[], closed: ToldGate[] = [], troubles: ToldTrouble[] = []): boolean {
    for (const { label, room_seq, ...gate } of closed) this.addClosed({ ...gate, seq: room_seq, answer: label });
    for (const { room_seq, ...trouble } of troubles) this.putTrouble({ ...trouble, seq: room_seq, level: "failed" });
    const fresh = page.filter((one) => !this.ids.has(one.id));
    for (const one of fresh) this.ids.add(one.id);
    if (!fresh.length) return false;
    // Most pages lie wholly before what is here.
    const before = (fresh.at(-1)?.room_seq ?? 0) < (this.messages[0]?.room_seq ?? Infinity);
    this.messages = before ? [...fresh, ...this.messages] : [...this.messages, ...fresh].sort((a, b) => a.room_seq - b.room_seq);
    return true;
  }

  has(message: string): boolean {
    return this.ids.has(message);
  }

  replace(message: Message): void {
    this.messages = this.messages.map((one) => (one.id === message.id ? { ...one, ...message } : one));
  }

  private withLooks(message: Message): Message {
    const looked = message.by === "agent" ? this.looked.get(message.from) : undefined;
    if (!looked) return message;
    this.looked.delete(message.from);
    return { ...message, looked };
  }

  private addMessage(message: Message): void {
    const turn = turnOf(message.id);
    if (this.growing.has(turn)) this.growing.delete(turn);
    else for (const one of this.growing.values()) if (one.done && one.agent === message.from) this.growing.delete(one.turn);
    if (this.ids.has(message.id)) return;
    this.ids.add(message.id);
    const last = this.messages.at(-1);
    if (!last || last.room_seq < message.room_seq) this.messages = [...this.messages, message];
    else this.messages = [...this.messages, message].sort((a, b) => a.room_seq - b.room_seq);
  }

  // True: the snapshot of the room is no longer what it was.
  apply(event: Event): boolean {
    const body = event.body;
    switch (event.kind) {
      case "message.posted":
        this.addMessage(this.withLooks(messageOf(event)));
        return false;
      case "turn.started":
        this.growing.set(text(body.turn), { turn: text(body.turn), agent: text(body.agent), attempt: 1, bytes: 0, text: "", task: text(body.task) });
        return true;
      case "turn.finished": {
        const looked = lookedWords(body);
        if (looked) this.looked.set(text(event.by.id), looked);
        const one = this.growing.get(text(body.turn));
        // Words for people stay until their message is here; what only the program reads has been read.
        if (one && one.text && !isForMachines(one.text)) this.growing.set(one.turn, { ...one, done: true, wait: undefined });
        else this.growing.delete(text(body.turn));
        return true;
      }
      case "turn.failed": {
        this.growing.delete(text(body.turn));
        if (body.missed !== true && body.held !== true) this.addTrouble(event, (body.error ?? {}) as Record<string, unknown>, text(event.by.id));
        return true;
      }
      case "warning":
        this.addTrouble(event, body, undefined, "warned");
        return true;
      case "flow.paused":
        this.addTrouble(event, { code: body.why, message: text(body.detail) || "The work is paused.", cure: body.cure });
        return true;
      case "gate.opened": {
        const labels = Array.isArray(body.options) ? (body.options as string[]) : [];
        const ids = Array.isArray(body.option_ids) ? (body.option_ids as string[]) : labels.map((one) => one.toLowerCase().replace(/[^a-z0-9]/g, "-"));
        this.opened.set(text(body.gate), { question: text(body.question), type: text(body.type), labels: new Map(ids.map((id, i) => [id, labels[i] ?? id])) });
        return true;
      }
      case "gate.answered":
        this.close(event);
        return true;
      // The work on a plan has a board of its own.
      case "tool.called":
      case "tool.finished":
      case "tool.refused":
      case "session.said":
      case "session.noted":
      case "lane.changed":
      case "check.finished":
      case "review.recorded":
      case "effect.scheduled":
      case "effect.started":
      case "effect.finished":
      case "effect.progress":
        return false;
      default:
        return true;
    }
  }

  private addTrouble(event: Event, told: Record<string, unknown>, agent?: string, level: Trouble["level"] = "failed"): void {
    const { code, message, cause, cure } = told;
    this.putTrouble({ seq: event.room_seq, at: event.at, level, code: text(code), message: text(message), ...(agent ? { agent } : {}), ...(cause ? { cause: text(cause) } : {}), ...(cure ? { cure: text(cure) } : {}) });
  }

  private putTrouble(trouble: Trouble): void {
    if (this.troubles.some((one) => one.seq === trouble.seq)) return;
    this.troubles = [...this.troubles, trouble].sort((a, b) => a.seq - b.seq);
  }

  private addClosed(gate: ClosedGate): void {
    if (this.closed.some((one) => one.gate === gate.gate)) return;
    this.closed = [...this.closed, gate].sort((a, b) => a.seq - b.seq);
  }

  // A gate that was open when the page came: its answer will name an id alone.
  know(gate: Gate): void {
    this.opened.set(gate.gate, { question: gate.question, type: gate.type, labels: new Map(gate.options.map((one) => [one.id, one.label])) });
  }

  private close(event: Event): void {
    const gate = text(event.body.gate);
    const opened = this.opened.get(gate);
    const answer = text(event.body.answer);
    const reason = text(event.body.reason);
    this.addClosed({ gate, seq: event.room_seq, at: event.at, question: opened?.question ?? "", type: opened?.type ?? "", answer: opened?.labels.get(answer) ?? answer.replaceAll("-", " "), by: text(event.by.id), ...(reason ? { reason } : {}) });
  }

  words(told: { turn: string; agent?: string; attempt: number; offset: number; text: string }): void {
    const former = this.growing.get(told.turn);
    if (former?.done || this.ids.has(told.turn.replace(/^t-/, "m-"))) return;
    const same = former && former.attempt === told.attempt ? former : undefined;
    if (former && told.attempt < former.attempt) return;
    // Whoever comes late is told all so far, with offset 0.
    const before = same ? (told.offset < same.bytes ? firstBytes(same.text, told.offset) : same.text) : "";
    const next = before + told.text;
    if (same && told.offset < same.bytes && bytesOf(next) < same.bytes) return;
    this.growing.set(told.turn, { turn: told.turn, agent: told.agent ?? former?.agent ?? "", attempt: told.attempt, bytes: told.offset + bytesOf(told.text), text: next, ...(former?.task ? { task: former.task } : {}) });
  }

  wait(told: { turn: string; agent: string; text: string }): void {
    const former = this.growing.get(told.turn) ?? { turn: told.turn, agent: told.agent, attempt: 1, bytes: 0, text: "" };
    this.growing.set(told.turn, { ...former, wait: told.text || undefined });
  }

  // Nothing goes on any more: words without a message are of a turn that is over.
  rest(): void {
    this.growing.clear();
  }
}
