// Each component in each of its states, on one page: for whoever changes one, and for the tests' pictures. Not in the build.
import { type ReactNode, useRef } from "react";
import { createRoot } from "react-dom/client";
import { CostTable, CostTotal } from "../src/panes/CostTable";
import { Brief } from "../src/panes/Brief";
import { History } from "../src/panes/History";
import { IdeaBoard } from "../src/panes/Ideas";
import { Team } from "../src/panes/Team";
import { Composer, type ComposerHandle } from "../src/room/Composer";
import { GateCard } from "../src/room/GateCard";
import { MessageRow } from "../src/room/MessageRow";
import { PeopleContext } from "../src/room/people";
import { PhaseStrip } from "../src/room/PhaseStrip";
import { QuestionsForm } from "../src/room/QuestionsForm";
import { ClosedRow, DayRow, GrowingRow, PendingRow, TroubleRow } from "../src/room/rows";
import { Mark } from "../src/ui/Mark";
import { Empty, ProblemNote, Skeleton } from "../src/ui/bits";
import { summary } from "../fake/agency";
import { cards } from "../fake/cards";
import { diffs } from "../fake/diffs";
import { diffOf } from "../src/text/diff";
import { DiffFileView } from "../src/work/DiffFileView";
import { TaskCard } from "../src/work/TaskCard";
import { boardTasks, workGates } from "./work";
import { agents, at, gate, ideas, message, project, questions, sum, whole } from "./data";
import "../src/style.css";

const nothing = () => undefined;
const problem = { type: "about:blank", title: "Somebody has answered this already.", status: 409, code: "gate_answered", cure: "Look at it again." };

function Story({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }): ReactNode {
  return <section data-story={name} className={`border-b border-line py-6 ${wide ? "" : "max-w-3xl"}`}><h2 className="label mb-3">{name}</h2>{children}</section>;
}
const row = (change: Parameters<typeof message>[0], more: { first?: boolean; noted?: string; marked?: boolean } = {}) => <MessageRow room="r" message={message(change)} first={more.first ?? true} noted={more.noted} marked={more.marked ?? false} onWhole={nothing} onCorrect={nothing} onReport={nothing} />;

