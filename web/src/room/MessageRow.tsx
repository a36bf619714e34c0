// One message. Discussion is prose; a command is a small line that unfolds; a confirmation is a line with a coloured edge.
import { memo, type ReactNode, useContext, useState } from "react";
import type { Message } from "../api/types.gen";
import { roomPath } from "../data/route";
import { lookOf } from "../text/agents";
import { Markdown } from "../text/markdown";
import { clock, plural } from "../text/say";
import { isLong, isPage } from "../text/shown";
import { Copy } from "../ui/Copy";
import { Icon } from "../ui/Icon";
import { Initial, Mark } from "../ui/Mark";
import { When } from "../ui/bits";
import { PeopleContext, nameIn, type People } from "./people";
import { WorkLine } from "./WorkLine";

interface Props {
  room: string;
  message: Message;
  first: boolean;
  noted?: string;
  marked: boolean;
  onWhole: (message: string) => void;
  onCorrect: () => void;
  onReport: () => void;
  onWork?: () => void;
}

const kindWords: Record<string, string> = { brief: "brief", draft_review: "on the brief", work: "work", check: "check", review: "review", question: "question", vote: "vote", kickoff: "opening", selection: "choice", synthesis: "summary", validation: "scores" };

function Actions({ room, message }: { room: string; message: Message }): ReactNode {
  return (
    <div className="absolute top-0 right-0 flex rounded-lg bg-paper opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100">
      <Copy text={message.text} label="Copy as Markdown" />
      <Copy text={`${location.origin}${roomPath(room, message.id)}`} label="Copy a link to this" icon="link" />
    </div>
  );
}

function Body({ message, onWhole, onReport }: Pick<Props, "message" | "onWhole" | "onReport">): ReactNode {
  const [open, setOpen] = useState(false);
  if (isPage(message.text))
    return <button type="button" className="button" onClick={onReport}><Icon name="book" size={16} />Open the report</button>;
  const long = isLong(message.text);
  return (
    <>
      <div className={long && !open ? "max-h-80 overflow-hidden [mask-image:linear-gradient(#000_78%,transparent)]" : ""} inert={undefined}>
        <Markdown text={message.text} />
      </div>
      {long ? (
        <button type="button" className="button button-quiet -ml-3 text-info" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Show less" : `Show all ${plural(message.text.split("\n").length, "line")}`}
        </button>
      ) : null}
      {message.more ? <button type="button" className="button button-quiet -ml-3 text-info" onClick={() => onWhole(message.id)}>This is the beginning of a long text: load all of it</button> : null}
      {message.interrupted ? <p className="mt-1 text-sm text-muted">Stopped here. What was said so far is kept.</p> : null}
      {message.cut ? <p className="mt-1 text-sm text-muted">The model stopped here: its answer was too long.</p> : null}
    </>
  );
}

const edge = (text: string): string => (/^your turn/i.test(text) || /^review:/i.test(text) ? "border-l-ask-edge" : /^(done|started|accepted)/i.test(text) ? "border-l-accent" : "border-l-info");

function SystemLine({ message, focusable }: { message: Message; focusable: string }): ReactNode {
  return (
    <article tabIndex={-1} aria-label={`Folkmoot, ${clock(message.at)}`} className={`group relative my-2 ml-7 rounded-lg border border-l-[3px] border-line bg-raised px-3 py-1.5 text-sm ${edge(message.text)} ${focusable}`}>
      <Markdown text={message.text} className="text-sm" />
    </article>
  );
}

function CommandLine({ message }: { message: Message }): ReactNode {
  const [line, ...rest] = message.text.split("\n");
  return (
    <article tabIndex={-1} aria-label={`Command, ${clock(message.at)}`} className="my-1 ml-7">
      <details className="font-mono text-xs text-muted">
        <summary className="flex items-center gap-2 py-1 marker:content-none"><Icon name="right" size={12} /><span className="truncate">{line}</span></summary>
        <div className="mt-1 ml-5 border-l border-line pl-3">
          {rest.length ? <pre className="whitespace-pre-wrap">{rest.join("\n")}</pre> : null}
          <p>{message.from} said this at {clock(message.at)}.</p>
        </div>
      </details>
    </article>
  );
}

// The summary of what was built on a plan begins so.
const built = /^#+ Built: /;

const toWhom = (message: Message, people: People): string | undefined => (message.by === "agent" && message.to && message.to !== "team" && message.to !== "person" ? nameIn(people, message.to) : undefined);

export const MessageRow = memo(function MessageRow({ room, message, first, noted, marked, onWhole, onCorrect, onReport, onWork }: Props): ReactNode {
  const people = useContext(PeopleContext);
  const light = marked ? "bg-ask-soft rounded-lg pb-2" : "";
  if (message.marker === "command" && message.by === "system") return <WorkLine message={message} light={light} />;
  if (message.marker === "command") return <CommandLine message={message} />;
  if (message.by === "system") return <SystemLine message={message} focusable={light} />;
  const own = message.by === "person" && message.from === people.me;
  const name = message.by === "agent" ? nameIn(people, message.from) : own ? "You" : message.from;
  const to = toWhom(message, people);
  const kind = kindWords[message.kind];
  return (
    <article tabIndex={-1} aria-label={`${name}, ${clock(message.at)}`} className={`group relative flex gap-3 ${first ? "pt-4" : "pt-2"} ${light}`}>
      <div className="flex w-4 shrink-0 justify-center pt-1">{first && message.by === "agent" ? <Mark agent={message.from} /> : first ? <Initial name={message.from} /> : null}</div>
      <div className="min-w-0 flex-1">
        {first ? (
          <header className="mb-0.5 flex flex-wrap items-baseline gap-x-2 text-sm">
            <span className={`font-semibold ${message.by === "agent" ? `tone-${lookOf(message.from).tone} text-agent` : ""}`}>{name}</span>
            {to ? <span className="text-muted">to {to}</span> : null}
            {kind ? <span className="text-muted">{kind}</span> : null}
            {message.channel ? <span className="text-muted">by {message.channel.split(":")[0]}</span> : null}
            <span className="text-xs text-muted"><When at={message.at} short /></span>
            {message.rehearsal ? <span className="text-xs text-muted">(demo)</span> : null}
          </header>
        ) : null}
        <div className={message.by === "person" ? "inline-block max-w-full rounded-lg bg-sunk px-3 py-2" : message.kind === "review" ? "mt-1 rounded-lg border border-l-[3px] border-line border-l-accent bg-raised px-4 py-3" : ""}>
          <Body message={message} onWhole={onWhole} onReport={onReport} />
          {built.test(message.text) && message.kind === "review" && onWork ? <button type="button" className="button mt-3" onClick={onWork}><Icon name="diff" size={15} />See tasks and diffs</button> : null}
        </div>
        {message.looked ? <p className="mt-1 text-xs text-muted">looked at {message.looked}</p> : null}
        {message.unseen?.map((file) => <p key={file.path} className="mt-1 text-xs text-muted">{file.path} is not shown to the team: {file.why}.</p>)}
        {noted ? (
          <p className="mt-1 text-xs text-muted">noted: {noted} · <button type="button" className="text-info underline underline-offset-2" onClick={onCorrect}>correct it</button></p>
        ) : null}
        <Actions room={room} message={message} />
      </div>
    </article>
  );
});
