// Where the person speaks. What is typed never waits for anything, and is there again after a reload.
import { type ReactNode, type Ref, useContext, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { keep, kept } from "../data/kept";
import { commands, type Completion, completionAt } from "../text/commands";
import { isLongPaste, type Pastes, pasteWord, withPastes } from "../text/paste";
import { Icon } from "../ui/Icon";
import { Mark } from "../ui/Mark";
import { useTablet } from "../ui/useMedia";
import { PeopleContext } from "./people";

export interface ComposerHandle {
  insert(text: string): void;
  put(text: string): void;
  focus(): void;
}
interface Choice {
  id: string;
  insert: string;
  title: string;
  what: string;
}
interface Props {
  room: string;
  working: boolean;
  // What the person said last, to be said again.
  last?: () => string | undefined;
  onSay: (text: string) => void;
  onStop: () => void;
  handle: Ref<ComposerHandle>;
}

export function Composer({ room, working, last, onSay, onStop, handle }: Props): ReactNode {
  const people = useContext(PeopleContext);
  const tablet = useTablet();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => kept(`draft:${room}`, ""));
  const [pastes, setPastes] = useState<Pastes>(() => kept<Pastes>(`pastes:${room}`, {}));
  const [completion, setCompletion] = useState<Completion>();
  const [chosen, setChosen] = useState(0);

  const change = (next: string, held = pastes) => {
    setText(next);
    keep(`draft:${room}`, next);
    if (held !== pastes) {
      setPastes(held);
      keep(`pastes:${room}`, held);
    }
  };
  const look = () => {
    const element = field.current;
    if (!element) return;
    setCompletion(completionAt(element.value, element.selectionStart));
    setChosen(0);
  };
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    // A placeholder that wraps is no reason to be taller.
    element.style.height = "";
    if (text) element.style.height = `${Math.min(element.scrollHeight, 260)}px`;
  }, [text]);
  useImperativeHandle(handle, () => ({
    insert(more) {
      const element = field.current;
      if (!element) return;
      const at = element.selectionStart;
      const next = text.slice(0, at) + (at && !/\s$/.test(text.slice(0, at)) ? " " : "") + more + text.slice(element.selectionEnd);
      change(next);
      element.focus();
    },
    put(next) {
      change(next);
      field.current?.focus();
    },
    focus: () => field.current?.focus(),
  }));

  const choices: Choice[] = !completion
    ? []
    : completion.kind === "command"
      ? commands.filter((one) => one.name.startsWith(completion.word)).map((one) => ({ id: one.name, insert: `/${one.name}${one.takes ? " " : ""}`, title: `/${one.name}${one.takes ? ` ${one.takes}` : ""}`, what: one.what }))
      : [...people.agents.map((one) => ({ id: one.id, name: one.name, what: one.what ?? "" })), { id: "all", name: "Everybody", what: "Asks each of them" }, { id: "team", name: "Team", what: "Asks those whom it concerns" }]
          .filter((one) => one.id.startsWith(completion.word) || one.name.toLowerCase().startsWith(completion.word))
          .map((one) => ({ id: one.id, insert: `@${one.id} `, title: `@${one.id}`, what: one.what }));
  const open = choices.length > 0;

  const complete = (choice: Choice) => {
    if (!completion) return;
    const next = text.slice(0, completion.from) + choice.insert + text.slice(completion.from + completion.word.length + 1).trimStart();
    change(next);
    setCompletion(undefined);
    const caret = completion.from + choice.insert.length;
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
    field.current?.focus();
  };
  const send = () => {
    const whole = withPastes(text, pastes).trim();
    if (!whole) return;
    onSay(whole);
    change("", {});
    setCompletion(undefined);
  };

  return (
    <div className="relative rounded-lg border border-edge bg-raised has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-[-1px] has-[textarea:focus-visible]:outline-info">
      {open ? (
        <ul id="completions" role="listbox" aria-label={completion?.kind === "command" ? "Commands" : "Agents"} className="absolute bottom-full left-0 z-10 mb-1 max-h-72 w-full overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float arrive tablet:w-[30rem]">
          {choices.map((choice, i) => (
            <li key={choice.id} id={`choice-${i}`} role="option" aria-selected={i === chosen} ref={i === chosen ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined} className={`flex cursor-pointer items-baseline gap-2 rounded px-2 py-1 text-sm ${i === chosen ? "bg-sunk" : ""}`} onMouseDown={(event) => { event.preventDefault(); complete(choice); }}>
              {completion?.kind === "agent" ? <span className="self-center"><Mark agent={choice.id} size={13} /></span> : null}
              <span className="shrink-0 font-mono text-xs">{choice.title}</span>
              <span className="min-w-0 truncate text-muted">{choice.what}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex items-end gap-1 p-1.5">
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label="Say something"
          placeholder={tablet ? "Say something, @ to address, / for more" : "Say something"}
          className="max-h-65 min-h-9 flex-1 resize-none bg-transparent px-2 py-1.5 outline-none"
          aria-haspopup="listbox"
          aria-controls={open ? "completions" : undefined}
          aria-activedescendant={open ? `choice-${chosen}` : undefined}
          aria-autocomplete="list"
          onChange={(event) => {
            change(event.target.value);
            look();
          }}
          onSelect={look}
          onBlur={() => setCompletion(undefined)}
          onPaste={(event) => {
            const paste = event.clipboardData.getData("text/plain");
            if (!isLongPaste(paste)) return;
            event.preventDefault();
            const word = pasteWord(paste, pastes);
            const { selectionStart: from, selectionEnd: to } = event.currentTarget;
            change(`${text.slice(0, from)}${word} ${text.slice(to)}`, { ...pastes, [word]: paste });
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (open) {
              const choice = choices[chosen];
              if (event.key === "ArrowDown" || event.key === "ArrowUp") {
                event.preventDefault();
                return setChosen((chosen + (event.key === "ArrowDown" ? 1 : choices.length - 1)) % choices.length);
              }
              // What is written out already needs no completing: Enter sends it.
              if (choice && (event.key === "Tab" || (event.key === "Enter" && choice.insert.trim() !== text.trim()))) {
                event.preventDefault();
                return complete(choice);
              }
              if (event.key === "Escape") {
                event.stopPropagation();
                return setCompletion(undefined);
              }
            }
            if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
              event.preventDefault();
              send();
            }
            if (event.key === "ArrowUp" && !text) {
              const again = last?.();
              if (again) {
                event.preventDefault();
                change(again);
              }
            }
            if (event.key === "Escape") event.currentTarget.blur();
          }}
        />
        {working ? <button type="button" className="button" onClick={onStop}><Icon name="stop" size={15} />Stop</button> : null}
        <button type="button" className="icon-button bg-accent text-on-accent hover:bg-accent hover:text-on-accent" aria-label="Send" title="Send (Enter)" disabled={!text.trim()} onClick={send}><Icon name="send" /></button>
      </div>
    </div>
  );
}
