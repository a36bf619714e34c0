// One room of the fake server: its events and what follows from them. Like the real one, all that is told is in the events.
import type { Agent, BriefRevision, Chosen, ClosedGate, Event, Gate, Idea, Message, Problem, Project, ProjectWhole, Question, Room, RoomProblem, RoomSummary, Trouble, Work } from "../src/api/types.gen";
import { cards } from "./cards";

export type By = { kind: "person" | "agent" | "system"; id: string };
export const system: By = { kind: "system", id: "folkmoot" };
export const agentBy = (id: string): By => ({ kind: "agent", id });
export const personBy = (id: string): By => ({ kind: "person", id });

export interface Live {
  event(event: Event): void;
  preview(kind: "words" | "wait" | "rest", data: Record<string, unknown>): void;
}

let counter = 0;
const letters = "abcdefghkmnpqrstuvwxyz23456789";
export function freshId(prefix: string): string {
  counter += 1;
  let rest = (counter * 2654435761) >>> 0;
  let text = "";
  for (let i = 0; i < 10; i += 1) {
    text += letters[rest % letters.length];
    rest = (Math.imul(rest, 1664525) + 1013904223) >>> 0;
  }
  return `${prefix}-${text}`;
}

type History = ProjectWhole["history"][number];
export interface FakeProject {
  project: Project;
  questions: Question[];
  briefs: BriefRevision[];
  votes: ProjectWhole["votes"];
  history: History[];
}
export interface SayOptions {
  kind?: string;
  marker?: Message["marker"];
  to?: string;
  phase?: string;
  id?: string;
  interrupted?: boolean;
  channel?: string;
  rehearsal?: boolean;
}

export class FakeRoom {
  events: Event[] = [];
  messages: Message[] = [];
  agents: Agent[] = [];
  gates: Gate[] = [];
  answered = new Map<string, string>();
  closed: ClosedGate[] = [];
  troubles: Trouble[] = [];
  projects: FakeProject[] = [];
  ideas: Idea[] = [];
  chosen: Chosen | undefined;
  report: string | undefined;
  state: RoomSummary["state"] = "waiting";
  due: string | undefined;
  problem: RoomProblem | undefined;
  channels: string[] = [];
  // The plan that is built, and how far it is.
  work: Work | undefined;
  // What has been said in turns that still go on, for those who come late.
  speaking = new Map<string, { agent: string; text: string }>();
  stop = new AbortController();
  clock: number | undefined;

  constructor(
    readonly id: string,
    readonly title: string,
    readonly folder: string,
    readonly team: string,
    readonly demo: boolean,
    agents: string[],
    private live: Live,
  ) {
    this.agents = agents.map((agent) => ({ id: agent, name: cards[agent]?.name ?? agent, what: cards[agent]?.what ?? "", state: "quiet", tokens: 0, cost_microusd: 0, model: demo ? "rehearsal" : "gpt-5-mini" }));
  }

  at(): string {
    if (this.clock === undefined) return new Date().toISOString();
    this.clock += 7000;
    return new Date(this.clock).toISOString();
  }

  active(): FakeProject | undefined {
    return this.projects.find((one) => one.project.active);
  }

  append(kind: string, by: By, body: Record<string, unknown>): Event {
    const project = this.active()?.project.id;
    const event: Event = { v: 1, seq: this.events.length + 1000, room: this.id, room_seq: this.events.length + 1, at: this.at(), kind, by, body, ...(project ? { project } : {}) };
    this.events.push(event);
    this.live.event(event);
    return event;
  }

  post(by: By, text: string, options: SayOptions = {}): Message {
    const body = {
      from: by.id,
      id: options.id ?? freshId("m"),
      kind: options.kind ?? (by.kind === "person" ? "user" : by.kind === "system" ? "system" : "discussion"),
      marker: options.marker ?? (by.kind === "system" ? "confirmation" : "discussion"),
      text,
      to: options.to ?? "team",
      ...(options.phase ? { phase: options.phase } : {}),
      ...(options.interrupted ? { interrupted: true } : {}),
      ...(options.channel ? { channel: options.channel } : {}),
      ...(this.demo && by.kind === "agent" ? { rehearsal: true } : {}),
    } as const;
    // The message is there before the event tells of it: whoever hears the event may ask for it.
    const message: Message = { ...body, by: by.kind, room_seq: this.events.length + 1, at: "", ...(this.active() ? { project: this.active()?.project.id } : {}) };
    this.messages.push(message);
    message.at = this.append("message.posted", by, body).at;
    return message;
  }

