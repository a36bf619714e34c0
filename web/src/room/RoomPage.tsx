// A room: its head, the conversation, what is wanted of the person, and beside it the team and the artefact.
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { api, asProblem } from "../api/client";
import type { Problem } from "../api/types.gen";
import { app } from "../data/app";
import { keep, kept } from "../data/kept";
import { useModel } from "../data/model";
import { roomPath } from "../data/route";
import type { Tab } from "../panes/Artefact";
import { Team } from "../panes/Team";
import { plural } from "../text/say";
import { doingText } from "../text/shown";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/Icon";
import { Empty, ProblemNote, Skeleton } from "../ui/bits";
import { useKeys } from "../ui/keys";
import { useDesk } from "../ui/useMedia";
import { Composer, type ComposerHandle } from "./Composer";
import { PlanEdit } from "../work/PlanEdit";
import { GateCard } from "./GateCard";
import { MessageRow } from "./MessageRow";
import { nameIn, PeopleContext } from "./people";
import { QuestionsForm } from "./QuestionsForm";
import { RoomHead } from "./RoomHead";
import { ClosedRow, DayRow, GrowingRow, PendingRow, TroubleRow } from "./rows";
import { type ListHandle, VirtualList } from "./VirtualList";

const Artefact = lazy(() => import("../panes/Artefact").then(({ Artefact: it }) => ({ default: it })));

interface Props {
  id: string;
  message: string | undefined;
  onMenu: () => void;
}

