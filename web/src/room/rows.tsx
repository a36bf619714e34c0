// The other rows of the conversation: words that grow, what is being sent, answered gates, troubles, days.
import { type ReactNode, useContext } from "react";
import type { ClosedGate, Growing, Trouble } from "../data/log";
import type { Pending } from "../data/outbox";
import { lookOf } from "../text/agents";
import { Markdown } from "../text/markdown";
import { clock, dayName } from "../text/say";
import { doingText, isForMachines, isPage, wordsOf } from "../text/shown";
import { Coded } from "../ui/Coded";
import { Icon } from "../ui/Icon";
import { Initial, Mark } from "../ui/Mark";
import { PeopleContext, useName } from "./people";

export function DayRow({ day }: { day: string }): ReactNode {
  return <div className="flex items-center gap-3 pt-5 pb-1 text-xs font-medium text-muted"><span className="h-px flex-1 bg-line" />{dayName(day)}<span className="h-px flex-1 bg-line" /></div>;
}

export function GrowingRow({ growing }: { growing: Growing }): ReactNode {
  const name = useName();
  const hidden = !growing.text || isForMachines(growing.text) || isPage(growing.text);
  return (
    <article tabIndex={-1} aria-label={`${name(growing.agent)} is speaking`} className="flex gap-3 pt-4">
      <div className="flex w-4 shrink-0 justify-center pt-1"><span className="breathing"><Mark agent={growing.agent} /></span></div>
      <div className="min-w-0 flex-1">
        <header className="mb-0.5 flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className={`font-semibold tone-${lookOf(growing.agent).tone} text-agent`}>{name(growing.agent)}</span>
          <span className="text-muted">{growing.wait ?? doingText(growing.task)}…</span>
        </header>
        {hidden ? null : <Markdown text={wordsOf(growing.text)} />}
      </div>
    </article>
  );
}

export function PendingRow({ pending, onRetry, onDiscard, onEdit }: { pending: Pending; onRetry: () => void; onDiscard: () => void; onEdit: () => void }): ReactNode {
  return (
    <article tabIndex={-1} aria-label="You, being sent" className="flex gap-3 pt-4">
      <div className="flex w-4 shrink-0 justify-center pt-1"><Initial name={useContext(PeopleContext).me} /></div>
      <div className="min-w-0 flex-1">
        <header className="mb-0.5 flex items-baseline gap-2 text-sm">
          <span className="font-semibold">You</span>
          <span className="text-xs text-muted">{pending.state === "sending" ? "sending…" : pending.state === "waiting" ? "kept here; it is sent when the connection is back" : ""}</span>
        </header>
        <div className="inline-block max-w-full rounded-lg bg-sunk px-3 py-2"><Markdown text={pending.text} /></div>
        {pending.state === "failed" ? (
          <div role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-sm text-danger">
            <span>Not sent: {pending.problem?.title} {pending.problem?.cure}</span>
            <button type="button" className="button" onClick={onRetry}>Send again</button>
            <button type="button" className="button" onClick={onEdit}>Edit</button>
            <button type="button" className="button" onClick={onDiscard}>Discard</button>
          </div>
        ) : null}
      </div>
    </article>
  );
}

// Who, what, when: that is all that is left of a question that was answered.
export function ClosedRow({ gate, me }: { gate: ClosedGate; me: string }): ReactNode {
  return (
    <article tabIndex={-1} aria-label="Answered" className="my-2 ml-7 flex flex-wrap items-baseline gap-x-2 rounded-lg border border-l-[3px] border-line border-l-accent bg-raised px-3 py-1.5 text-sm">
      <span className="self-center text-accent"><Icon name="check" size={15} /></span>
      <span><b className="font-semibold">{gate.by === me ? "You" : gate.by}</b>: {gate.answer}{gate.reason ? `, “${gate.reason}”` : ""}</span>
      <span className="min-w-0 break-words text-muted"><Coded text={gate.question} /></span>
      <span className="text-xs text-muted">{clock(gate.at)}</span>
    </article>
  );
}

export function TroubleRow({ trouble }: { trouble: Trouble }): ReactNode {
  const name = useName();
  return (
    <article tabIndex={-1} aria-label={trouble.level === "failed" ? "A problem" : "A warning"} className={`my-2 ml-7 rounded-lg border border-l-[3px] border-line bg-raised px-3 py-1.5 text-sm ${trouble.level === "failed" ? "border-l-danger" : "border-l-ask-edge"}`}>
      <p><span className={`font-medium ${trouble.level === "failed" ? "text-danger" : "text-ask"}`}>{trouble.agent ? `${name(trouble.agent)}: ` : ""}{trouble.message}</span> <span className="text-xs text-muted">{clock(trouble.at)}</span></p>
      {trouble.cause ? <p className="text-muted">{trouble.cause}</p> : null}
      {trouble.cure ? <Markdown text={trouble.cure} className="text-sm" /> : null}
    </article>
  );
}