  openGate(type: string, question: string, options: [string, string][], subject: Record<string, unknown> = {}): Gate {
    const project = this.active()?.project.id;
    const gate: Gate = { room: this.id, room_title: this.title, gate: freshId("g"), type, question, digest: freshId("d"), options: options.map(([id, label]) => ({ id, label })), at: "", subject, ...(project ? { project } : {}) };
    this.gates.push(gate);
    const event = this.append("gate.opened", system, { gate: gate.gate, type, question, digest: gate.digest, options: gate.options.map((one) => one.label), option_ids: gate.options.map((one) => one.id), subject });
    gate.at = event.at;
    this.state = "waiting";
    return gate;
  }

  closeGate(gate: Gate, by: By, answer: string, reason?: string): Event {
    this.gates = this.gates.filter((one) => one !== gate);
    this.answered.set(gate.gate, answer);
    const event = this.append("gate.answered", by, { gate: gate.gate, digest: gate.digest, answer, ...(reason ? { reason } : {}) });
    const label = gate.options.find((one) => one.id === answer)?.label ?? answer;
    this.closed.push({ gate: gate.gate, room_seq: event.room_seq, at: event.at, type: gate.type, question: gate.question, label, by: by.id, ...(reason ? { reason } : {}) });
    return event;
  }

  expireGate(gate: Gate): void {
    this.gates = this.gates.filter((one) => one !== gate);
    this.append("gate.expired", system, { gate: gate.gate });
  }

  fail(agent: string, told: { code: string; message: string; cause: string; cure: string }): void {
    const event = this.append("turn.failed", agentBy(agent), { turn: freshId("t"), error: told });
    this.troubles.push({ room_seq: event.room_seq, at: event.at, agent, ...told });
  }

  beginProject(title: string, goal: string, agents: string[]): FakeProject {
    for (const other of this.projects) other.project.active = false;
    const project: Project = { id: freshId("p"), title, goal, phase: "idle", active: true, agents, waits: "nothing", iteration: 1, last_activity: this.at() };
    const whole: FakeProject = { project, questions: [], briefs: [], votes: [], history: [] };
    this.projects.push(whole);
    this.append("project.created", system, { project: project.id, goal, agents });
    return whole;
  }

  toPhase(to: Project["phase"], why: string, line: string, agents?: string[], ending?: Project["ending"]): void {
    const whole = this.active();
    if (!whole) return;
    const now = this.at();
    const last = whole.history.at(-1);
    if (last && !last.ended) {
      last.ended = now;
      last.ms = Date.parse(now) - Date.parse(last.began);
    }
    whole.history.push({ phase: to, why, began: now, ms: 0, iteration: whole.project.iteration ?? 1 });
    const from = whole.project.phase;
    whole.project.phase = to;
    whole.project.last_activity = now;
    if (agents) whole.project.agents = agents;
    if (ending) {
      whole.project.ending = ending;
      whole.project.active = false;
    }
    this.append("phase.changed", system, { project: whole.project.id, from, to, why, ...(agents ? { agents } : {}), ...(ending ? { completion: ending } : {}) });
    if (line) this.post(system, line, { phase: to });
  }

  ask(agent: string, text: string, fallback: string): void {
    const whole = this.active();
    if (!whole) return;
    const number = whole.questions.length + 1;
    const message = this.post(agentBy(agent), `**${number}.** ${text}\n\nIf you leave it open: ${fallback}`, { kind: "question", to: "person" });
    const question: Question = { id: freshId("q"), number, agent, text, fallback, message: message.id, asked_at: message.at };
    whole.questions.push(question);
    this.append("question.asked", agentBy(agent), { question: question.id, agent, text, fallback, type: "clarification", wave: 1, message: message.id });
  }

  answerQuestion(number: number, text: string, how: "answered" | "you_decide" | "dropped", by: By, message: string): void {
    const question = this.active()?.questions.find((one) => one.number === number);
    if (!question) return;
    Object.assign(question, { end: how, answer: text, answer_by: by.id, answer_message: message });
    this.append("question.answered", by, { question: question.id, text, how, message });
  }

