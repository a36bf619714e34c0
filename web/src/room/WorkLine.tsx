// A line about the work, by the program: what was built, tested, reviewed, merged. What belongs to it unfolds.
import type { ReactNode } from "react";
import type { Message } from "../api/types.gen";
import { Markdown } from "../text/markdown";
import { clock, plural } from "../text/say";
import { Coded } from "../ui/Coded";
import { Icon, type IconName } from "../ui/Icon";

const kinds: [RegExp, IconName, string][] = [
  [/\b(is not done|fails?|failed|conflicts?|does not pass|refused)\b/i, "alert", "text-danger"],
  [/\b(asks for changes|change the same lines|waits)\b/i, "comment", "text-ask"],
  [/\b(approves|is merged|are merged|merged)\b/i, "check", "text-accent"],
];

export function WorkLine({ message, light }: { message: Message; light: string }): ReactNode {
  const [line = "", ...more] = message.text.split("\n");
  const rest = more.join("\n").trim();
  const [, icon, tone] = kinds.find(([pattern]) => pattern.test(line)) ?? [/./, "terminal" as const, "text-muted"];
  const head = (
    <>
      <span className={`pt-0.5 ${tone}`}><Icon name={icon} size={14} /></span>
      <span className="min-w-0 flex-1 break-words"><Coded text={line} /></span>
      <time dateTime={message.at} className="text-xs text-muted">{clock(message.at)}</time>
    </>
  );
  return (
    <article tabIndex={-1} aria-label={`Work, ${clock(message.at)}`} className={`my-0.5 ml-7 text-sm text-muted ${light}`}>
      {rest ? (
        <details className="group/more">
          <summary className="flex items-start gap-2 py-1 marker:content-none">{head}<span className="text-xs text-info group-open/more:hidden">{plural(rest.split("\n").length, "point")}</span><span className="pt-0.5 transition-transform group-open/more:rotate-90"><Icon name="right" size={13} /></span></summary>
          <div className="mt-0.5 mb-1.5 ml-1.5 border-l border-line pl-4 text-ink"><Markdown text={rest} className="text-sm" /></div>
        </details>
      ) : <p className="flex items-start gap-2 py-1">{head}</p>}
    </article>
  );
}
