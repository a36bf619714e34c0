// The work on a plan: read, put in order, told in words, and shown.
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { plan } from "../fake/agency";
import { diffs } from "../fake/diffs";
import type { Event, Gate, TaskWork, Work } from "../src/api/types.gen";
import { callText, DoingNow } from "../src/data/doing";
import { stripOf } from "../src/text/phases";
import { diffOf, remarkOn, unquoted } from "../src/text/diff";
import { buildersOf, orderText, placed, planIn, reviewersOf, shortened } from "../src/text/plan";
import { changeOf, checksOf, checkText, lastStep, mergedCount, openBefore, stateOf } from "../src/text/task_state";
import { MessageRow } from "../src/room/MessageRow";
import { GateSubject } from "../src/work/GateSubject";
import { moved, withAcceptance, withBuilder, withDependency, withFiles, withObjective, withOneMore, without, withReviewer } from "../src/text/plan_edit";
import { PlanEdit } from "../src/work/PlanEdit";
import { PlanForm } from "../src/work/PlanForm";
import { PlanGraph } from "../src/work/PlanGraph";

describe("a unified diff", () => {
  const head = (name: string) => `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n`;

  test("lines have the numbers that they have in their files", () => {
    const [file] = diffOf(`${head("a.py")}@@ -10,3 +10,4 @@ def f():\n same\n-old\n+new\n+more\n same\n`);
    expect(file).toMatchObject({ path: "a.py", change: "changed", added: 2, deleted: 1, binary: false });
    expect(file?.hunks[0]?.within).toBe("def f():");
    expect(file?.hunks[0]?.lines.map((one) => [one.kind, one.before, one.after])).toEqual([["same", 10, 10], ["removed", 11, undefined], ["added", undefined, 11], ["added", undefined, 12], ["same", 12, 13]]);
  });
  test("lines that look like heads are lines while the hunk lasts", () => {
    const [file, next] = diffOf(`${head("a.sql")}@@ -1,2 +1,2 @@\n--- a comment\n+++ b/another\n diff --git a/x b/x\n${head("b")}@@ -1 +1 @@\n-x\n+y\n`);
    expect(file?.hunks[0]?.lines.map((one) => one.text)).toEqual(["-- a comment", "++ b/another", "diff --git a/x b/x"]);
    expect(next?.path).toBe("b");
  });
  test("new, deleted, renamed and binary files; no end of line; CRLF", () => {
    const files = diffOf(
      "diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\r\n\\ No newline at end of file\n" +
        "diff --git a/d b/d\ndeleted file mode 100644\n--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n" +
        "diff --git a/old name b/new name\nsimilarity index 100%\nrename from old name\nrename to new name\n" +
        "diff --git a/p.png b/p.png\nBinary files a/p.png and b/p.png differ\n",
    );
    expect(files.map((one) => [one.path, one.change, one.binary])).toEqual([["n", "added", false], ["d", "deleted", false], ["new name", "renamed", false], ["p.png", "changed", true]]);
    expect(files[2]?.from).toBe("old name");
    expect(files[0]?.hunks[0]?.lines.map((one) => [one.kind, one.text])).toEqual([["added", "x"], ["note", "No end of line at the end of the file"]]);
  });
  test("names that Git quotes, and names with blanks", () => {
    expect(unquoted('"a/\\303\\274 \\"q\\"\\t.txt"')).toBe('a/ü "q"\t.txt');
    expect(diffOf('diff --git "a/\\303\\274.txt" "b/\\303\\274.txt"\n--- "a/\\303\\274.txt"\n+++ "b/\\303\\274.txt"\n@@ -1 +1 @@\n-x\n+y\n')[0]?.path).toBe("ü.txt");
    expect(diffOf("diff --git a/a b.txt b/a b.txt\nold mode 100644\nnew mode 100755\n")[0]?.path).toBe("a b.txt");
    expect(diffOf("diff --git a/a b.txt b/a b.txt\n--- a/a b.txt\t\n+++ b/a b.txt\t\n@@ -1 +1 @@\n-x\n+y\n")[0]?.path).toBe("a b.txt");
  });
  test("what is no diff, or was cut in the middle, is what can be read of it", () => {
    expect(diffOf("")).toEqual([]);
    expect(diffOf("some words\n")).toEqual([]);
    expect(diffOf(`${head("a")}@@ -1,9 +1,9 @@\n same\n-o`)[0]?.hunks[0]?.lines).toHaveLength(2);
  });
  test("a remark names its file and line, for the builder", () => {
    expect(remarkOn("builder", "server.py", { kind: "added", text: "x", after: 42 }, " shorter, please ")).toBe("@builder server.py:42: shorter, please");
    expect(remarkOn("builder", "server.py", { kind: "removed", text: "x", before: 7 }, "keep it")).toBe("@builder server.py:7: (the removed line) keep it");
  });
});

