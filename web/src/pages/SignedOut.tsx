import type { ReactNode } from "react";
import { app } from "../data/app";
import { Copy } from "../ui/Copy";

export function SignedOut(): ReactNode {
  return (
    <main className="grid h-full place-items-center overflow-y-auto p-4">
      <div className="card w-full max-w-md p-6">
        <img src="/icon.svg" alt="" width={36} height={36} />
        <h1 className="mt-4 text-xl font-semibold">You are not signed in</h1>
        <p className="mt-2 text-muted">A link opens this page for you. On the machine where Folkmoot runs, type:</p>
        <div className="mt-3 flex items-center gap-2 rounded-lg border border-line bg-sunk py-1 pr-1 pl-3"><code className="flex-1 font-mono text-sm">folkmoot serve link</code><Copy text="folkmoot serve link" label="Copy the command" /></div>
        <p className="mt-3 text-sm text-muted">It prints a link that works once. Open it in this browser; you stay signed in afterwards.</p>
        <button type="button" className="button mt-5" onClick={() => void app.start()}>Look again</button>
      </div>
    </main>
  );
}
