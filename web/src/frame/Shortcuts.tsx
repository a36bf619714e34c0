import type { ReactNode } from "react";
import { Dialog } from "../ui/Dialog";
import { Kbd } from "../ui/bits";

const groups: [string, [string[], string][]][] = [
  ["Everywhere", [[["Ctrl", "K"], "Find anything"], [["G", "R"], "Rooms"], [["G", "W"], "What waits for you"], [["N"], "New room"], [["?"], "This page"]]],
  ["In a room", [[["J"], "Next message"], [["K"], "Message before"], [["E"], "To the end"], [["M"], "Write something"], [["T"], "Team and brief"], [["1", "…", "9"], "Answer what is asked"], [["["], "Idea before"], [["]"], "Next idea"]]],
  ["While you write", [[["Enter"], "Send"], [["Shift", "Enter"], "New line"], [["@"], "Address an agent"], [["/"], "A command"], [["Ctrl", "Enter"], "Answer all questions"], [["↑"], "What you said last, in an empty field"], [["Esc"], "Leave the field"]]],
];

export function Shortcuts({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog title="Shortcuts" onClose={onClose}>
      <div className="flex flex-col gap-5 overflow-y-auto p-4" tabIndex={0} role="region" aria-label="All shortcuts">
        {groups.map(([title, keys]) => (
          <section key={title}>
            <h3 className="label mb-1">{title}</h3>
            <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-sm">
              {keys.map(([press, what]) => (
                <div key={what} className="col-span-2 grid grid-cols-subgrid">
                  <dt className="order-2 flex gap-1">{press.map((one) => <Kbd key={one}>{one}</Kbd>)}<span className="sr-only">{press.join(" ")}</span></dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
