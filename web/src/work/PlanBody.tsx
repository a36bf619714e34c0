// The plan on the card that asks whether to build it: tasks, order, what a yes allows, and what it leaves out.
import type { ReactNode } from "react";
import type { Plan } from "../api/types.gen";
import { plural } from "../text/say";
import { Coded } from "../ui/Coded";
import { Icon } from "../ui/Icon";
import { Commands } from "./bits";
import { PlanGraph } from "./PlanGraph";
import { PlanTable } from "./PlanTable";

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return <div><p className="label mb-1.5">{title}</p>{children}</div>;
}

export function PlanBody({ plan, commands }: { plan: Plan; commands: string[] }): ReactNode {
  const uncovered = plan.uncovered ?? [];
  const risks = plan.risks ?? [];
  return (
    <div className="mt-3 flex flex-col gap-4" data-plan>
      <div>
        <p className="font-semibold">{plan.title}</p>
        {plan.description ? <p className="max-w-[70ch] text-sm text-muted">{plan.description}</p> : null}
      </div>
      {uncovered.length ? (
        <div className="rounded-lg border border-ask-edge bg-ask-soft px-3 py-2 text-sm">
          <p className="flex items-center gap-2 font-medium"><span className="text-ask"><Icon name="alert" size={15} /></span>{plural(uncovered.length, "agreed point has", "agreed points have")} no task</p>
          <ul className="mt-1 list-disc pl-8">{uncovered.map((one) => <li key={one}><Coded text={one} /></li>)}</ul>
        </div>
      ) : null}
      <PlanTable tasks={plan.tasks} />
      {plan.tasks.length > 1 ? <Part title="Order"><PlanGraph tasks={plan.tasks} /></Part> : null}
      <Part title={commands.length ? "A yes allows these commands, and no others without asking" : "Commands"}>
        {commands.length ? <Commands label="Commands that a yes allows" commands={commands} /> : <p className="text-sm text-muted">The plan needs none. What an agent wants to run beyond its own sandbox is asked first.</p>}
      </Part>
      {risks.length ? <Part title="Risks"><ul className="list-disc pl-5 text-sm">{risks.map((one) => <li key={one} className="mb-1"><Coded text={one} /></li>)}</ul></Part> : null}
      {plan.start ? <Part title="To start it, once it is built"><Commands label="Command that starts it" commands={[plan.start]} /></Part> : null}
    </div>
  );
}