describe("a plan that is edited", () => {
  const ids = (of: typeof plan) => of.tasks.map((one) => one.id);
  const [first, second, third] = ids(plan) as [string, string, string];

  test("tasks change places, and stay at the ends", () => {
    expect(ids(moved(plan, 0, 1)).slice(0, 2)).toEqual([second, first]);
    expect(ids(moved(plan, 2, -1)).slice(1, 3)).toEqual([third, second]);
    expect(moved(plan, 0, -1)).toBe(plan);
    expect(moved(plan, plan.tasks.length - 1, 1)).toBe(plan);
  });
  test("nothing waits for a task that is taken out, and a new one has a number of its own", () => {
    const waits = withDependency(plan, 1, first, true);
    expect(without(waits, 0).tasks[0]).toMatchObject({ id: second, dependencies: [] });
    const more = withOneMore(withOneMore(plan));
    expect(new Set(ids(more)).size).toBe(plan.tasks.length + 2);
    expect(more.tasks.at(-1)).toMatchObject({ objective: "" });
    expect(buildersOf(more.tasks.at(-1)!)).toEqual(buildersOf(plan.tasks.at(-1)!));
  });
  test("who builds and who reviews, and what a task waits for", () => {
    expect(buildersOf(withBuilder(plan, 0, "coder").tasks[0]!)).toEqual(["coder"]);
    const reviewer = reviewersOf(plan.tasks[0]!)[0]!;
    expect(reviewersOf(withReviewer(plan, 0, "tester", true).tasks[0]!)).toContain("tester");
    expect(reviewersOf(withReviewer(plan, 0, reviewer, false).tasks[0]!)).not.toContain(reviewer);
    expect(withDependency(withDependency(plan, 2, first, true), 2, first, false).tasks[2]?.dependencies ?? []).not.toContain(first);
  });
  test("files and commands are lines, and blank ones are none", () => {
    expect(withAcceptance(plan, 0, "make test\n\n  ./run \n").tasks[0]?.acceptance).toEqual(["make test", "./run"]);
    expect(withFiles(plan, 0, "").tasks[0]?.files).toEqual([]);
    expect(withObjective(plan, 0, "Less").tasks[0]?.objective).toBe("Less");
    expect(plan.tasks[0]?.objective).not.toBe("Less");
  });
  test("is a form with each task's fields, and offers itself on the plan's card alone", () => {
    const form = renderToStaticMarkup(<PlanForm plan={plan} draft="t" agents={["builder", "coder", "reviewer"]} onSave={async () => undefined} onCancel={() => undefined} />);
    for (const task of plan.tasks) expect(form).toContain(`aria-label="Task ${task.id}"`);
    expect(form).toContain("Put it on the card");
    const gate = { gate: "g-1", type: "approval", question: "Build this?", digest: "d", options: [], at: "2026-01-01T00:00:00.000Z", subject: { plan, project: "p-1", plan_revision: 2 } } as unknown as Gate;
    expect(renderToStaticMarkup(<PlanEdit room="r" gate={gate} agents={[]} />)).toContain("Edit the plan");
    expect(renderToStaticMarkup(<PlanEdit room="r" gate={{ ...gate, subject: { project: "p-1" } }} agents={[]} />)).toBe("");
    expect(renderToStaticMarkup(<PlanEdit room="r" gate={{ ...gate, type: "review" }} agents={[]} />)).toBe("");
  });
});

