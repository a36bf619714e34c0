// A plan that is agreed on, one that is built, and one that was: what the board, the diffs and the work's questions are tried with.
import type { Plan, PlanTask, TaskWork, Work } from "../src/api/types.gen";
import { diffs, filesOf } from "./diffs";
import { agentBy, type FakeRoom, personBy, system } from "./room";

const stages = (reviewers: string[]): PlanTask["stages"] => [
  { stageName: "IMPLEMENTATION", objective: "Build it, and test what the checks leave out", agents: [{ agent: "builder" }] },
  { stageName: "CODE_REVIEW", objective: "Wrong input, and what comes in from outside", agents: reviewers.map((agent) => ({ agent })) },
  { stageName: "SYNTHESIZE", objective: "Approve, or give the findings back", agents: [{ agent: "leader" }] },
];
export const plan: Plan = {
  title: "Free times, on one page",
  description: "The diary and the page are built side by side; the cancel link needs both.",
  tasks: [
    { id: "1.1", objective: "`diary.py`: bookings in one SQLite file, with opening hours and break. A time is had by one customer, also when several take it in the same second.", files: ["diary.py", "settings.py", "tests/test_diary.py"], acceptance: ["python3 -m unittest -q tests.test_diary"], stages: stages(["reviewer", "auditor"]) },
    { id: "1.2", objective: "`page.html` and `server.py`: choose service, day and time; confirmed on the page. Readable on a phone.", files: ["server.py", "page.html", "settings.py"], acceptance: ["python3 -m unittest -q tests.test_server"], stages: stages(["reviewer"]) },
    { id: "1.3", objective: "Cancel link, and a mail to the shop for every booking", dependencies: ["1.1", "1.2"], files: ["notice.py", "server.py"], acceptance: ["python3 -m unittest -q", "python3 tools/lint.py --strict --max-line-length 100 --ignore-generated diary.py server.py notice.py settings.py"], stages: stages(["reviewer"]) },
    { id: "1.4", objective: "A page for the shop that lists the day", dependencies: ["1.1"], acceptance: [], stages: stages(["reviewer"]) },
    { id: "2", objective: "README: how to start it, how to change the hours", dependencies: ["1.3", "1.4"], acceptance: [], stages: stages(["reviewer"]) },
  ],
  risks: ["Tasks 1.1 and 1.2 both write into `settings.py`: their merge may conflict.", "Two customers, one chair: 1.1 is reviewed by two."],
  start: "python3 server.py --port 8137",
  uncovered: ["Mails go out in the shop's own language"],
};
const commands = [...new Set(plan.tasks.flatMap((one) => one.acceptance ?? []))];

function task(id: string, status: TaskWork["status"], more: Partial<TaskWork> = {}): TaskWork {
  const diff = diffs[id];
  return { id, status, ...(diff ? { files: filesOf(diff), commit: `c0ffee${id.replace(".", "")}`, tree: `7ree${id}` } : {}), started_at: Date.now() - 600_000, changed_at: Date.now() - 120_000, ...more };
}

const diaryCheck = { command: commands[0] ?? "", tree: "7ree1.1", status: 0, took: 840, output: "----------------------------------------------------------------------\nRan 12 tests in 0.311s\n\nOK" };
const findings = [
  { file: "server.py", line: 18, severity: "blocking", text: "A name with `<` in it becomes markup on the confirmation page.", fix: "Escape it with `html.escape`." },
  { file: "page.html", severity: "minor", text: "The button says “book” and does a request.", fix: "Say “Send request”." },
];
const merged = (id: string, more: Partial<TaskWork> = {}) => task(id, "completed", { stage: "SYNTHESIZE", merged: `5eed${id}`, checks: [{ ...diaryCheck, command: commands[0] ?? "", on: "base", status: 1 }, { ...diaryCheck, on: "task" }, { ...diaryCheck, on: "merge", took: 1900 }], reviews: [{ agent: "reviewer", verdict: "approve", round: 1 }], ...more });