export function RoomPage({ id, message, onMenu }: Props): ReactNode {
  const model = useModel(app.roomOf(id));
  const desk = useDesk();
  const [pane, setPane] = useState(() => kept("pane", true));
  const [wide, setWide] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [tab, setTab] = useState<Tab>();
  const [atEnd, setAtEnd] = useState(true);
  const [seenKey, setSeenKey] = useState<string>();
  const [marked, setMarked] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [asking, setAsking] = useState<"cancel">();
  const list = useRef<ListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const room = model.room;
  const rows = model.timeline();
  const people = useMemo(() => ({ me: app.session?.name ?? "", agents: room?.agents ?? [] }), [room?.agents]);

  // How far one has read: the newest event while the end of the talk is in view.
  const lastKey = rows.at(-1)?.key;
  useEffect(() => {
    if (!atEnd || document.visibilityState !== "visible") return;
    setSeenKey(lastKey);
    if (model.cursor) app.sawRoom(id, model.cursor);
  }, [atEnd, lastKey, model.cursor, id]);


  const act = useCallback(async (work: Promise<unknown>) => {
    try {
      await work;
      setProblem(undefined);
    } catch (error) {
      setProblem(asProblem(error));
    }
    model.refresh();
  }, [model]);
  const say = useCallback((text: string) => {
    model.say(text);
    list.current?.toEnd();
  }, [model]);
  const stop = useCallback(() => void act(api.interrupt(id)), [act, id]);
  const resume = useCallback(() => void act(api.resume(id)), [act, id]);
  const show = useCallback((which: Tab) => {
    setTab(which);
    if (desk) setPane(true);
    else setSheet(true);
  }, [desk]);
  useEffect(() => {
    if (!message || model.status !== "ready") return;
    // A link may lead to an idea or to a question, too.
    if (message.startsWith("idea-")) show("ideas");
    if (message.startsWith("task-")) show("work");
    if (!message.startsWith("m-")) {
      const timer = setTimeout(() => {
        const target = document.getElementById(message);
        target?.scrollIntoView({ block: "center" });
        target?.focus();
      }, 400);
      return () => clearTimeout(timer);
    }
    let gone = false;
    void model.loadUntil(message).then((there) => {
      if (!there || gone) return;
      setMarked(message);
      requestAnimationFrame(() => list.current?.toKey(message));
    });
    return () => {
      gone = true;
    };
  }, [message, model.status, model, show]);
  const write = useCallback((text: string) => {
    setSheet(false);
    composer.current?.put(text);
  }, []);
  const onWhole = useCallback((whole: string) => void model.loadWhole(whole), [model]);
  const onCorrect = useCallback(() => show("project"), [show]);
  const onReport = useCallback(() => show("report"), [show]);
  const onWork = useCallback(() => show("work"), [show]);
  const onNearTop = useCallback(() => void model.loadOlder(), [model]);
  const togglePane = () => {
    if (!desk) return setSheet(true);
    setPane(!pane);
    keep("pane", !pane);
  };

  const votes = model.projects.get(room?.project?.id ?? "")?.votes;
  const linkOf = (agent: string) => {
    const vote = votes?.findLast((one) => one.agent === agent);
    return vote ? roomPath(id, vote.message) : undefined;
  };
  const isStop = (key: string) => rows.find((row) => row.key === key)?.kind !== "day";
  const toIdea = (by: number) => {
    const cards = [...document.querySelectorAll<HTMLElement>('[id^="idea-"]')];
    const now = cards.findIndex((one) => one === document.activeElement);
    const next = cards[Math.max(0, Math.min(cards.length - 1, now + by))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  useKeys({
    j: () => list.current?.step(1, isStop),
    k: () => list.current?.step(-1, isStop),
    m: () => composer.current?.focus(),
    e: () => list.current?.toEnd(),
    "]": () => toIdea(1),
    "[": () => toIdea(-1),
    t: togglePane,
  });

  const working = !model.resting || room?.state === "working";
  const silent = useSilence(model, working);
  if (model.status === "error" && model.problem)
    return (
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-14 items-center px-2 tablet:hidden"><button type="button" className="icon-button" aria-label="Rooms" onClick={onMenu}><Icon name="menu" /></button></div>
        <div className="mx-auto w-full max-w-lg p-6"><h1 className="sr-only">Room</h1><ProblemNote problem={model.problem} onRetry={() => void model.load()} /></div>
      </div>
    );

  const growing = [...model.log.growing.values()].filter((one) => !one.done);
  const questions = room?.questions.filter((one) => !one.end) ?? [];
  const gates = room?.gates ?? [];
  const seenAt = seenKey ? rows.findIndex((row) => row.key === seenKey) : -1;
  const unseen = atEnd || seenAt < 0 ? 0 : rows.slice(seenAt + 1).filter((row) => row.kind === "message").length;
  const wanted = gates.length || questions.length;

  const right = room ? (
    <>
      <div className="max-h-[30%] shrink-0 overflow-y-auto desk:max-h-[45%]">
        <Team agents={room.agents} onAddress={(agent) => { setSheet(false); composer.current?.insert(`@${agent} `); }} />
      </div>
      <Suspense fallback={<div className="flex-1 border-t border-line p-4"><Skeleton /></div>}>
        <Artefact model={model} room={room} wide={wide} tab={tab} onTab={setTab} onCorrect={write} onSay={say} />
      </Suspense>
    </>
  ) : <div className="p-4"><Skeleton rows={6} /></div>;

  return (
    <PeopleContext value={people}>
      <div className="flex min-w-0 flex-1 flex-col">
        <RoomHead room={room} working={working} onMenu={onMenu} onPane={togglePane} paneShown={desk ? pane : sheet} onStop={stop} onResume={resume} onPause={() => say("/pause")} onCancel={() => setAsking("cancel")} onShow={show} />
        <h2 className="sr-only">Conversation</h2>
        {model.status === "loading" ? (
          <div className="mx-auto w-full max-w-[52rem] flex-1 px-6 py-6"><Skeleton rows={9} /></div>
        ) : (
          <VirtualList
            key={id}
            handle={list}
            rows={rows}
            label="Conversation"
            growingKey={growing[0]?.turn.replace(/^t-/, "m-")}
            onNearTop={onNearTop}
            onAtEnd={setAtEnd}
            head={model.older === "none" ? <div className="pt-4" /> : <p className="py-3 text-center text-xs text-muted" role="status">{model.older === "loading" ? "Loading what was said before…" : "\u00a0"}</p>}
            render={(i) => {
              const row = rows[i];
              switch (row?.kind) {
                case "day":
                  return <DayRow day={row.day} />;
                case "message":
                  return <MessageRow room={id} message={row.message} first={row.first} noted={row.noted} marked={row.key === marked} onWhole={onWhole} onCorrect={onCorrect} onReport={onReport} onWork={onWork} />;
                case "growing":
                  return <GrowingRow growing={row.growing} />;
                case "pending":
                  return <PendingRow pending={row.pending} onRetry={() => model.retry(row.pending)} onDiscard={() => model.discard(row.pending)} onEdit={() => { model.discard(row.pending); write(row.pending.text); }} />;
                case "closed":
                  return <ClosedRow gate={row.gate} me={people.me} />;
                case "trouble":
                  return <TroubleRow trouble={row.trouble} />;
                default:
                  return null;
              }
            }}
            tail={
              <>
                {!rows.length && room?.state === "empty" ? <Empty icon="team" title="Nothing was said here yet">Say what you want in your own words. The team asks before it does anything.</Empty> : null}
                {room?.problem ? <div className="my-3 tablet:ml-7"><ProblemNote problem={{ title: room.problem.message, detail: room.problem.cause, cure: room.problem.cure }} retry="Go on" onRetry={resume} /></div> : null}
                {questions.length ? <QuestionsForm room={id} questions={questions} onSay={say} /> : null}
                {gates.map((gate, i) => (
                  <div key={gate.gate} id={gate.gate} tabIndex={-1} data-tall>
                    <GateCard gate={gate} agents={room?.agents ?? []} keys={i === gates.length - 1} linkOf={linkOf} answering={model.answering.get(gate.gate)} onAnswer={(option, reason) => void model.answer(gate, option, reason)} onForget={() => model.forgetAnswer(gate.gate)}>
                      <PlanEdit room={id} gate={gate} agents={room?.agents ?? []} />
                      {gate.type === "ready" || gate.type === "approval" ? <p className="mt-2"><button type="button" className="text-sm text-info underline underline-offset-2" onClick={() => show("brief")}>Read the brief</button></p> : null}
                      {gate.type === "task_failed" || (gate.type === "review" && room?.project?.plan_revision) ? <p className="mt-2"><button type="button" className="text-sm text-info underline underline-offset-2" onClick={onWork}>See tasks and diffs</button></p> : null}
                    </GateCard>
                  </div>
                ))}
              </>
            }
          />
        )}
        <div className="relative mx-auto w-full max-w-[52rem] px-3 pb-3 tablet:px-6">
          {!atEnd && (unseen || wanted || growing.length) ? (
            <button type="button" className="button absolute -top-11 left-1/2 -translate-x-1/2 rounded-full whitespace-nowrap shadow-float arrive" onClick={() => list.current?.toEnd()}>
              <Icon name="down" size={15} />{unseen ? `${unseen} new below` : wanted ? "Your turn, below" : "More below"}
            </button>
          ) : null}
          {problem ? <div className="mb-2"><ProblemNote problem={problem} onRetry={() => setProblem(undefined)} retry="Close" /></div> : null}
          <p className="flex min-h-6 items-center gap-2 px-1 text-xs text-muted" role="status">
            {silent ? (
              <>Nothing was heard for a while: somebody thinks for long, or was cut off. <button type="button" className="text-info underline underline-offset-2" onClick={resume}>Go on</button></>
            ) : growing.length && growing[0] ? (
              growing.length === 1 ? <>{nameIn(people, growing[0].agent)} {growing[0].wait ?? doingText(growing[0].task)}…</> : <>{growing.map((one) => nameIn(people, one.agent)).join(", ")} are at work…</>
            ) : room?.state === "paused" && !room.problem ? (
              <>Paused. Everything is saved. <button type="button" className="text-info underline underline-offset-2" onClick={resume}>Go on</button></>
            ) : (
              <span className={!working && /^your turn/i.test(room?.project?.due ?? "") ? "font-medium text-ask" : ""}>{working ? "The team is at work…" : (wanted ? "" : (room?.project?.due ?? ""))}</span>
            )}
          </p>
          <Composer key={id} room={id} last={() => model.log.messages.findLast((one) => one.by === "person" && one.from === people.me)?.text} working={working} onSay={say} onStop={stop} handle={composer} />
          {room?.demo ? <p className="pt-1 text-center text-xs text-muted">Demo mode: scripted answers, no AI model.<span className="max-tablet:hidden"> Set up a model to hear real ones.</span></p> : null}
        </div>
        <Announcer model={model} people={people} />
      </div>
      {desk && pane ? <aside aria-label="Team and artefact" className={`relative flex min-h-0 flex-col border-l border-line bg-paper ${wide ? "w-[46vw]" : "w-[21.5rem] min-[112rem]:w-[28rem]"}`}>
        <button type="button" className="icon-button absolute top-1.5 right-2 z-10 h-7 w-7" aria-label={wide ? "Make it narrow" : "Make it wide"} title={wide ? "Make it narrow" : "Make it wide"} onClick={() => setWide(!wide)}><Icon name={wide ? "narrow" : "wide"} size={15} /></button>
        {right}
      </aside> : null}
      {!desk && sheet ? <Dialog kind="right" title="Team and artefact" onClose={() => setSheet(false)}><div className="flex min-h-0 flex-1 flex-col">{right}</div></Dialog> : null}
      {asking ? (
        <Dialog title="End this project?" onClose={() => setAsking(undefined)}>
          <div className="p-4">
            <p>What is under way stops for good. What was said stays, and <code className="font-mono text-sm">/resume</code> takes the project up again.</p>
            <div className="mt-4 flex justify-end gap-2">
              <button type="button" className="button" autoFocus onClick={() => setAsking(undefined)}>Keep it</button>
              <button type="button" className="button button-danger" onClick={() => { setAsking(undefined); void act(api.cancel(id)); }}>End it</button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </PeopleContext>
  );
}

// Who is at work and says nothing for long may have been cut off, with the server say: then there must be a way on.
const longSilence = 40_000;
function useSilence(model: { heardAt: number }, working: boolean): boolean {
  const [, again] = useState(0);
  useEffect(() => {
    if (!working) return;
    const timer = setInterval(() => again((one) => one + 1), 5000);
    return () => clearInterval(timer);
  }, [working]);
  return working && Date.now() - model.heardAt > longSilence;
}

// What is new is read out once it is whole, and only its beginning.
function Announcer({ model, people }: { model: ReturnType<typeof app.roomOf>; people: { me: string; agents: { id: string; name: string }[] } }): ReactNode {
  // What was there when the room was opened is read, not announced.
  const first = useRef<number>(undefined);
  if (first.current === undefined && model.status === "ready") first.current = model.cursor;
  const last = model.log.messages.at(-1);
  const fresh = last && last.room_seq > (first.current ?? Infinity) && last.from !== people.me ? last : undefined;
  const questions = model.room?.questions.length ?? 0;
  return (
    <div className="sr-only" aria-live="polite">
      {fresh ? `${nameIn({ me: people.me, agents: people.agents as never }, fresh.from)}: ${fresh.text.slice(0, 240)}` : ""}
      {model.resting && questions ? ` ${plural(questions, "question")} for you.` : ""}
    </div>
  );
}
