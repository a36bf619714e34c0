import { expect, test } from "vitest";
import type { Event } from "../src/api/types.gen";
import { firstBytes, RoomLog } from "../src/data/log";
import { rowsOf } from "../src/data/timeline";

let seq = 0;
const event = (kind: string, body: Record<string, unknown>, by = { kind: "agent", id: "leader" }): Event => ({ v: 1, seq: ++seq, room: "r", room_seq: seq, at: `2026-05-01T12:00:${String(seq % 60).padStart(2, "0")}.000Z`, kind, by, body });
const posted = (id: string, text: string, from = "leader", by = "agent") => event("message.posted", { id, from, to: "team", kind: "discussion", marker: "discussion", text }, { kind: by, id: from });
const started = (turn: string, agent = "leader") => event("turn.started", { turn, agent, task: "discuss", model: "x" }, { kind: "agent", id: agent });
const rows = (log: RoomLog, hidden: string[] = [], asked = false) => rowsOf(log, { pending: [], hidden: new Set(hidden), asked });

test("words grow, and become the message of the same turn", () => {
  const log = new RoomLog();
  log.apply(started("t-1"));
  log.words({ turn: "t-1", agent: "leader", attempt: 1, offset: 0, text: "Two " });
  log.words({ turn: "t-1", agent: "leader", attempt: 1, offset: 4, text: "things" });
  expect(log.growing.get("t-1")?.text).toBe("Two things");
  const key = rows(log).at(-1)?.key;
  log.apply(posted("m-1", "Two things."));
  expect(log.growing.size).toBe(0);
  // The row keeps its key: what one reads does not jump.
  expect(rows(log).at(-1)?.key).toBe(key);
});

test("a message with another id takes the place of its agent's finished turn", () => {
  const log = new RoomLog();
  log.apply(started("t-1"));
  log.words({ turn: "t-1", agent: "leader", attempt: 1, offset: 0, text: "The brief" });
  log.apply(event("turn.finished", { turn: "t-1" }));
  expect(log.growing.size).toBe(1);
  log.apply(posted("m-9", "# Project Brief"));
  expect(log.growing.size).toBe(0);
});

test("a turn whose words are for the program alone leaves nothing behind", () => {
  const log = new RoomLog();
  log.apply(started("t-1", "orchestrator"));
  log.words({ turn: "t-1", agent: "orchestrator", attempt: 1, offset: 0, text: '{"wants":' });
  log.apply(event("turn.finished", { turn: "t-1" }));
  expect(rows(log)).toEqual([]);
});

test("what an agent looked at stands with its next message, and what was named and not shown with the person's", () => {
  const log = new RoomLog();
  log.apply(started("t-1"));
  const looked = [{ tool: "read_file", what: "src/a.cc" }, { tool: "read_file", what: ".env", failed: true }, { tool: "list_files", what: "lib" }, { tool: "read_file", what: "src/a.cc" }];
  log.apply(event("turn.finished", { turn: "t-1", looked }));
  log.apply(posted("m-1", "It retries."));
  log.apply(posted("m-2", "Once more."));
  expect(log.messages.map((one) => one.looked)).toEqual(["src/a.cc, lib/", undefined]);
  log.apply(event("message.posted", { id: "m-3", from: "ana", to: "team", kind: "user", marker: "discussion", text: "@.env", files: [{ path: "a.cc", bytes: 1, text: "x", digest: "d" }, { path: ".env", bytes: 1, why: "by its name it may hold a secret" }] }, { kind: "person", id: "ana" }));
  expect(log.messages.at(-1)?.unseen).toEqual([{ path: ".env", why: "by its name it may hold a secret" }]);
});

test("a gate that was open when the page came folds with its words; one that a page tells of is there once", () => {
  const log = new RoomLog();
  log.know({ room: "r", gate: "g-9", type: "review", question: "Accept?", digest: "d", options: [{ id: "accept", label: "Accept it" }], at: "" });
  log.apply(posted("m-1", "Here."));
  const answered = event("gate.answered", { gate: "g-9", digest: "d", answer: "accept" }, { kind: "person", id: "ana" });
  log.apply(answered);
  log.addPage([], [{ gate: "g-9", room_seq: answered.room_seq, at: answered.at, type: "review", question: "Accept?", label: "Accept it", by: "ana" }], [{ room_seq: answered.room_seq + 1, at: answered.at, agent: "coder", code: "x", message: "No model answers." }]);
  expect(log.closed.map((one) => one.answer)).toEqual(["Accept it"]);
  expect(log.troubles).toHaveLength(1);
});

