// How the project came to where it is: how long each phase took, why the next one began; questions and their answers.
import type { ReactNode } from "react";
import type { ProjectWhole } from "../api/types.gen";
import { agentName } from "../text/agents";
import { lasting } from "../text/say";
import { Mark } from "../ui/Mark";
import { Empty, When } from "../ui/bits";

const words: Record<string, string> = { idle: "at rest", discovery: "questions and debate", ready: "the brief is shown", synthesis: "the brief is written", approval: "approved", execution: "work", review: "review", failed: "failed" };

export function History({ whole, onCorrect }: { whole: ProjectWhole | undefined; onCorrect: (text: string) => void }): ReactNode {
  if (!whole) return <Empty icon="clock" title="No project yet">When something is to be made, its questions, your answers and each phase stand here.</Empty>;
  const total = whole.history.reduce((sum, one) => sum + one.ms, 0);
  return (
    <div className="flex flex-col gap-6 p-4">
      <div>
        <h3 className="text-base font-semibold">{whole.project.title}</h3>
        <p className="text-sm text-muted">{whole.project.goal}</p>
      </div>
      {whole.questions.length ? (
        <div>
          <h3 className="label mb-2">Questions and answers</h3>
          <ol className="flex flex-col gap-3 text-sm">
            {whole.questions.map((one) => (
              <li key={one.id} className="flex gap-2">
                <span className="pt-0.5"><Mark agent={one.agent} size={14} label={agentName(one.agent)} /></span>
                <div className="min-w-0 flex-1">
                  <p>{one.number}. {one.text}</p>
                  <p className={one.end === "answered" ? "" : "text-muted"}>
                    {one.end === "answered" ? <b className="font-semibold">{one.answer}</b> : one.end === "you_decide" ? `Left to the team: ${one.fallback ?? "it decides"}` : one.end === "dropped" ? "No longer asked" : "Open"}
                    {one.end ? <> · <button type="button" className="text-info underline underline-offset-2" onClick={() => onCorrect(`/answers ${one.number}: ${one.end === "answered" ? (one.answer ?? "") : ""}`)}>correct</button></> : null}
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      ) : null}
      <div>
        <h3 className="label mb-2">Phases</h3>
        <ol className="border-l border-line pl-4 text-sm">
          {whole.history.map((one, i) => (
            <li key={i} className="relative pb-3">
              <span className={`absolute top-1.5 -left-[21px] size-2.5 rounded-full border-2 border-accent ${i === whole.history.length - 1 ? "bg-accent" : "bg-paper"}`} />
              <p className="flex flex-wrap gap-x-2"><b className="font-semibold">{words[one.phase] ?? one.phase}</b><span className="text-muted">{one.ended ? lasting(one.ms) : <When at={one.began} />}</span></p>
              {one.why ? <p className="text-muted">{one.why}</p> : null}
            </li>
          ))}
        </ol>
        {total > 0 ? <p className="text-sm text-muted">{lasting(total)} in all</p> : null}
      </div>
    </div>
  );
}
