import { type ReactNode, useState } from "react";
import { Icon, type IconName } from "./Icon";

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Over plain HTTP from another machine there is no clipboard: the old way still works.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

export function Copy({ text, label, icon = "copy" }: { text: string; label: string; icon?: IconName }): ReactNode {
  const [done, setDone] = useState(false);
  return (
    <button
      type="button"
      className="icon-button h-7 w-7"
      aria-label={done ? "Copied" : label}
      title={label}
      onClick={() => {
        void copyText(text).then(() => setDone(true));
        setTimeout(() => setDone(false), 1500);
      }}
    >
      <Icon name={done ? "check" : icon} size={15} />
    </button>
  );
}
