// A remark on a line of a diff, while it is written. It is said in the room: the builder hears it at its next step.
import { type ReactNode, useEffect, useId, useRef, useState } from "react";

interface Props {
  place: string;
  agent: string;
  onSend: (words: string) => void;
  onCancel: () => void;
}

export function Remark({ place, agent, onSend, onCancel }: Props): ReactNode {
  const [words, setWords] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="max-w-2xl"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim()) onSend(words.trim());
      }}
    >
      <label className="label" htmlFor={id}>To {agent}, about <span className="font-mono">{place}</span></label>
      <textarea
        id={id}
        ref={field}
        rows={2}
        className="field mt-1"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) event.preventDefault(), event.currentTarget.form?.requestSubmit();
          if (event.key === "Escape") event.preventDefault(), onCancel();
        }}
      />
      <div className="mt-2 flex gap-2">
        <button type="submit" className="button button-go" disabled={!words.trim()}>Send</button>
        <button type="button" className="button button-quiet" onClick={onCancel}>Cancel</button>
      </div>
    </form>
  );
}
