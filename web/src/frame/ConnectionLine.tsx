// The state of the connection is a line on top, never a dialog. It is silent while all is well.
import { type ReactNode, useEffect, useState } from "react";
import { app } from "../data/app";
import { useModel } from "../data/model";

export function ConnectionLine(): ReactNode {
  const { link, wasLive, problem, session } = useModel(app);
  const [, tick] = useState(0);
  const lost = session !== undefined && wasLive && link.state !== "live" && link.state !== "signed-out";
  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(() => tick((one) => one + 1), 500);
    return () => clearInterval(timer);
  }, [lost]);
  if (lost) {
    const seconds = link.retryAt ? Math.max(0, Math.ceil((link.retryAt - Date.now()) / 1000)) : 0;
    return (
      <div role="status" className="flex items-center justify-center gap-3 border-b border-line bg-ask-soft px-3 py-1 text-sm">
        <span>The connection is lost; nothing else is. {link.state === "connecting" ? "Connecting…" : `Trying again${seconds > 1 ? ` in ${seconds} s` : ""}…`}</span>
        <button type="button" className="text-info underline underline-offset-2" onClick={() => app.retry()}>Now</button>
      </div>
    );
  }
  if (problem && session)
    return (
      <div role="status" className="flex items-center justify-center gap-3 border-b border-line bg-danger-soft px-3 py-1 text-sm">
        <span>{problem.title} {problem.cure}</span>
        <button type="button" className="text-info underline underline-offset-2" onClick={() => void app.loadLists()}>Try again</button>
      </div>
    );
  return null;
}
