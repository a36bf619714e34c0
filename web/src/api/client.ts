// How the page asks the server: JSON both ways, and errors as the problems that the server tells.
import type { Calls, Problem } from "./types.gen";

export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.title);
  }
  get signedOut(): boolean {
    return this.problem.status === 401;
  }
  // Nothing came back at all: worth another try with the same key.
  get offline(): boolean {
    return this.problem.code === "no_answer";
  }
}

const noAnswer: Problem = { type: "about:blank", title: "Folkmoot does not answer.", status: 0, code: "no_answer", cure: "See whether folkmoot serve still runs." };

export function asProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return { type: "about:blank", title: error instanceof Error ? error.message : String(error), status: 0, code: "page" };
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const body = (await response.json()) as Partial<Problem>;
    if (typeof body.title === "string" && typeof body.code === "string") return { type: "about:blank", ...body, status: response.status } as Problem;
  } catch {
    // Something else than Folkmoot has answered, such as a proxy.
  }
  return { type: "about:blank", title: `The server answered ${response.status}.`, status: response.status, code: "strange_answer" };
}

interface Asking {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  key?: string;
  signal?: AbortSignal;
}

async function ask<T>(path: string, { method = "GET", query = {}, body, key, signal }: Asking = {}): Promise<T> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const headers: Record<string, string> = { accept: "application/json" };
  if (method !== "GET") headers["content-type"] = "application/json";
  if (key) headers["idempotency-key"] = key;
  let response: Response;
  try {
    response = await fetch(`${path}${search.size ? `?${search}` : ""}`, { method, headers, body: method === "GET" ? undefined : JSON.stringify(body ?? {}), signal, credentials: "same-origin" });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ProblemError(noAnswer);
  }
  if (!response.ok) throw new ProblemError(await problemOf(response));
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

type Gives<K extends keyof Calls> = Promise<Calls[K]["gives"]>;
const at = (...parts: string[]) => `/api/${parts.map(encodeURIComponent).join("/")}`;

export const api = {
  session: (): Gives<"session"> => ask("/api/session"),
  leave: (): Gives<"leave"> => ask("/api/session", { method: "DELETE" }),
  sessions: (): Gives<"sessions"> => ask("/api/sessions"),
  revoke: (session: string): Gives<"revoke"> => ask(at("sessions", session), { method: "DELETE" }),
  link: (name?: string): Gives<"link"> => ask("/api/links", { method: "POST", body: name ? { name } : {} }),
  rooms: (query: Calls["rooms"]["query"]): Gives<"rooms"> => ask("/api/rooms", { query }),
  open: (body: Calls["open"]["takes"], key: string): Gives<"open"> => ask("/api/rooms", { method: "POST", body, key }),
  room: (room: string, signal?: AbortSignal): Gives<"room"> => ask(at("rooms", room), { signal }),
  messages: (room: string, query: Calls["messages"]["query"]): Gives<"messages"> => ask(at("rooms", room, "messages"), { query }),
  say: (room: string, text: string, key: string): Gives<"say"> => ask(at("rooms", room, "messages"), { method: "POST", body: { text }, key }),
  message: (room: string, message: string): Gives<"message"> => ask(at("rooms", room, "messages", message)),
  events: (room: string, query: Calls["events"]["query"]): Gives<"events"> => ask(at("rooms", room, "events"), { query }),
  interrupt: (room: string): Gives<"interrupt"> => ask(at("rooms", room, "interrupt"), { method: "POST" }),
  resume: (room: string, body: NonNullable<Calls["resume"]["takes"]> = {}): Gives<"resume"> => ask(at("rooms", room, "resume"), { method: "POST", body }),
  cancel: (room: string): Gives<"cancel"> => ask(at("rooms", room, "cancel"), { method: "POST" }),
  answer: (room: string, gate: string, body: Calls["answer"]["takes"]): Gives<"answer"> => ask(at("rooms", room, "gates", gate), { method: "POST", body }),
  project: (room: string, project: string): Gives<"project"> => ask(at("rooms", room, "projects", project)),
  editPlan: (room: string, project: string, body: Calls["editPlan"]["takes"], key: string): Gives<"editPlan"> => ask(at("rooms", room, "projects", project, "plan"), { method: "PUT", body, key }),
  work: (room: string, project: string): Gives<"work"> => ask(at("rooms", room, "projects", project, "work")),
  taskWork: (room: string, project: string, task: string): Gives<"taskWork"> => ask(at("rooms", room, "projects", project, "work", task)),
  forget: (room: string, project: string): Gives<"forget"> => ask(at("rooms", room, "projects", project, "memory"), { method: "DELETE" }),
  ideas: (room: string): Gives<"ideas"> => ask(at("rooms", room, "ideas")),
  gates: (query: Calls["gates"]["query"] = {}): Gives<"gates"> => ask("/api/gates", { query }),
  costs: (query: Calls["costs"]["query"]): Gives<"costs"> => ask("/api/costs", { query }),
  memory: (query: Calls["memory"]["query"]): Gives<"memory"> => ask("/api/memory", { query }),
  channels: (): Gives<"channels"> => ask("/api/channels"),
  bind: (room: string, channel: string): Gives<"bind"> => ask(at("rooms", room, "channels", channel), { method: "PUT" }),
  unbind: (room: string, channel: string): Gives<"unbind"> => ask(at("rooms", room, "channels", channel), { method: "DELETE" }),
};

export const reportAddress = (room: string, format: "html" | "md" | "json") => `${at("rooms", room, "report")}?format=${format}`;

export async function all<T>(page: (cursor: string | undefined) => Promise<{ items: T[]; next?: string }>, most = 500): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const one = await page(cursor);
    items.push(...one.items);
    cursor = one.next;
  } while (cursor !== undefined && items.length < most);
  return items;
}

// randomUUID is missing where the page comes over plain HTTP from another machine.
export function freshKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}
