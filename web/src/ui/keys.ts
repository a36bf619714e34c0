// Keys of the whole page. They are silent while somebody writes, and while something floats.
import { useEffect, useRef } from "react";

export const isWriting = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable], iframe") !== null;
const chordTime = 1200;

// "g r" is two keys one after the other.
export function useKeys(keys: Record<string, () => void>): void {
  const former = useRef({ key: "", at: 0 });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k" && keys["mod+k"]) {
        event.preventDefault();
        return keys["mod+k"]();
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isWriting(event.target) || document.querySelector("dialog[open]")) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const { key: first, at } = former.current;
      const chord = event.timeStamp - at < chordTime ? keys[`${first} ${key}`] : undefined;
      const work = chord ?? keys[key];
      former.current = { key: work ? "" : key, at: event.timeStamp };
      if (!work) return;
      event.preventDefault();
      work();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