function Stories(): ReactNode {
  const handle = useRef<ComposerHandle>(null);
  return (
    <PeopleContext value={{ me: "ana", agents }}>
      <main className="mx-auto max-w-5xl px-4 py-8">
        <h1 className="text-xl font-semibold">Each component in each of its states</h1>
        <Story name="Buttons"><div className="flex flex-wrap gap-2"><button type="button" className="button button-go">Start</button><button type="button" className="button">Change</button><button type="button" className="button button-quiet">Back</button><button type="button" className="button button-danger">End it</button><button type="button" className="button" disabled>Not now</button></div></Story>
        <Story name="Marks"><ul className="flex flex-wrap gap-4">{Object.entries(cards).map(([id, card]) => <li key={id} className="flex items-center gap-2 text-sm"><Mark agent={id} />{card.name}</li>)}</ul></Story>
        <Story name="Phases"><div className="flex flex-col gap-3"><PhaseStrip project={project({})} /><PhaseStrip project={project({ phase: "ready", iteration: 3 })} /><PhaseStrip project={project({ phase: "execution" })} /><PhaseStrip project={project({ phase: "review" })} /><PhaseStrip project={project({ phase: "idle", active: false, ending: "success" })} /><PhaseStrip project={project({ phase: "idle", active: false, ending: "cancellation" })} /><PhaseStrip project={project({ phase: "failed" })} /></div></Story>
        <Story name="Messages">
          <DayRow day={at} />
          {row({ text: "Two things will sink this: **nobody brings the drill back**, and `winter`.", from: "adversary" })}
          {row({ text: "And a third one, said by the same agent right after.", from: "adversary" }, { first: false })}
          {row({ text: "To @coder alone: can it be *one* page?", from: "creative", to: "coder" })}
          {row({ text: "1. depth\n2. tide\n\n> what was said before\n\n| a | b |\n| - | - |\n| one | two |\n\n- [x] done\n- [ ] not done", from: "coder", rehearsal: true, kind: "work" })}
          {row({ text: "The page.\n\n```html path=index.html\n<h1 class=\"big\">Tools</h1>\n<script>\n  const many = 12; // at most\n</script>\n```", from: "coder", kind: "work" })}
          {row({ text: Array.from({ length: 60 }, (_, i) => `Line ${i + 1} of a long text.`).join("\n"), from: "researcher" })}
          {row({ text: "What was said until", interrupted: true, from: "architect" })}
          {row({ text: "The beginning of", more: true, from: "architect" })}
          {row({ text: "Cut off by the model at", cut: true, from: "ux" })}
          {row({ text: "<!doctype html><html></html>", from: "ui-creator", kind: "visualization" })}
          {row({ by: "person", from: "ana", text: "1: everyone on the street\n2: you decide", kind: "user" }, { noted: "borrowers, first things" })}
          {row({ by: "person", from: "milo", text: "And on Sundays?", kind: "user", channel: "telegram:123456" })}
          {row({ by: "person", from: "ana", text: "Somebody came here by a link to this.", kind: "user" }, { marked: true })}
          {row({ by: "person", from: "ana", text: "/thorough", marker: "command" })}
          {row({ by: "system", from: "folkmoot", text: "Started: creative and coder work on it.", marker: "confirmation" })}
          {row({ by: "system", from: "folkmoot", text: "Your turn: read the brief, and say whether to start.", marker: "confirmation" })}
          {row({ by: "system", from: "folkmoot", text: "Enough was asked and answered.", marker: "confirmation" })}
        </Story>
        <Story name="Words that grow">
          <GrowingRow growing={{ turn: "t-1", agent: "leader", attempt: 1, bytes: 0, text: "", task: "draft" }} />
          <GrowingRow growing={{ turn: "t-2", agent: "critic", attempt: 1, bytes: 0, text: "Two things will", task: "discuss" }} />
          <GrowingRow growing={{ turn: "t-3", agent: "coder", attempt: 1, bytes: 0, text: "", wait: "waits for a free model" }} />
          <GrowingRow growing={{ turn: "t-4", agent: "ideation", attempt: 1, bytes: 0, text: '{"ideas": [', task: "ideation" }} />
        </Story>
        <Story name="What is being sent">
          {(["sending", "waiting", "failed"] as const).map((state) => <PendingRow key={state} pending={{ key: state, text: "And on Sundays?", at, state, problem: { ...problem, title: "The room is closed.", cure: "Open another one." } }} onRetry={nothing} onDiscard={nothing} onEdit={nothing} />)}
        </Story>
        <Story name="Answered, and troubles">
          <ClosedRow me="ana" gate={{ gate: "g", seq: 1, at, question: "Start on this?", type: "ready", answer: "Start implementation", by: "ana" }} />
          <ClosedRow me="ana" gate={{ gate: "g", seq: 1, at, question: "Accept this work?", type: "review", answer: "Adjust one thing", by: "milo", reason: "the button is too small" }} />
          <TroubleRow trouble={{ seq: 1, at, level: "failed", agent: "coder", code: "model_refused", message: "The model refused the request.", cause: "429 Too Many Requests", cure: "Wait a minute and say `/resume`." }} />
          <TroubleRow trouble={{ seq: 1, at, level: "warned", code: "budget", message: "Four fifths of today's budget are used." }} />
        </Story>
        <Story name="Gates">
          <GateCard gate={gate({})} agents={agents} answering={undefined} onAnswer={nothing} onForget={nothing} keys />
          <GateCard gate={gate({ type: "review", question: "Accept this work?", options: [{ id: "accept", label: "Accept" }, { id: "adjust-one-thing", label: "Adjust one thing" }, { id: "back-to-discussion", label: "Back to discussion" }] })} agents={[]} answering={undefined} onAnswer={nothing} onForget={nothing} />
          <GateCard gate={gate({ type: "parked", question: "No model answers. How shall it go on?", expired: true, options: [{ id: "try-again", label: "Try again" }, { id: "stop", label: "Stop" }] })} agents={[]} answering={undefined} onAnswer={nothing} onForget={nothing} />
          <GateCard gate={gate({ type: "other_matter", question: "Is this another matter?" })} agents={[]} answering={{ option: "start-implementation", label: "Start implementation" }} onAnswer={nothing} onForget={nothing} />
          <GateCard gate={gate({ type: "escalate", question: "Shall it be built?" })} agents={[]} answering={{ option: "start-implementation", label: "Start", problem }} onAnswer={nothing} onForget={nothing} />
        </Story>
        <Story name="Gates of the work">
          {workGates.map((one) => <GateCard key={one.type + one.question} gate={one} agents={[]} answering={undefined} onAnswer={nothing} onForget={nothing} />)}
        </Story>
        <Story name="Lines of the work">
          {row({ by: "system", from: "folkmoot", marker: "command", text: "builder has built 1.1 (3 files, +41 -3). `python3 -m unittest` passes." })}
          {row({ by: "system", from: "folkmoot", marker: "command", text: "reviewer asks for changes in 1.1:\n- diary.py:9 (major) Two at the same second both get the time." })}
          {row({ by: "system", from: "folkmoot", marker: "command", text: "1.4 is not done: `make` fails" })}
          {row({ by: "system", from: "folkmoot", marker: "command", text: "1.1 is merged." })}
          {row({ from: "leader", kind: "review", text: summary })}
        </Story>
        <Story name="Tasks">
          <h3 className="label mb-2">As the board has them</h3>
          <ol className="flex max-w-md flex-col gap-2">{boardTasks.map((one) => <TaskCard key={one.plan.id} {...one} before={[]} sessions={[]} onDiff={nothing} />)}</ol>
        </Story>
        <Story name="A diff" wide>{diffOf(diffs["1.2"] ?? "").map((file) => <DiffFileView key={file.path} file={file} wrap at={file.path === "server.py" ? 18 : undefined} agent="builder" onRemark={nothing} />)}</Story>
        <Story name="Questions"><QuestionsForm room="stories" questions={questions} onSay={nothing} /></Story>
        <Story name="Composer"><div className="flex flex-col gap-4"><Composer room="stories-1" working={false} onSay={nothing} onStop={nothing} handle={handle} /><Composer room="stories-2" working onSay={nothing} onStop={nothing} handle={handle} /></div></Story>
        <Story name="Team"><div className="card w-86"><Team agents={agents} onAddress={nothing} /></div></Story>
        <Story name="Brief" wide><div className="grid gap-4 desk:grid-cols-2"><div className="card"><Brief whole={undefined} wide={false} /></div><div className="card"><Brief whole={whole} wide={false} /></div></div></Story>
        <Story name="Project"><div className="card"><History whole={whole} onCorrect={nothing} /></div></Story>
        <Story name="Ideas" wide><div className="grid gap-4 desk:grid-cols-2"><div className="card"><IdeaBoard items={ideas} chosen={{ id: "idea-1", score: 780, by_rule: "score", flags: ["pinned"] }} /></div><div className="card"><IdeaBoard items={[]} chosen={undefined} /></div></div></Story>
        <Story name="Costs"><div className="flex flex-col gap-5"><CostTotal sum={sum(2_345_000, 41, 3)} /><CostTable title="By agent" lines={[{ name: "leader", sum: sum(1_400_000, 12) }, { name: "coder", sum: sum(900_000, 20) }, { name: "ux", sum: sum(45_000, 9, 2) }]} /></div></Story>
        <Story name="Empty, loading, problem"><div className="flex flex-col gap-4"><Empty icon="inbox" title="Nothing waits for you" action={<button type="button" className="button">New room</button>}>When a team has a question, it stands here.</Empty><Skeleton /><ProblemNote problem={problem} onRetry={nothing} /></div></Story>
      </main>
    </PeopleContext>
  );
}

document.body.style.overflow = "auto";
const root = document.getElementById("root");
if (root) createRoot(root).render(<Stories />);
