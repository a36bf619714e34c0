// Where the project is on its way. Each step that was reached can be told from the others without colour.
import type { ReactNode } from "react";
import type { Project } from "../api/types.gen";
import { endingText, stripOf } from "../text/phases";
import { Icon } from "../ui/Icon";

export function PhaseStrip({ project }: { project: Project }): ReactNode {
  const strip = stripOf(project);
  if (!strip) return null;
  const ended = endingText(project.ending);
  const step = strip.steps[strip.at];
  // On a phone there is room for one step and its number.
  const short = step ? <><span className="rounded-full bg-accent px-2 py-0.5 font-semibold text-on-accent">{step}</span><span className="text-muted">step {strip.at + 1} of {strip.steps.length}</span></> : <span className="text-muted">{ended}</span>;
  return (
    <>
    <p className="flex items-center gap-2 text-xs tablet:hidden">{short}</p>
    <ol aria-label="Where the project is" className="hidden items-center gap-1 overflow-x-auto text-xs [scrollbar-width:none] tablet:flex">
      {strip.steps.map((step, i) => {
        const done = i < strip.at;
        const now = i === strip.at;
        return (
          <li key={step} aria-current={now ? "step" : undefined} className="flex items-center gap-1">
            {i ? <span className={`h-px w-3 tablet:w-6 ${done || now ? "bg-accent" : "bg-line"}`} /> : null}
            <span className={`flex items-center gap-1 rounded-full px-2 py-0.5 whitespace-nowrap ${now ? "bg-accent font-semibold text-on-accent" : done ? "text-accent" : "text-muted"}`}>
              {done ? <Icon name="check" size={12} /> : null}{step}
            </span>
          </li>
        );
      })}
      {ended ? <li className="ml-2 whitespace-nowrap text-muted">{ended}</li> : null}
      {project.iteration && project.iteration > 1 ? <li className="ml-2 whitespace-nowrap text-muted">round {project.iteration}</li> : null}
    </ol>
    </>
  );
}
