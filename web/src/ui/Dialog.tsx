// What floats: the browser's own dialog holds the focus, hides the rest from screen readers and closes on Escape.
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./Icon";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  kind?: "middle" | "left" | "right" | "top" | "whole";
  // Without one the title is for screen readers alone.
  showTitle?: boolean;
}
const places: Record<NonNullable<Props["kind"]>, string> = {
  middle: "w-[min(34rem,calc(100vw-2rem))] max-h-[min(40rem,calc(100dvh-2rem))] rounded-lg arrive",
  top: "mt-[12vh] w-[min(36rem,calc(100vw-2rem))] max-h-[70dvh] rounded-lg arrive",
  // Nearly all of the window; on a phone all of it.
  whole: "h-dvh max-h-none w-dvw max-w-none arrive tablet:h-[calc(100dvh-2rem)] tablet:w-[min(96rem,calc(100vw-2rem))] tablet:rounded-lg",
  left: "ml-0 h-dvh max-h-none w-[min(20rem,88vw)] from-left",
  right: "mr-0 h-dvh max-h-none w-[min(26rem,94vw)] from-right",
};

export function Dialog({ title, onClose, children, kind = "middle", showTitle = true }: Props): ReactNode {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    const former = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (former instanceof HTMLElement && former.isConnected) former.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      aria-label={title}
      className={`flex flex-col overflow-hidden border border-line bg-paper p-0 shadow-float ${places[kind]}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === box.current && onClose()}
    >
      {showTitle ? (
        <div className="flex items-center gap-2 border-b border-line py-1.5 pr-1.5 pl-4">
          <h2 className="flex-1 font-semibold">{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}><Icon name="close" /></button>
        </div>
      ) : null}
      {children}
    </dialog>
  );
}
