// All open questions as one small form. What is written here is kept, and goes out as one message.
import { type ReactNode, useEffect, useState } from "react";
import type { Question } from "../api/types.gen";
import { keep, kept } from "../data/kept";
import { answersMessage } from "../text/answers";
import { plural } from "../text/say";
import { Mark } from "../ui/Mark";
import { Kbd } from "../ui/bits";
import { useName } from "./people";

type Drafts = Record<string, { text: string; decide: boolean }>;

export function QuestionsForm({ room, questions, onSay }: { room: string; questions: Question[]; onSay: (text: string) => void }): ReactNode {
  const name = useName();
  const [drafts, setDrafts] = useState<Drafts>(() => kept<Drafts>(`answers:${room}`, {}));
  const [sent, setSent] = useState("");
  const all = questions.map((one) => one.id).join();
  useEffect(() => {
    // Where the room did not take it up, the form comes back with all that was written.
    if (!sent) return;
    const timer = setTimeout(() => setSent(""), 25_000);
    return () => clearTimeout(timer);
  }, [sent]);
  const change = (id: string, next: Partial<Drafts[string]>) => {
    const changed = { ...drafts, [id]: { ...(drafts[id] ?? { text: "", decide: false }), ...next } };
    setDrafts(changed);
    keep(`answers:${room}`, changed);
  };
  const answers = questions.map((one) => ({ number: one.number, text: drafts[one.id]?.text ?? "", decide: drafts[one.id]?.decide ?? false }));
  const ready = answers.filter((one) => one.decide || one.text.trim()).length;
  const send = (text: string) => {
    if (!text) return;
    onSay(text);
    setSent(all);
    keep(`answers:${room}`, undefined);
  };
  if (sent === all) return null;
  return (
    <form
      aria-label={plural(questions.length, "open question")}
      className="my-3 rounded-lg border border-l-[3px] border-line border-l-ask-edge bg-raised p-4 tablet:ml-7"
      onSubmit={(event) => {
        event.preventDefault();
        send(answersMessage(answers));
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      <h3 className="font-semibold">{plural(questions.length, "question")}</h3>
      <p className="text-sm text-muted">Answer in a few words. What you leave open is decided by the team, as it says below.</p>
      <ol className="mt-3 flex flex-col gap-4">
        {questions.map((one) => {
          const draft = drafts[one.id];
          return (
            <li key={one.id}>
              <label htmlFor={`q-${one.id}`} className="flex gap-2">
                <span className="pt-1"><Mark agent={one.agent} label={name(one.agent)} /></span>
                <span className="font-medium"><span className="text-muted">{one.number}.</span> {one.text}</span>
              </label>
              <div className="mt-1.5 flex flex-wrap gap-2 tablet:pl-6">
                <input
                  id={`q-${one.id}`}
                  className="field min-w-48 flex-1 disabled:opacity-60"
                  value={draft?.decide ? "" : (draft?.text ?? "")}
                  disabled={draft?.decide ?? false}
                  placeholder={draft?.decide ? "the team decides" : ""}
                  autoComplete="off"
                  aria-describedby={one.fallback ? `f-${one.id}` : undefined}
                  onChange={(event) => change(one.id, { text: event.target.value })}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
                    // Enter goes on to the next question, and from the last one to the button.
                    event.preventDefault();
                    const fields = [...(event.currentTarget.form?.querySelectorAll<HTMLElement>("input:not(:disabled), button[type=submit]") ?? [])];
                    fields[fields.indexOf(event.currentTarget) + 1]?.focus();
                  }}
                />
                <button type="button" className={`button ${draft?.decide ? "border-accent bg-accent-soft text-accent" : ""}`} aria-pressed={draft?.decide ?? false} aria-label={`You decide: question ${one.number}`} onClick={() => change(one.id, { decide: !draft?.decide })}>You decide</button>
              </div>
              {one.fallback ? <p id={`f-${one.id}`} className="mt-1 text-xs text-muted tablet:pl-6">Left open: {one.fallback}</p> : null}
            </li>
          );
        })}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-2 tablet:pl-6">
        <button type="submit" className="button button-go" disabled={!ready}>{ready === questions.length || !ready ? "Answer all" : `Answer ${ready} of ${questions.length}`}<Kbd>Ctrl ↵</Kbd></button>
        <button type="button" className="button" onClick={() => send(ready ? answersMessage(answers.map((one) => (one.text.trim() ? one : { ...one, decide: true }))) : "enough")} title="No more questions: the team decides what is open">Enough, decide the rest</button>
      </div>
    </form>
  );
}