function workOf(project: string, tasks: TaskWork[], sessions: Work["sessions"]): Work {
  return { project, revision: 1, plan, repository: "/home/ana/street", branch: "folkmoot/free-times-on-one-page", base: "ba5eba5e", head: "4eadbeef", tasks, sessions };
}

function begin(room: FakeRoom, person: string): string {
  room.post(personBy(person), "Customers see free times and book one");
  const { project } = room.beginProject(plan.title, "A customer books a free time from the phone in a minute.", ["leader", "builder", "reviewer", "auditor"]);
  project.brief_revision = 1;
  project.plan_revision = 1;
  project.flow = "full";
  return project.id;
}

export function planned(room: FakeRoom, person: string): void {
  const project = begin(room, person);
  room.toPhase("approval", "the plan is there to be judged", "");
  room.append("plan.proposed", agentBy("planner"), { plan, revision: 1 });
  room.work = workOf(project, [], []);
  room.openGate("approval", "Build this? (yes, or say what to change)", [["build", "Build it"], ["change-something", "Change something"], ["continue-discussion", "Continue discussion"], ["cancel", "Cancel"]], { project, plan, plan_revision: 1, commands });
  room.rest("waiting", "Your turn: read the plan, and say whether to build it.");
}

const line = (room: FakeRoom, text: string) => room.post(system, text, { marker: "command" });

export function building(room: FakeRoom, person: string): void {
  const project = begin(room, person);
  room.toPhase("execution", "the person approved the plan", "Started: five tasks, two at a time.", ["builder", "reviewer", "auditor"]);
  room.work = workOf(
    project,
    [
      merged("1.1", { round: 2, reviews: [{ agent: "reviewer", verdict: "changes", round: 1, findings: [{ file: "diary.py", line: 9, severity: "major", text: "Two at the same second both get the time." }] }, { agent: "auditor", verdict: "approve", round: 1 }, { agent: "reviewer", verdict: "approve", round: 2 }, { agent: "auditor", verdict: "approve", round: 2 }] }),
      task("1.2", "running", { stage: "CODE_REVIEW", round: 2, checks: [{ command: commands[1] ?? "", on: "base", status: 1, took: 90 }, { command: commands[1] ?? "", on: "task", status: 0, took: 1240, output: "Ran 9 tests in 0.9s\n\nOK" }], reviews: [{ agent: "reviewer", verdict: "changes", round: 1, findings }, { agent: "reviewer", verdict: "changes", round: 2, findings: findings.slice(0, 1) }] }),
      task("1.4", "failed", { stage: "IMPLEMENTATION", attempt: 2, why: "`python3 -m unittest -q` fails: `ModuleNotFoundError: No module named 'diary'`", checks: [{ command: "python3 -m unittest -q", on: "task", status: 1, took: 230, output: "ModuleNotFoundError: No module named 'diary'" }, { command: "python3 tools/wait.py", on: "task", status: -1, why: "out of time", took: 600_000 }] }),
    ],
    [{ flow: "f-rework", task: "1.2", agent: "builder", rounds: 3, steps: [
      { said: "The name goes into the page as it comes. I escape it where the page is made.", calls: [{ id: "c1", name: "read_file", summary: "read server.py, 42 lines", done: true }] },
      { said: "", calls: [{ id: "c2", name: "edit_file", summary: "edited server.py: +2 −1", done: true }, { id: "c3", name: "run_command", summary: "python3 -m unittest -q tests.test_server fails", done: true, failed: true }], notes: ["ana: the button should say “Send request”"] },
      { said: "The test wants `&lt;`.", calls: [{ id: "c4", name: "edit_file" }] },
    ] }],
  );
  line(room, "builder has built 1.1 (3 files, +41 -3). `python3 -m unittest -q tests.test_diary` passes.");
  line(room, "reviewer asks for changes in 1.1:\n- diary.py:9 (major) Two at the same second both get the time.");
  line(room, "1.1 is merged.");
  line(room, "1.4 is not done: `python3 -m unittest -q` fails");
  room.openGate("task_failed", "Task 1.4 is not done. What next?", [["retry", "Try again"], ["skip", "Go on without it"], ["change-plan", "Change the plan"], ["back", "Stop, and talk about it"]], { project, task: "1.4", objective: "A page for the shop that lists the day", why: "`python3 -m unittest -q` fails:\n\n```\nModuleNotFoundError: No module named 'diary'\n```" });
  room.openGate("permission", "builder wants to run `npm install --no-audit left-pad && node build.js`. Allow it?", [["allow-once", "Allow it"], ["allow-always", "Allow it for this project"], ["refuse", "Refuse"]], { call: "c9", tool: "run_command", what: "run `npm install --no-audit left-pad && node build.js`", pattern: "npm install --no-audit left-pad && node build.js", why: "it needs the network, which the sandbox does not give", exact: { command: "npm install --no-audit left-pad && node build.js", timeout: 120 } });
  room.rest("working");
}