describe("a plan", () => {
  test("is in a gate's subject, or is not", () => {
    expect(planIn({ plan, commands: ["make", 7] })).toMatchObject({ plan: { title: plan.title }, commands: ["make"] });
    for (const subject of [undefined, {}, { plan: null }, { plan: "x" }, { plan: {} }]) expect(planIn(subject as Record<string, unknown> | undefined)).toBeUndefined();
  });
  test("says who builds and who reviews, each once", () => {
    const first = plan.tasks[0];
    expect(first && [buildersOf(first), reviewersOf(first)]).toEqual([["builder"], ["reviewer", "auditor"]]);
  });
  test("columns follow the order, rows fill them", () => {
    expect(placed(plan.tasks).map((one) => [one.task.id, one.column, one.row])).toEqual([["1.1", 0, 0], ["1.2", 0, 1], ["1.3", 1, 0], ["1.4", 1, 1], ["2", 2, 0]]);
  });
  test("a task that names itself, a circle or nobody still has a place", () => {
    const of = (id: string, dependencies: string[]) => ({ id, objective: "", stages: [], dependencies });
    expect(placed([of("a", ["b"]), of("b", ["a"]), of("c", ["c", "none"])])).toHaveLength(3);
  });
  test("the order in words", () => {
    expect(orderText(plan.tasks)).toBe("1.1 and 1.2 at the same time; 1.3 after 1.1 and 1.2; 1.4 after 1.1; 2 after 1.3 and 1.4");
    expect(orderText(plan.tasks.slice(0, 1))).toBe("1.1 first");
  });
  test("the drawing says the order to those who do not see it", () => {
    const shown = renderToStaticMarkup(<PlanGraph tasks={plan.tasks} />);
    expect(shown).toContain('role="img" aria-label="Order of the tasks: 1.1 and 1.2 at the same time');
    expect(shown.match(/<rect/g)).toHaveLength(5);
    expect(shown.match(/fill="none"/g)).toHaveLength(5);
    expect(shown).not.toContain("style=");
  });
  test("is a step of its own on the way, where there is one", () => {
    const project = { id: "p", title: "", goal: "", active: true, waits: "approval", agents: [] as string[], plan_revision: 1 } as const;
    expect(stripOf({ ...project, agents: [], phase: "approval" })).toEqual({ steps: ["questions", "brief", "plan", "work", "review"], at: 2 });
    expect(stripOf({ ...project, agents: [], phase: "execution" })?.at).toBe(3);
  });
  test("long texts are cut between words", () => {
    expect(shortened("Cancel link, and a mail to the shop", 16)).toBe("Cancel link…");
    expect(shortened("Short `code`", 20)).toBe("Short code");
  });
});

describe("how far a task is", () => {
  const task = (more: Partial<TaskWork>): TaskWork => ({ id: "1", status: "running", ...more });
  test.each<[Partial<TaskWork> | undefined, string]>([
    [undefined, "not begun"],
    [{ stage: "IMPLEMENTATION" }, "is built"],
    [{ stage: "IMPLEMENTATION", attempt: 2 }, "is built, attempt 2"],
    [{ stage: "CODE_REVIEW" }, "in review"],
    [{ stage: "CODE_REVIEW", round: 2 }, "in review, round 2"],
    [{ stage: "IMPLEMENTATION", round: 2 }, "reworked after review 1"],
    [{ stage: "SECURITY_AUDIT" }, "security audit"],
    [{ status: "waiting" }, "waits"],
    [{ status: "paused" }, "paused"],
    [{ status: "failed" }, "not done"],
    [{ status: "completed", merged: "c" }, "merged"],
    [{ status: "completed" }, "done"],
    [{ status: "failed", skipped: true }, "left out, as you said"],
  ])("%o: %s", (more, words) => expect(stateOf(more && task(more)).words).toBe(words));

  test("a task that has not begun says what it waits for", () => {
    const last = plan.tasks[2];
    expect(last && openBefore(last, [task({ id: "1.1", status: "completed" })])).toEqual(["1.2"]);
    expect(stateOf(undefined, ["1.2"]).words).toBe("begins after 1.2");
  });
  test("the newest run of a command counts; one that failed before the work is told", () => {
    const found = checksOf(task({ checks: [{ command: "a", on: "base", status: 1 }, { command: "a", on: "task", status: 1 }, { command: "a", on: "task", status: 0 }, { command: "b", on: "base", status: 0 }] }));
    expect(found.map(({ check, failedBefore }) => [check.command, check.status, failedBefore])).toEqual([["a", 0, true], ["b", 0, false]]);
    expect(checkText({ command: "a", status: 0, on: "merge" })).toBe("passes on the merged result");
    expect(checkText({ command: "a", status: 2 })).toBe("fails (exit 2)");
    expect(checkText({ command: "a", status: -1, why: "out of time" })).toBe("did not come to an end: out of time");
  });
  test("sums, and what was done last", () => {
    expect(changeOf(task({ files: [{ path: "a", added: 3 }, { path: "b", added: 1, deleted: 2 }] }))).toEqual({ files: 2, added: 4, deleted: 2 });
    expect(mergedCount({ project: "p", revision: 1, plan, sessions: [], tasks: [task({ id: "1.1", status: "completed" }), task({ id: "gone", status: "completed" })] } satisfies Work)).toBe(1);
    expect(lastStep({ flow: "f", steps: [{ said: "So.", calls: [{ id: "1", name: "read_file", done: true, summary: "read a" }] }, { said: "", calls: [] }] })).toBe("read a");
    expect(lastStep(undefined)).toBeUndefined();
  });
});

