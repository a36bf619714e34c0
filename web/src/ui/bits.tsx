// Small parts that many places use.
import { type ReactNode, useEffect, useState } from "react";
import type { Problem } from "../api/types.gen";
import { ago, clock } from "../text/say";
import { Icon, type IconName } from "./Icon";

export const Kbd = ({ children }: { children: ReactNode }): ReactNode => <kbd className="kbd" aria-hidden="true">{children}</kbd>;

// "5 min ago", with the whole time on it; it grows old by itself.
export function When({ at, short = false }: { at: string; short?: boolean }): ReactNode {
  const [, again] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => again((one) => one + 1), 30_000);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  return <time dateTime={at} title={date.toLocaleString()}>{short ? clock(at) : ago(at)}</time>;
}

export function Empty({ icon, title, children, action }: { icon: IconName; title: string; children?: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-2 px-4 py-10 text-center">
      <span className="text-muted"><Icon name={icon} size={26} /></span>
      <p className="font-medium">{title}</p>
      {children ? <div className="text-sm text-muted">{children}</div> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}

// What happened, and what to do, next to where it happened.
export function ProblemNote({ problem, retry, onRetry, children }: { problem: Pick<Problem, "title" | "detail" | "cure">; retry?: string; onRetry?: () => void; children?: ReactNode }): ReactNode {
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-danger bg-danger-soft px-3 py-2 text-sm">
      <span className="mt-0.5 text-danger"><Icon name="alert" size={16} /></span>
      <div className="min-w-0 flex-1">
        <p className="font-medium text-danger">{problem.title}</p>
        {problem.detail ? <p>{problem.detail}</p> : null}
        {problem.cure ? <p>{problem.cure}</p> : null}
        {children}
        {onRetry ? <button type="button" className="button mt-2" onClick={onRetry}>{retry ?? "Try again"}</button> : null}
      </div>
    </div>
  );
}

export function Skeleton({ rows = 4 }: { rows?: number }): ReactNode {
  const widths = ["w-3/4", "w-full", "w-1/2", "w-5/6", "w-2/3"];
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3 py-2">
      {Array.from({ length: rows }, (_, i) => <div key={i} className={`breathing h-4 rounded bg-line ${widths[i % widths.length]}`} />)}
    </div>
  );
}

export function Page({ title, intro, children, action }: { title: string; intro?: ReactNode; children: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
      <div className="mx-auto w-full max-w-3xl px-4 py-6 tablet:px-8">
        <div className="mb-6 flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <h1 className="text-xl font-semibold">{title}</h1>
            {intro ? <p className="mt-1 max-w-prose text-muted">{intro}</p> : null}
          </div>
          {action}
        </div>
        {children}
      </div>
    </div>
  );
}
