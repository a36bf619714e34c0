// Small parts of the board, the plan and the diff.
import type { ReactNode } from "react";
import type { Sum, TaskState } from "../text/task_state";
import { plural } from "../text/say";
import { Icon } from "../ui/Icon";
import { Mark } from "../ui/Mark";
import { useName } from "../room/people";

const tones: Record<TaskState["tone"], string> = { muted: "text-muted", accent: "text-accent", ask: "text-ask", danger: "text-danger", info: "text-info" };

export function StateMark({ state }: { state: TaskState }): ReactNode {
  return <span className={`inline-flex items-center gap-1 text-sm font-medium ${tones[state.tone]}`}><Icon name={state.icon} size={14} />{state.words}</span>;
}

export function Who({ agents }: { agents: string[] }): ReactNode {
  const name = useName();
  if (!agents.length) return <span className="text-muted">nobody</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {agents.map((one) => <span key={one} className="inline-flex items-center gap-1.5 whitespace-nowrap"><Mark agent={one} size={13} />{name(one)}</span>)}
    </span>
  );
}

export function Changed({ added, deleted }: { added: number; deleted: number }): ReactNode {
  return (
    <span className="font-mono text-xs whitespace-nowrap">
      <span className="text-accent" aria-hidden="true">+{added}</span> <span className="text-danger" aria-hidden="true">−{deleted}</span>
      <span className="sr-only">{plural(added, "line")} added, {deleted} removed</span>
    </span>
  );
}

export const SumOf = ({ sum }: { sum: Sum }): ReactNode => <span className="inline-flex gap-2">{plural(sum.files, "file")} <Changed added={sum.added} deleted={sum.deleted} /></span>;

// A command exactly as it is run. It wraps, since what is cut off may be what matters.
export function Exact({ label, text }: { label: string; text: string }): ReactNode {
  return <pre tabIndex={0} role="group" aria-label={label} className="max-h-72 overflow-auto rounded-lg border border-line bg-sunk px-3 py-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap"><code>{text}</code></pre>;
}

export function Commands({ label, commands }: { label: string; commands: string[] }): ReactNode {
  return (
    <ul aria-label={label} className="flex flex-col gap-1">
      {commands.map((one) => <li key={one} className="flex gap-2 rounded-lg border border-line bg-sunk px-2.5 py-1 font-mono text-xs leading-5"><span className="text-muted select-none" aria-hidden="true">$</span><code className="min-w-0 break-words">{one}</code></li>)}
    </ul>
  );
}
