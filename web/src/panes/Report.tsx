// The report of an ideation. It is a page that a model wrote: it stands in a frame that may do nothing.
import { type ReactNode, useEffect, useState } from "react";
import { reportAddress } from "../api/client";
import { Icon } from "../ui/Icon";
import { Empty, Skeleton } from "../ui/bits";

export default function Report({ room, finished }: { room: string; finished: boolean }): ReactNode {
  const [there, setThere] = useState<boolean>();
  useEffect(() => {
    if (!finished) return setThere(false);
    let gone = false;
    fetch(reportAddress(room, "md"), { credentials: "same-origin" }).then((response) => !gone && setThere(response.ok), () => !gone && setThere(false));
    return () => {
      gone = true;
    };
  }, [room, finished]);
  if (there === undefined) return <div className="p-4"><Skeleton /></div>;
  if (!there) return <Empty icon="book" title="No report yet">An ideation ends with a report: the ideas, their scores and what was chosen.</Empty>;
  return (
    <div className="flex h-full min-h-96 flex-col gap-2 p-4">
      <div className="flex flex-wrap gap-2">
        <a className="button" href={reportAddress(room, "html")} target="_blank" rel="noreferrer"><Icon name="wide" size={15} />Open alone</a>
        <a className="button" href={reportAddress(room, "html")} download={`${room}.html`}><Icon name="download" size={15} />HTML</a>
        <a className="button" href={reportAddress(room, "md")} download={`${room}.md`}><Icon name="download" size={15} />Markdown</a>
      </div>
      <iframe title="The report" sandbox="" src={reportAddress(room, "html")} className="min-h-80 w-full flex-1 rounded-lg border border-line bg-white" />
    </div>
  );
}