export function unsure(room: FakeRoom, person: string): void {
  const project = begin(room, person);
  room.toPhase("execution", "the person approved the plan", "");
  room.work = workOf(project, [], []);
  room.openGate("base", "14 files here are not committed. What is the work built on? Your files stay as they are.", [["from-head", "Build on the last commit"], ["with-changes", "Build on it with my changes"], ["not-now", "Not now"]], { asks: "changes", question: "", files: Array.from({ length: 14 }, (_, i) => `src/hours/part_${i + 1}.py`), count: 14 });
  room.rest("waiting", "Your turn.");
}

export const summary = `## Built: ${plan.title}

5 of 5 tasks merged, 6 files, +1036 -12.

- **1.1** The diary (merged): 1 finding put right, approved by reviewer and auditor
- **1.2** Page and server (merged): 2 findings put right, approved by reviewer
- **1.3** Cancel link and mails (merged): approved by reviewer

How it was checked, by Folkmoot, on the merged result:
- \`python3 -m unittest -q\` passes

It is on the branch \`folkmoot/free-times-on-one-page\`; your files are untouched.
To start it, once it is in your branch: \`python3 server.py --port 8137\`
`;

export function built(room: FakeRoom, person: string): void {
  const project = begin(room, person);
  room.toPhase("review", "all is merged", "");
  room.work = workOf(project, plan.tasks.map((one) => merged(one.id)), []);
  line(room, "1.1 and what was merged before it change the same lines in settings.py. builder joins the two.");
  line(room, "2 is merged.");
  room.post(agentBy("leader"), summary, { kind: "review", to: "person" });
  room.openGate("review", "Accept this work?", [["accept-and-merge", "Accept, and bring it into my branch"], ["accept", "Accept"], ["adjust-one-thing", "Adjust one thing"], ["back-to-discussion", "Back to discussion"]], { project, what_built: plan.title });
  room.rest("waiting", "Your turn: accept the work, or say what to change.");
}

// The next things that happen in a room whose plan is built, one a call.
export function step(room: FakeRoom, at: number): void {
  const work = room.work;
  const second = work?.tasks.find((one) => one.id === "1.2");
  if (!work || !second) return;
  const by = agentBy("builder");
  switch (at) {
    case 1:
      room.append("tool.called", by, { call: "c5", tool: "run_command", args: '{"command":"python3 -m unittest -q tests.test_server"}', task: "1.2" });
      break;
    case 2:
      work.sessions[0]?.steps?.push({ said: "Now it holds.", calls: [{ id: "c5", name: "run_command", summary: "all 9 tests of the server pass", done: true }] });
      room.append("tool.finished", by, { call: "c5", tool: "run_command", ok: true, summary: "all 9 tests of the server pass", text: "OK", task: "1.2" });
      break;
    default:
      Object.assign(second, { status: "completed", merged: "5eed12", changed_at: Date.now() });
      work.sessions = [];
      room.append("task.changed", system, { task: "1.2", from: "running", to: "completed", act: "finish" });
      line(room, "1.2 is merged.");
  }
}
