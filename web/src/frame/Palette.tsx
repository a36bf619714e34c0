// Everything by its name: rooms, places, and what can be done.
import { type ReactNode, useState } from "react";
import { app } from "../data/app";
import { useModel } from "../data/model";
import { go, roomPath, type Route } from "../data/route";
import { setTheme } from "../data/theme";
import { api } from "../api/client";
import { Dialog } from "../ui/Dialog";
import { Icon, type IconName } from "../ui/Icon";

interface Entry {
  key: string;
  title: string;
  what: string;
  icon: IconName;
  run: () => void;
}

export function Palette({ route, onClose, onKeys }: { route: Route; onClose: () => void; onKeys: () => void }): ReactNode {
  const { rooms } = useModel(app);
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState(0);
  const here = route.page === "room" ? route.room : undefined;
  const entries: Entry[] = [
    ...(here
      ? [
          { key: "stop", title: "Stop who speaks", what: "here", icon: "stop" as const, run: () => void api.interrupt(here) },
          { key: "resume", title: "Go on with what is unfinished", what: "here", icon: "play" as const, run: () => void api.resume(here) },
        ]
      : []),
    ...(rooms ?? []).map((one): Entry => ({ key: one.id, title: one.title, what: "room", icon: "team", run: () => go(roomPath(one.id)) })),
    { key: "new", title: "New room", what: "go", icon: "plus", run: () => go("/new") },
    { key: "waiting", title: "Waiting for you", what: "go", icon: "inbox", run: () => go("/waiting") },
    { key: "costs", title: "Costs", what: "go", icon: "coins", run: () => go("/costs") },
    { key: "memory", title: "Memory", what: "go", icon: "book", run: () => go("/memory") },
    { key: "settings", title: "Settings", what: "go", icon: "settings", run: () => go("/settings") },
    { key: "light", title: "Light", what: "theme", icon: "sun", run: () => setTheme("light") },
    { key: "dark", title: "Dark", what: "theme", icon: "moon", run: () => setTheme("dark") },
    { key: "system", title: "As the system has it", what: "theme", icon: "settings", run: () => setTheme("system") },
    { key: "keys", title: "Shortcuts", what: "help", icon: "keys", run: onKeys },
  ];
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter((one) => words.every((word) => `${one.title} ${one.what}`.toLowerCase().includes(word))).slice(0, 40);
  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  return (
    <Dialog kind="top" title="Find anything" showTitle={false} onClose={onClose}>
      <input
        autoFocus
        className="border-b border-line bg-transparent px-4 py-3 outline-none"
        placeholder="A room, a place, something to do"
        aria-label="Find anything"
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={found.length ? `found-${chosen}` : undefined}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            setChosen((chosen + (event.key === "ArrowDown" ? 1 : found.length - 1)) % Math.max(1, found.length));
          }
          if (event.key === "Enter" && !event.nativeEvent.isComposing) run(found[chosen]);
        }}
      />
      {found.length ? (
        <ul id="found" role="listbox" aria-label="Found" className="min-h-0 flex-1 overflow-y-auto p-1.5">
          {found.map((one, i) => (
            <li key={one.key} id={`found-${i}`} role="option" aria-selected={i === chosen} ref={i === chosen ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined} className={`flex cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 ${i === chosen ? "bg-sunk" : ""}`} onMouseMove={() => setChosen(i)} onClick={() => run(one)}>
              <span className="text-muted"><Icon name={one.icon} size={16} /></span>
              <span className="min-w-0 flex-1 truncate">{one.title}</span>
              <span className="text-xs text-muted">{one.what}</span>
            </li>
          ))}
        </ul>
      ) : <p className="px-4 py-6 text-center text-muted">Nothing of that name.</p>}
    </Dialog>
  );
}