test("who comes late is told all so far; a repeat changes nothing; another attempt begins anew", () => {
  const log = new RoomLog();
  log.words({ turn: "t-1", agent: "leader", attempt: 1, offset: 0, text: "größer als" });
  log.words({ turn: "t-1", agent: "leader", attempt: 1, offset: 12, text: " gedacht" });
  expect(log.growing.get("t-1")?.text).toBe("größer als gedacht");
  log.words({ turn: "t-1", agent: "leader", attempt: 1, offset: 0, text: "größer als" });
  expect(log.growing.get("t-1")?.text).toBe("größer als gedacht");
  log.words({ turn: "t-1", agent: "leader", attempt: 1, offset: 0, text: "größer als gedacht, viel" });
  expect(log.growing.get("t-1")?.text).toBe("größer als gedacht, viel");
  log.words({ turn: "t-1", agent: "leader", attempt: 2, offset: 0, text: "Neu" });
  log.words({ turn: "t-1", agent: "leader", attempt: 1, offset: 30, text: "alt" });
  expect(log.growing.get("t-1")?.text).toBe("Neu");
});

test("half a letter is no letter", () => {
  expect(firstBytes("größe", 3)).toBe("gr");
  expect(firstBytes("größe", 4)).toBe("grö");
});

test("words that come after their message are nothing new", () => {
  const log = new RoomLog();
  log.apply(posted("m-1", "Done."));
  log.words({ turn: "t-1", agent: "leader", attempt: 1, offset: 0, text: "Do" });
  expect(log.growing.size).toBe(0);
});

test("pages and the stream overlap: nothing is there twice, all is in order", () => {
  const log = new RoomLog();
  const one = posted("m-a", "one");
  const two = posted("m-b", "two");
  log.apply(two);
  log.addPage([{ id: "m-a", room_seq: one.room_seq, at: one.at, from: "leader", by: "agent", to: "team", kind: "discussion", marker: "discussion", text: "one" }, { id: "m-b", room_seq: two.room_seq, at: two.at, from: "leader", by: "agent", to: "team", kind: "discussion", marker: "discussion", text: "two" }]);
  expect(log.messages.map((message) => message.text)).toEqual(["one", "two"]);
});

test("an answered gate folds to who, what and why, where it was answered", () => {
  const log = new RoomLog();
  log.apply(posted("m-1", "The brief."));
  log.apply(event("gate.opened", { gate: "g-1", type: "ready", question: "Start?", digest: "d", options: ["Start implementation", "Change something"], option_ids: ["start-implementation", "change-something"] }));
  log.apply(event("gate.answered", { gate: "g-1", digest: "d", answer: "change-something", reason: "prices" }, { kind: "person", id: "ana" }));
  log.apply(posted("m-2", "Taken up."));
  expect(rows(log).map((row) => row.kind)).toEqual(["day", "message", "closed", "message"]);
  expect(log.closed[0]).toMatchObject({ answer: "Change something", by: "ana", reason: "prices", question: "Start?" });
});

test("troubles are told, those that were seen to are not", () => {
  const log = new RoomLog();
  log.apply(event("turn.failed", { turn: "t-1", held: true, error: { code: "a", message: "x" } }));
  log.apply(event("turn.failed", { turn: "t-2", error: { code: "a", message: "No model answers.", cure: "Wait." } }));
  log.apply(event("warning", { code: "b", message: "The budget is near." }, { kind: "system", id: "folkmoot" }));
  expect(log.troubles.map((one) => [one.level, one.message])).toEqual([["failed", "No model answers."], ["warned", "The budget is near."]]);
});

test("consecutive messages of one speaker are grouped; what was understood stands under the person's", () => {
  const log = new RoomLog();
  log.apply(posted("m-1", "a"));
  log.apply(posted("m-2", "b"));
  log.apply(posted("m-3", "1: they call", "ana", "person"));
  log.apply(posted("m-4", "noted: customers", "folkmoot", "system"));
  const shown = rows(log).filter((row) => row.kind === "message");
  expect(shown.map((row) => row.first)).toEqual([true, false, true]);
  expect(shown.at(-1)?.noted).toBe("customers");
});

test("questions that stand in the form, and the line that says whose turn it is, are not said twice", () => {
  const log = new RoomLog();
  log.apply(posted("m-1", "**1.** Who?"));
  log.apply(posted("m-2", "Your turn: read the brief.", "folkmoot", "system"));
  expect(rows(log, ["m-1"], true).filter((row) => row.kind === "message")).toHaveLength(0);
  expect(rows(log).filter((row) => row.kind === "message")).toHaveLength(2);
});

test("when nothing goes on any more no words are left hanging", () => {
  const log = new RoomLog();
  log.apply(started("t-1"));
  log.words({ turn: "t-1", agent: "leader", attempt: 1, offset: 0, text: "I" });
  log.rest();
  expect(rows(log)).toEqual([]);
});
