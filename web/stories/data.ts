// What the stories show.
import type { Agent, Gate, Idea, Message, Project, ProjectWhole, Question } from "../src/api/types.gen";
import { cards, council } from "../fake/cards";

export const at = "2026-05-01T12:00:00.000Z";
export const message = (change: Partial<Message>): Message => ({ id: `m-${Math.random().toString(36).slice(2)}`, room_seq: 1, at, from: "leader", by: "agent", to: "team", kind: "discussion", marker: "discussion", text: "What matters most is who may borrow.", ...change });
export const agents: Agent[] = council.map((id, i) => ({
  id, name: cards[id]?.name ?? id, what: cards[id]?.what ?? "", state: i === 0 ? "speaking" : i === 3 ? "waiting" : "quiet", tokens: i * 1234, cost_microusd: i * 7100,
  ...(i === 0 ? { task: "writing the brief" } : {}), ...(i === 3 ? { task: "waits for a free model" } : {}),
  ...(i === 2 ? { stance: "agrees" as const } : {}), ...(i === 3 ? { stance: "objects" as const, stance_why: "Nobody says who confirms a booking." } : {}), ...(i === 5 ? { stance: "agrees_with_conditions" as const, stance_why: "As long as the words stay short." } : {}), ...(i === 7 ? { stance: "abstains" as const } : {}),
}));
export const gate = (change: Partial<Gate>): Gate => ({ room: "r", gate: `g-${change.type ?? "ready"}`, type: "ready", question: "Start on this? (yes, or say what to change)", digest: "d", options: [{ id: "start-implementation", label: "Start implementation" }, { id: "change-something", label: "Change something" }, { id: "continue-discussion", label: "Continue discussion" }], at, ...change });
export const questions: Question[] = [
  { id: "q-1", number: 1, agent: "leader", text: "Who may borrow?", fallback: "everyone on the street" },
  { id: "q-2", number: 2, agent: "coder", text: "What do they borrow first, and what must never get lost, whoever has it?", fallback: "a drill; nothing that has to be insured" },
];
export const project = (change: Partial<Project>): Project => ({ id: "p", title: "A tool library", goal: "A tool library for our street", phase: "discovery", active: true, agents: ["leader"], waits: "answers", iteration: 1, ...change });
const markdown = "# Project Brief: A tool library\n\n## Goal\n\nEverybody on the street finds a drill in a minute.\n\n## In Scope\n\n- A list of who has what\n- One key\n\n## Out of Scope\n\n- Insurance";
export const whole: ProjectWhole = {
  project: project({ phase: "ready" }),
  questions: [{ ...questions[0], id: "q-1", number: 1, agent: "leader", text: "Who may borrow?", end: "answered", answer: "everyone on the street", answer_by: "ana" }, { ...questions[1], id: "q-2", number: 2, agent: "coder", text: "What do they borrow first?", end: "you_decide", fallback: "a drill" }],
  briefs: [
    { revision: 1, by: "leader", origin: "leader", at, markdown: markdown.replace("- One key\n", ""), brief: {}, changes: [] },
    { revision: 2, by: "leader", origin: "leader", at, markdown, brief: {}, changes: [{ kind: "added", part: "In scope", after: "One key" }, { kind: "removed", part: "In scope", before: "Two keys" }, { kind: "changed", part: "Goal", before: "finds a drill", after: "finds a drill in a minute" }] },
  ],
  votes: [{ agent: "creative", vote: "agree", why: "The words carry.", message: "m-1" }, { agent: "adversary", vote: "object", why: "Nobody looks after it in winter.", message: "m-2" }],
  history: [{ phase: "discovery", why: "the team asks what it has to know", began: at, ended: at, ms: 245_000 }, { phase: "ready", why: "the brief is there to be judged", began: at, ms: 12_000 }],
};
export const ideas: Idea[] = [
  { id: "idea-1", title: "A shed with a key", description: "One shed, one key, a list on the door.", rationale: "Nothing has to be run.", tags: ["shed", "trust"], round: 1, revision: 2, revisions: [{ revision: 1, round: 1, title: "A shed" }, { revision: 2, round: 2, title: "A shed with a key" }], pinned: true, vetoed: false, score: 780, spread: 60, scores: [{ scorer: "moderator", by: "agent", score: 810, criteria: { feasibility: 900, innovation: 600, impact: 850, clarity: 800, completeness: 750 }, pros: ["Cheap"], cons: ["Cold"], feedback: "Say who looks after it." }, { scorer: "ana", by: "person", score: 750, criteria: {} }] },
  { id: "idea-2", title: "A wagon that moves from house to house, every month to another one", description: "Nobody is the caretaker for ever.", tags: [], round: 2, revision: 1, revisions: [{ revision: 1, round: 2, title: "A wagon" }], builds_on: "idea-1", pinned: false, vetoed: true, score: 510, spread: 240, contested: true, scores: [{ scorer: "moderator", by: "agent", score: 630, criteria: { feasibility: 500 } }, { scorer: "adversary", by: "agent", score: 390, criteria: { feasibility: 300 } }] },
  { id: "idea-3", title: "A list, no place", tags: [], round: 1, revision: 1, revisions: [{ revision: 1, round: 1, title: "A list" }], pinned: false, vetoed: false, scores: [] },
];
export const sum = (cost: number, turns: number, unpriced = 0) => ({ cost_microusd: cost, turns, unpriced, failed: 1, input: turns * 4000, cached: turns * 900, output: turns * 300 });