describe("what happens right now, by the stream", () => {
  let seq = 0;
  const event = (kind: string, body: Record<string, unknown>): Event => ({ v: 1, seq: (seq += 1), room: "r", room_seq: seq, at: "2026-05-01T12:00:00Z", kind, by: { kind: "agent", id: "builder" }, body });
  test("a call goes on, then it is done or failed", () => {
    const doing = new DoingNow();
    doing.apply(event("tool.called", { task: "1", tool: "run_command", args: '{"command":"make test"}' }));
    expect(doing.tasks.get("1")).toMatchObject({ agent: "builder", what: "run_command make test", state: "going" });
    doing.apply(event("tool.finished", { task: "1", tool: "run_command", ok: false, summary: "make test fails" }));
    expect(doing.tasks.get("1")).toMatchObject({ what: "make test fails", state: "failed" });
    doing.apply(event("task.changed", { task: "1", from: "running", to: "completed" }));
    expect(doing.tasks.size).toBe(0);
  });
  test("what changes the board, what only a log, and what neither", () => {
    const doing = new DoingNow();
    expect(["check.finished", "tool.finished", "message.posted"].map((kind) => doing.apply(event(kind, {})))).toEqual([true, true, false]);
    expect([doing.outcomes, doing.steps]).toEqual([1, 1]);
  });
  test("arguments that were cut still tell the file", () => {
    expect(callText("write_file", '{"path":"a b.py","text":"import')).toBe("write_file a b.py");
    expect(callText("git_diff", "{}")).toBe("git_diff");
    expect(callText("list_files", "")).toBe("list_files");
  });
});

describe("questions of the work show what they are about", () => {
  const shown = (type: string, subject: Record<string, unknown>) => renderToStaticMarkup(<GateSubject gate={{ room: "r", gate: "g", type, question: "", digest: "", options: [], at: "", subject } satisfies Gate} />);
  test("a permission: the exact command, whole, and why", () => {
    const html = shown("permission", { exact: { command: "rm -rf build && make", timeout: 9 }, why: "it needs the network" });
    expect(html).toContain("rm -rf build &amp;&amp; make");
    expect(html).toContain("it needs the network");
    expect(html).toContain(">9<");
  });
  test("a task that failed: why", () => expect(shown("task_failed", { task: "1.4", objective: "The list", why: "`make` fails" })).toContain("<code>make</code> fails"));
  test("a base: each file, and how many are not listed", () => {
    const html = shown("base", { asks: "repository", folder: "/home/a", files: ["x.py"], count: 3, left_out: [{ path: ".env", why: "it holds secrets" }] });
    for (const one of ["/home/a", "x.py", "and 2 more", ".env", "it holds secrets"]) expect(html).toContain(one);
  });
  test("others, and gates without a subject, show nothing", () => {
    expect(shown("paused", { project: "p" })).toBe("");
    expect(renderToStaticMarkup(<GateSubject gate={{ room: "r", gate: "g", type: "permission", question: "", digest: "", options: [], at: "" }} />)).toBe("");
  });
});

describe("lines of the work in the talk", () => {
  const row = (text: string, change: Record<string, unknown> = {}) =>
    renderToStaticMarkup(<MessageRow room="r" first marked={false} onWhole={() => undefined} onCorrect={() => undefined} onReport={() => undefined} onWork={() => undefined} message={{ id: "m-1", room_seq: 1, at: "2026-05-01T12:00:00Z", from: "folkmoot", by: "system", to: "team", kind: "system", marker: "command", text, ...change }} />);
  test("one line stays a line; findings unfold", () => {
    expect(row("1.1 is merged.")).not.toContain("<details");
    const html = row("reviewer asks for changes in 1.1:\n- diary.py:9 Two at once\n- b");
    expect(html).toContain("2 points");
    expect(html).toContain("diary.py:9");
  });
  vi.stubGlobal("location", { origin: "http://127.0.0.1" });
  test("the summary leads to tasks and diffs, other reviews do not", () => {
    const leader = { from: "leader", by: "agent", marker: "discussion", kind: "review" };
    expect(row("## Built: A page\n\nAll of it.", leader)).toContain("See tasks and diffs");
    expect(row("**A page**: handed in", leader)).not.toContain("See tasks and diffs");
  });
});

test("the fake diffs are what they seem", () => expect(diffOf(diffs["1.2"] ?? "").map((one) => [one.path, one.added, one.deleted])).toEqual([["server.py", 5, 3], ["page.html", 2, 1], ["shop.png", 0, 0], ["tests/words.txt", 420, 0]]));
