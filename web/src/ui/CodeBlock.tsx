// A piece of code with its name and a way to take it along. Its colours come later, and change nothing in its size.
import { type ReactNode, useEffect, useState } from "react";
import type { Piece } from "../text/highlight";
import { Copy } from "./Copy";

export function CodeBlock({ text, language, name }: { text: string; language: string; name?: string }): ReactNode {
  const lines = text.split("\n").length;
  // What the program reads is closed at first; long code shows its beginning.
  const forMachines = language === "json" && lines > 3;
  const long = lines > 26;
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState<{ of: string; pieces: Piece[] }>();
  useEffect(() => {
    if (!language) return;
    let gone = false;
    void import("../text/highlight").then(({ pieces }) => {
      if (!gone) setFound({ of: text, pieces: pieces(text, language) });
    });
    return () => {
      gone = true;
    };
  }, [text, language]);
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-sunk">
      <figcaption className="flex items-center gap-2 border-b border-line py-0.5 pr-1 pl-3 font-mono text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">{name ?? (language || "text")}</span>
        {forMachines || long ? <button type="button" className="rounded px-2 py-1 font-sans text-info hover:underline" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? "Show less" : `Show all ${lines} lines`}</button> : null}
        <Copy text={text} label="Copy code" />
      </figcaption>
      {forMachines && !open ? null : <pre className={`overflow-x-auto px-3 py-2 ${long && !open ? "max-h-80 overflow-y-hidden [mask-image:linear-gradient(#000_78%,transparent)]" : ""}`} tabIndex={0} role="group" aria-label={name ?? `Code, ${language || "text"}`}>
        <code>{found?.of === text ? found.pieces.map((piece, i) => (piece.kind ? <span key={i} className={piece.kind}>{piece.text}</span> : piece.text)) : text}</code>
      </pre>}
    </figure>
  );
}