  propose(by: string, brief: Record<string, unknown>, markdown: string, changes: BriefRevision["changes"], shown: string): void {
    const whole = this.active();
    if (!whole) return;
    const revision = whole.briefs.length + 1;
    const message = this.post(agentBy(by), shown, { kind: "brief" });
    whole.briefs.push({ revision, by, origin: "leader", at: message.at, message: message.id, markdown, brief, changes });
    whole.project.brief_revision = revision;
    whole.project.title = String(brief.title ?? whole.project.title);
    this.append("brief.proposed", agentBy(by), { brief, revision, message: message.id });
  }

  // Says something word by word. False: it was stopped.
  async speak(agent: string, task: string, doing: string, text: string, pace: number, options: SayOptions = {}): Promise<boolean> {
    const turn = freshId("t");
    const one = this.agents.find((other) => other.id === agent);
    this.append("turn.started", agentBy(agent), { turn, agent, task, model: this.demo ? "rehearsal:conversation" : "gpt-5-mini" });
    if (one) Object.assign(one, { state: "speaking", turn, task: doing });
    this.state = "working";
    const spoken = { agent, text: "" };
    this.speaking.set(turn, spoken);
    const signal = this.stop.signal;
    let bytes = 0;
    for (const word of text.match(/\S+\s*/g) ?? []) {
      if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace));
      if (signal.aborted) break;
      if (pace > 0) this.live.preview("words", { room: this.id, turn, agent, attempt: 1, offset: bytes, text: word });
      spoken.text += word;
      bytes += Buffer.byteLength(word);
    }
    this.speaking.delete(turn);
    const tokens = Math.ceil(text.length / 4);
    const cost = this.demo ? 0 : tokens * 12;
    if (one) {
      one.state = "quiet";
      delete one.turn;
      delete one.task;
      one.tokens += tokens + 800;
      one.cost_microusd += cost;
    }
    this.append("turn.finished", agentBy(agent), { turn, usage: { input: 800, cached: 0, output: tokens, reasoning: 0 }, cost_microusd: cost, ms: text.length * 3, first_token_ms: 300, attempts: 1, repairs: [], prompt_hash: "x" });
    if (options.id !== "none") this.post(agentBy(agent), spoken.text.trim() || "…", { ...options, id: turn.replace("t-", "m-"), ...(signal.aborted ? { interrupted: true } : {}) });
    return !signal.aborted;
  }

  rest(state: RoomSummary["state"], due?: string): void {
    this.state = state;
    this.due = due;
    this.live.preview("rest", { room: this.id });
  }

  summary(): RoomSummary {
    const last = this.events.at(-1);
    return { id: this.id, title: this.title, folder: this.folder, team: this.team, state: this.state, created_at: this.events[0]?.at ?? "2026-01-01T00:00:00Z", updated_at: last?.at ?? "2026-01-01T00:00:00Z", events: this.events.length, open_gates: this.gates.length };
  }

  cost(): Room["cost"] {
    const turns = this.events.filter((one) => one.kind === "turn.finished");
    const cost = turns.reduce((sum, one) => sum + Number(one.body.cost_microusd ?? 0), 0);
    return { cost_microusd: cost, turns: turns.length, failed: this.events.filter((one) => one.kind === "turn.failed").length, unpriced: 0, input: turns.length * 800, cached: 0, output: turns.length * 120, ms: turns.length * 900 };
  }

  whole(): Room {
    const active = this.active();
    return {
      id: this.id, title: this.title, folder: this.folder, team: this.team, state: this.state, head: this.events.length, demo: this.demo, cost: this.cost(),
      agents: this.agents, gates: this.gates, questions: active?.questions.filter((one) => !one.end) ?? [], projects: this.projects.map((one) => one.project), ideas: this.ideas.length, channels: this.channels,
      ...(active ? { project: { ...active.project, ...(this.due ? { due: this.due } : {}) } } : {}), ...(this.problem ? { problem: this.problem } : {}),
    };
  }
}

export function problem(status: number, code: string, title: string, cure?: string): Problem {
  return { type: `https://folkmoot.invalid/problems/${code}`, title, status, code, ...(cure ? { cure } : {}) };
}
