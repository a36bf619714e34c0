// The team: who speaks, who thinks of what, who agrees; what each has cost. A click addresses one.
import type { ReactNode } from "react";
import type { Agent } from "../api/types.gen";
import { count, money, plural } from "../text/say";
import { taskText } from "../text/shown";
import { Mark } from "../ui/Mark";

const stance: Record<NonNullable<Agent["stance"]>, { text: string; color: string }> = {
  agrees: { text: "agrees", color: "text-accent" },
  agrees_with_conditions: { text: "agrees, if…", color: "text-ask" },
  objects: { text: "objects", color: "text-danger" },
  abstains: { text: "abstains", color: "text-muted" },
};

export function Team({ agents, onAddress }: { agents: Agent[]; onAddress: (agent: string) => void }): ReactNode {
  const speaking = agents.filter((one) => one.state !== "quiet").length;
  return (
    <section aria-label="The team">
      <header className="flex items-baseline gap-2 px-4 pt-3 pb-1">
        <h2 className="label">The team</h2>
        <span className="text-xs text-muted">{speaking ? `${plural(speaking, "agent")} at work` : plural(agents.length, "agent")}</span>
      </header>
      <ul className="px-2 pb-2">
        {agents.map((one) => (
          <li key={one.id}>
            <button type="button" className="group flex w-full gap-2.5 rounded-lg px-2 py-1 text-left hover:bg-sunk" title={`${one.what ?? ""} Address ${one.name}.`.trim()} onClick={() => onAddress(one.id)}>
              <span className={`pt-1 ${one.state === "speaking" ? "breathing" : ""}`}><Mark agent={one.id} /></span>
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2">
                  <span className="text-sm font-medium">{one.name}</span>
                  {one.stance ? <span className={`truncate text-xs ${stance[one.stance].color}`} title={one.stance_why}>{stance[one.stance].text}</span> : null}
                  {one.tokens ? <span className="ml-auto shrink-0 text-xs text-muted tabular-nums">{count(one.tokens)} tok{one.cost_microusd ? ` · ${money(one.cost_microusd)}` : ""}</span> : null}
                </span>
                <span className="block truncate text-xs text-muted">{one.state === "quiet" ? one.what : (one.task ? taskText(one.task) : (one.state === "waiting" ? "waiting" : "speaking"))}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
