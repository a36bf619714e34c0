// What an agent says and does in its session, as it goes on. The newest stands last, and is in view unless one reads above.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AgentSession } from "../api/types.gen";
import { plural } from "../text/say";
import { Markdown } from "../text/markdown";
import { useName } from "../room/people";
import { Icon } from "../ui/Icon";

type Step = NonNullable<AgentSession["steps"]>[number];

function StepItem({ step }: { step: Step }): ReactNode {
  return (
    <li className="py-1.5">
      {step.said ? <Markdown text={step.said} className="text-sm" /> : null}
      {step.calls?.map((call) => (
        <p key={call.id} className="flex items-start gap-1.5 font-mono text-xs leading-5">
          <span className={`pt-1 ${call.failed ? "text-danger" : call.done ? "text-accent" : "text-muted"}`}><Icon name={call.failed ? "close" : call.done ? "check" : "clock"} size={12} /></span>
          <span className="min-w-0 break-words">{call.summary || call.name}<span className="sr-only">{call.failed ? ", failed" : call.done ? ", done" : ", under way"}</span></span>
        </p>
      ))}
      {step.notes?.map((note, i) => <p key={i} className="mt-0.5 flex items-start gap-1.5 text-xs text-ask"><span className="pt-0.5"><Icon name="comment" size={12} /></span><span className="min-w-0 break-words"><span className="sr-only">Told: </span>{note}</span></p>)}
    </li>
  );
}

export function TaskLog({ session }: { session: AgentSession }): ReactNode {
  const name = useName();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const steps = session.steps ?? [];
  const earlier = Math.max(0, (session.rounds ?? steps.length) - steps.length);
  useEffect(() => {
    const element = box.current;
    if (open && element && atEnd.current) element.scrollTop = element.scrollHeight;
  });
  return (
    <section>
      <button type="button" className="button button-quiet -ml-3 text-info" aria-expanded={open} onClick={() => setOpen(!open)}><Icon name="terminal" size={15} />{open ? "Hide" : "Show"} what {session.agent ? name(session.agent) : "it"} does, {plural(session.rounds ?? steps.length, "step")}</button>
      {open ? (
        <div
          ref={box}
          tabIndex={0}
          role="log"
          aria-label={`What ${session.agent ? name(session.agent) : "the agent"} does`}
          aria-live="off"
          className="mt-1 max-h-80 overflow-y-auto rounded-lg border border-line bg-sunk px-3 py-1"
          onScroll={(event) => {
            const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
            atEnd.current = scrollHeight - scrollTop - clientHeight < 24;
          }}
        >
          {earlier ? <p className="py-1 text-xs text-muted">{plural(earlier, "earlier step")} not kept</p> : null}
          <ol className="divide-y divide-line">{steps.map((step, i) => <StepItem key={earlier + i} step={step} />)}</ol>
        </div>
      ) : null}
    </section>
  );
}
