// A line in which `this` is code, as the program writes its questions and lines.
import type { ReactNode } from "react";

export function Coded({ text }: { text: string }): ReactNode {
  return text.split(/`([^`\n]+)`/).map((part, i) => (i % 2 ? <code key={i} className="rounded border border-line bg-sunk px-1 font-mono text-[0.86em] break-words">{part}</code> : part));
}
