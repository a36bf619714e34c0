// One file of a diff. A large one is closed at first; a remark is written under its line and goes into the room.
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { DiffFile, DiffLine } from "../text/diff";
import { plural } from "../text/say";
import { Icon } from "../ui/Icon";
import { Changed } from "./bits";
import { Remark } from "./Remark";

const large = 300;
const grounds: Record<DiffLine["kind"], string> = { same: "", added: "bg-accent-soft", removed: "bg-danger-soft", note: "" };
const signs: Record<DiffLine["kind"], string> = { same: " ", added: "+", removed: "−", note: " " };
const signColors: Record<DiffLine["kind"], string> = { same: "", added: "text-accent", removed: "text-danger", note: "" };
const changeWords: Record<DiffFile["change"], string> = { changed: "", added: "new", deleted: "deleted", renamed: "renamed" };

interface Props {
  file: DiffFile;
  wrap: boolean;
  // A line that somebody came for.
  at: number | undefined;
  agent: string;
  onRemark: (line: DiffLine, words: string) => void;
}

// One number of each file is a stop of the Tab key; the arrows go on from there.
function step(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-line]")];
  const now = all.findIndex((one) => one === document.activeElement);
  const next = now < 0 ? undefined : all[now + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  for (const one of all) one.tabIndex = one === next ? 0 : -1;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

export function DiffFileView({ file, wrap, at, agent, onRemark }: Props): ReactNode {
  const lines = file.hunks.reduce((sum, one) => sum + one.lines.length, 0);
  const [open, setOpen] = useState(lines <= large || at !== undefined);
  const [writing, setWriting] = useState<string>();
  const [said, setSaid] = useState<Record<string, string[]>>({});
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (at !== undefined) box.current?.querySelector(`[data-after="${at}"]`)?.scrollIntoView({ block: "center" });
  }, [at]);
  const close = (key: string) => {
    setWriting(undefined);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-line="${key}"]`)?.focus());
  };
  const row = (line: DiffLine, key: string, first: boolean) => {
    if (line.kind === "note") return <tr key={key}><td colSpan={3} /><td className="px-2 text-muted italic">{line.text}</td></tr>;
    const number = line.after ?? line.before;
    const marked = at !== undefined && line.after === at;
    return (
      <Fragment key={key}>
        <tr data-after={line.after} className={`${marked ? "bg-ask-soft" : grounds[line.kind]} group`}>
          <td className="hidden w-10 pr-2 text-right align-top text-muted select-none tablet:table-cell">{line.before}</td>
          <td className="w-10 p-0 text-right align-top select-none">
            <button type="button" data-line={key} tabIndex={first ? 0 : -1} aria-label={`${line.kind === "removed" ? "Removed line" : line.kind === "added" ? "Added line" : "Line"} ${number}: say something about it`} className="w-full min-w-9 px-1.5 text-right text-muted outline-offset-[-2px] hover:bg-info-soft hover:text-info focus-visible:bg-info-soft focus-visible:text-info" onClick={() => setWriting(key)}>{line.after ?? <span className="tablet:hidden">{line.before}</span>}{line.after === undefined ? <span className="max-tablet:hidden"><Icon name="comment" size={12} /></span> : null}</button>
          </td>
          <td className={`w-5 text-center align-top select-none ${signColors[line.kind]}`}><span aria-hidden="true">{signs[line.kind]}</span></td>
          <td className={`px-1 pr-3 ${wrap ? "break-words whitespace-pre-wrap [overflow-wrap:anywhere]" : "whitespace-pre"}`}>{line.text || " "}</td>
        </tr>
        {said[key]?.map((words, i) => <tr key={i}><td colSpan={4} className="border-y border-line bg-raised px-3 py-1.5 font-sans text-sm" role="status"><span className="inline-flex items-start gap-2"><span className="pt-0.5 text-accent"><Icon name="check" size={15} /></span><span><span className="text-muted">Told {agent}: </span>{words}</span></span></td></tr>)}
        {writing === key ? (
          <tr><td colSpan={4} className="border-y border-line bg-raised p-3 font-sans">
            <Remark place={`${file.path}:${number}`} agent={agent} onCancel={() => close(key)} onSend={(words) => { onRemark(line, words); setSaid({ ...said, [key]: [...(said[key] ?? []), words] }); close(key); }} />
          </td></tr>
        ) : null}
      </Fragment>
    );
  };
  return (
    <section ref={box} data-file={file.path} aria-label={file.path} className="m-3 overflow-clip rounded-lg border border-line">
      <header className="sticky top-0 z-[1] flex items-center gap-2 border-b border-line bg-sunk pr-3 text-sm">
        <button type="button" className="flex min-w-0 flex-1 items-center gap-2 px-3 py-1.5 text-left outline-offset-[-2px]" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className={`text-muted transition-transform ${open ? "rotate-90" : ""}`}><Icon name="right" size={14} /></span>
          <h3 className="min-w-0 truncate font-mono text-xs font-semibold" title={file.path}>{file.from ? `${file.from} → ` : ""}{file.path}</h3>
          {changeWords[file.change] ? <span className="text-xs text-muted">{changeWords[file.change]}</span> : null}
        </button>
        {file.binary ? null : <Changed added={file.added} deleted={file.deleted} />}
      </header>
      {file.binary ? <p className="px-4 py-3 text-sm text-muted">It is not text, so its lines are not shown.</p> : null}
      {!file.binary && !lines ? <p className="px-4 py-3 text-sm text-muted">Only its name or its rights changed.</p> : null}
      {!open && lines ? <button type="button" className="button button-quiet m-2 text-info" onClick={() => setOpen(true)}>Show {plural(lines, "line")}</button> : null}
      {open && lines ? (
        <div className={wrap ? "" : "overflow-x-auto"} onKeyDown={step}>
          <table className="w-full border-collapse font-mono text-xs leading-5">
            <caption className="sr-only">Lines of {file.path}, with their numbers before and after</caption>
            {file.hunks.map((hunk, h) => (
              <tbody key={h}>
                {h || hunk.within ? <tr className="bg-info-soft text-muted"><td colSpan={4} className="px-3 py-0.5">⋯ {hunk.within}</td></tr> : null}
                {hunk.lines.map((line, i) => row(line, `${h}-${i}`, h === 0 && i === 0))}
              </tbody>
            ))}
          </table>
        </div>
      ) : null}
    </section>
  );
}
