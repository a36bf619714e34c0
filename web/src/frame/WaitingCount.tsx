import type { ReactNode } from "react";
import { app } from "../data/app";
import { useModel } from "../data/model";

export function WaitingCount({ bare = false }: { bare?: boolean }): ReactNode {
  const count = useModel(app).waiting.length;
  return count ? <span className="inline-block min-w-5 rounded-full bg-ask px-1.5 text-center text-xs leading-5 font-semibold text-paper tabular-nums">{count}{bare ? null : <span className="sr-only"> waiting for you</span>}</span> : null;
}
