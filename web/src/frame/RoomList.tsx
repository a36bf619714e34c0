// Left: the rooms, what waits for the person across all of them, and the ways to everything else.
import { type ReactNode, useState } from "react";
import type { RoomSummary } from "../api/types.gen";
import { app } from "../data/app";
import { useModel } from "../data/model";
import { roomPath, type Route } from "../data/route";
import { setTheme, type Theme, themeNow } from "../data/theme";
import { Go } from "../ui/Go";
import { Icon } from "../ui/Icon";
import { Kbd, Skeleton, When } from "../ui/bits";
import { WaitingCount } from "./WaitingCount";

type Shown = RoomSummary["state"] | "resting";
const states: Record<Shown, { text: string; mark: string }> = {
  working: { text: "at work", mark: "bg-accent breathing" },
  waiting: { text: "waits for you", mark: "bg-ask" },
  // Nothing is wanted of anybody: it waits for whatever is said next.
  resting: { text: "at rest", mark: "border-2 border-muted" },
  paused: { text: "paused", mark: "border-2 border-muted" },
  finished: { text: "finished", mark: "border-2 border-accent" },
  failed: { text: "failed", mark: "bg-danger" },
  quarantined: { text: "damaged", mark: "bg-danger" },
  empty: { text: "nothing said yet", mark: "border-2 border-line" },
};

export function StateDot({ state }: { state: Shown }): ReactNode {
  return <span className={`mt-[7px] size-2.5 shrink-0 rounded-full ${states[state].mark}`} role="img" aria-label={states[state].text} title={states[state].text} />;
}

function ThemeSwitch(): ReactNode {
  const [theme, change] = useState(themeNow);
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  const next: Theme = dark ? "light" : "dark";
  return <button type="button" className="icon-button" aria-label={`Switch to ${next}`} title={`Switch to ${next}`} onClick={() => { setTheme(next); change(next); }}><Icon name={dark ? "sun" : "moon"} /></button>;
}

export function RoomList({ route, onGone, onPalette, onKeys }: { route: Route; onGone: () => void; onPalette: () => void; onKeys: () => void }): ReactNode {
  const { rooms, waiting } = useModel(app);
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (rooms ?? []).filter((one) => words.every((word) => `${one.title} ${one.folder}`.toLowerCase().includes(word)));
  const folders = new Set((rooms ?? []).map((one) => one.folder)).size;
  const link = "flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm hover:bg-sunk";
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 px-3 pt-3 pb-2">
        <Go to="/" className="flex flex-1 items-center gap-2 rounded px-1 font-semibold" onClick={onGone}><img src="/icon.svg" alt="" width={22} height={22} />Folkmoot</Go>
        <ThemeSwitch />
        <button type="button" className="icon-button" aria-label="Find anything (Ctrl K)" title="Find anything (Ctrl K)" onClick={onPalette}><Icon name="search" /></button>
      </div>
      <div className="flex gap-2 px-3 pb-2">
        <input type="search" className="field min-w-0 flex-1 py-1 text-sm" placeholder="Search rooms" aria-label="Search rooms" value={search} onChange={(event) => setSearch(event.target.value)} />
        <Go to="/new" className="button px-2" aria-label="New room" title="New room (N)" onClick={onGone}><Icon name="plus" size={16} /></Go>
      </div>
      <nav aria-label="Rooms" className="min-h-16 flex-1 overflow-y-auto px-2" tabIndex={-1}>
        {!rooms ? <div className="px-2"><Skeleton rows={5} /></div> : null}
        {rooms && !found.length ? <p className="px-2.5 py-2 text-sm text-muted">{rooms.length ? "No room of that name." : "No rooms yet. The first one begins in the middle."}</p> : null}
        <ul>
          {found.map((one) => {
            const here = route.page === "room" && route.room === one.id;
            const state: Shown = one.state === "waiting" && !one.open_gates && !waiting.some((other) => other.room === one.id) ? "resting" : one.state;
            const unread = !here && app.isUnread(one);
            return (
              <li key={one.id}>
                <Go to={roomPath(one.id)} data-room={one.id} aria-current={here ? "page" : undefined} className={`flex gap-2.5 rounded-lg px-2.5 py-1.5 hover:bg-sunk ${here ? "bg-sunk" : ""}`} onClick={onGone}>
                  <StateDot state={state} />
                  <span className="min-w-0 flex-1">
                    <span className={`block truncate text-sm leading-6 ${unread || here ? "font-semibold" : ""}`}>{one.title}</span>
                    <span className="block truncate text-xs text-muted">{states[state].text} · <When at={one.updated_at} />{folders > 1 ? ` · ${one.folder.split("/").at(-1)}` : ""}</span>
                  </span>
                  {unread ? <span className="mt-2 size-2 shrink-0 rounded-full bg-info" role="img" aria-label="new here" /> : null}
                </Go>
              </li>
            );
          })}
        </ul>
      </nav>
      {waiting.length ? (
        <section aria-label="Waiting for you" className="max-h-[34%] overflow-y-auto border-t border-line px-2 py-2">
          <Go to="/waiting" className="flex items-center gap-2 rounded-lg px-2.5 py-1" onClick={onGone}><span className="label flex-1">Waiting for you</span><WaitingCount bare /></Go>
          <ul>
            {waiting.slice(0, 6).map((one) => (
              <li key={one.key}>
                <Go to={roomPath(one.room)} className="block rounded-lg px-2.5 py-1 hover:bg-sunk" onClick={onGone}>
                  <span className="block truncate text-sm">{one.what}</span>
                  <span className="block truncate text-xs text-muted">{one.title}</span>
                </Go>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <nav aria-label="Everything else" className="border-t border-line p-2">
        <Go to="/costs" className={link} aria-current={route.page === "costs" ? "page" : undefined} onClick={onGone}><Icon name="coins" size={16} />Costs</Go>
        <Go to="/memory" className={link} aria-current={route.page === "memory" ? "page" : undefined} onClick={onGone}><Icon name="book" size={16} />Memory</Go>
        <Go to="/settings" className={link} aria-current={route.page === "settings" ? "page" : undefined} onClick={onGone}><Icon name="settings" size={16} />Settings</Go>
        <button type="button" className={`${link} w-full`} onClick={() => { onGone(); onKeys(); }}><Icon name="keys" size={16} /><span className="flex-1 text-left">Shortcuts</span><Kbd>?</Kbd></button>
      </nav>
    </div>
  );
}
