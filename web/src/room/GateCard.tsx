// A question that only the person can answer: what is asked, what follows, who stands where, and a button for each answer.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Agent, Gate, Problem } from "../api/types.gen";
import { GateSubject } from "../work/GateSubject";
import { Coded } from "../ui/Coded";
import { Go } from "../ui/Go";
import { Icon } from "../ui/Icon";
import { Mark } from "../ui/Mark";
import { Kbd, When } from "../ui/bits";

const follows: Record<string, string> = {
  ready: "With a start the team works by this brief and shows you what it made. Nothing is done before that.",
  approval: "With a yes the team works by this brief and shows you what it made. Nothing is done before that.",
  review: "What is accepted ends the project, and later teams are told of it.",
  parked: "Nothing goes on until this is answered, and nothing is lost meanwhile.",
  permission: "The agent waits for your word; the others go on. “For this project” is asked no more of this agent.",
  task_failed: "What does not need this task goes on meanwhile.",
  budget: "Nothing more is spent until this is answered.",
  paused: "It goes on where it was left.",
  interrupted: "It goes on where it was left.",
  unknown_effect: "It is not done again before this is answered.",
};

function followsOf({ type, subject, options }: Gate): string | undefined {
  if (subject?.plan) return "With a yes it is built by this plan on a branch of its own, tested and reviewed. Your own files stay as they are.";
  if (type === "review" && options.some((one) => one.id === "accept-and-merge")) return "It stands on a branch of its own. Bringing it in changes your branch; accepting alone does not.";
  return follows[type];
}

// An answer of this kind says nothing without words.
const needsWords = (option: string): boolean => /^(change|adjust|edit)|different/.test(option);
const stanceWords: Record<NonNullable<Agent["stance"]>, string> = { agrees: "agrees", agrees_with_conditions: "agrees, with conditions", objects: "objects", abstains: "abstains" };
const stanceColor: Record<NonNullable<Agent["stance"]>, string> = { agrees: "text-accent", agrees_with_conditions: "text-ask", objects: "text-danger", abstains: "text-muted" };

export function Stances({ agents, linkOf }: { agents: Agent[]; linkOf?: (agent: string) => string | undefined }): ReactNode {
  const all = agents.filter((one) => one.stance);
  if (!all.length) return null;
  return (
    <ul className="mt-2 flex flex-col gap-1 text-sm" aria-label="Who agrees">
      {all.map((one) => one.stance ? (
        <li key={one.id} className="flex gap-2">
          <span className="pt-0.5"><Mark agent={one.id} /></span>
          <span><b className="font-semibold">{one.name}</b> <Said to={linkOf?.(one.id)}><span className={stanceColor[one.stance]}>{stanceWords[one.stance]}</span></Said>{one.stance_why && one.stance !== "agrees" ? <span className="text-muted">: {one.stance_why}</span> : null}</span>
        </li>
      ) : null)}
    </ul>
  );
}

// Where it is known in which message somebody said so, that is one click away.
function Said({ to, children }: { to: string | undefined; children: ReactNode }): ReactNode {
  return to ? <Go to={to} className="underline decoration-line underline-offset-2 hover:decoration-current">{children}</Go> : children;
}

interface Props {
  linkOf?: (agent: string) => string | undefined;
  gate: Gate;
  agents: Agent[];
  answering: { option: string; label: string; problem?: Problem } | undefined;
  onAnswer: (option: string, reason?: string) => void;
  onForget: () => void;
  // Number keys press its buttons; only one card of a page may have them.
  keys?: boolean;
  level?: "h2" | "h3";
  children?: ReactNode;
}

export function GateCard({ gate, agents, answering, onAnswer, onForget, keys = false, level: Title = "h3", linkOf, children }: Props): ReactNode {
  const [words, setWords] = useState<{ option: string; text: string }>();
  const [withReason, setWithReason] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const choose = (option: string) => {
    if (withReason || needsWords(option)) setWords({ option, text: "" });
    else onAnswer(option);
  };
  useEffect(() => {
    if (words) field.current?.focus();
  }, [words?.option]);
  useEffect(() => {
    if (!keys || answering || words) return;
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [contenteditable]")) return;
      const option = gate.options[Number(event.key) - 1];
      if (option) choose(option.id);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const label = gate.options.find((one) => one.id === words?.option)?.label;
  return (
    <section aria-label={gate.question} className="my-3 rounded-lg border border-l-[3px] border-line border-l-ask-edge bg-raised p-4 tablet:ml-7">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <Title className="min-w-0 text-base font-semibold break-words"><Coded text={gate.question} /></Title>
        <span className="text-xs text-muted">asked <When at={gate.at} /></span>
      </header>
      {gate.expired ? <p className="mt-1 text-sm text-ask">Nobody answered in time, so it was put aside. You can still answer it.</p> : null}
      {followsOf(gate) ? <p className="mt-1 text-sm text-muted">{followsOf(gate)}</p> : null}
      <GateSubject gate={gate} />
      {children}
      {gate.type === "ready" || gate.type === "approval" ? <Stances agents={agents} linkOf={linkOf} /> : null}
      {answering?.problem ? (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-2 text-sm text-danger">
          <span>{answering.problem.title} {answering.problem.cure}</span>
          <button type="button" className="button" onClick={onForget}>Show it again</button>
        </div>
      ) : answering ? (
        <p className="mt-3 flex items-center gap-2 text-sm font-medium text-accent" role="status"><Icon name="check" size={16} />You: {answering.label}</p>
      ) : words ? (
        <form
          className="mt-3"
          onSubmit={(event) => {
            event.preventDefault();
            onAnswer(words.option, words.text.trim() || undefined);
          }}
        >
          <label className="label" htmlFor={`why-${gate.gate}`}>{needsWords(words.option) ? "What should be different?" : `${label}: why?`}</label>
          <textarea
            id={`why-${gate.gate}`}
            ref={field}
            rows={2}
            className="field mt-1"
            value={words.text}
            onChange={(event) => setWords({ ...words, text: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) event.currentTarget.form?.requestSubmit(), event.preventDefault();
              if (event.key === "Escape") setWords(undefined);
            }}
          />
          <div className="mt-2 flex gap-2">
            <button type="submit" className="button button-go" disabled={needsWords(words.option) && !words.text.trim()}>Send</button>
            <button type="button" className="button button-quiet" onClick={() => setWords(undefined)}>Back</button>
          </div>
        </form>
      ) : (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {gate.options.map((option, i) => (
            <button key={option.id} type="button" className={`button ${i === 0 ? "button-go" : ""}`} aria-keyshortcuts={keys ? String(i + 1) : undefined} onClick={() => choose(option.id)}>
              {option.label}{keys ? <Kbd>{i + 1}</Kbd> : null}
            </button>
          ))}
          <label className="ml-1 flex items-center gap-1.5 text-xs text-muted"><input type="checkbox" className="size-4 accent-accent" checked={withReason} onChange={(event) => setWithReason(event.target.checked)} />with a reason</label>
        </div>
      )}
    </section>
  );
}
