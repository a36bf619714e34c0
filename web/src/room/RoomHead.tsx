// The head of a room: its title, where the project is, and what can be done with it.
import { lazy, type ReactNode, Suspense } from "react";
import type { Room } from "../api/types.gen";
import type { Tab } from "../panes/Artefact";
import { Icon } from "../ui/Icon";
import { WaitingCount } from "../frame/WaitingCount";
import { PhaseStrip } from "./PhaseStrip";

interface Props {
  room: Room | undefined;
  working: boolean;
  paneShown: boolean;
  onMenu: () => void;
  onPane: () => void;
  onStop: () => void;
  onResume: () => void;
  onPause: () => void;
  onCancel: () => void;
  onShow: (tab: Tab) => void;
}
// What is not seen at first need not be there at first.
const RoomMenu = lazy(() => import("./RoomMenu"));

export function RoomHead({ room, working, paneShown, onMenu, onPane, onStop, onResume, onPause, onCancel, onShow }: Props): ReactNode {
  const project = room?.project ?? room?.projects.at(-1);
  return (
    <header className="flex min-h-14 items-center gap-1 border-b border-line px-2 py-1.5 tablet:px-4">
      <div className="relative tablet:hidden">
        <button type="button" className="icon-button" aria-label="Rooms and what waits for you" onClick={onMenu}><Icon name="menu" /></button>
        <span className="pointer-events-none absolute -top-0.5 -right-0.5"><WaitingCount /></span>
      </div>
      <div className="min-w-0 flex-1 px-1">
        <h1 className="truncate text-base leading-6 font-semibold" title={room?.title}>{room?.title ?? "\u00a0"}</h1>
        {project ? <PhaseStrip project={project} /> : room ? <p className="truncate text-xs text-muted">{room.ideas ? `${room.ideas} ideas` : room.team}</p> : null}
      </div>
      <button type="button" className="icon-button" aria-label={paneShown ? "Hide team and brief" : "Show team and brief"} title="Team and brief (T)" aria-expanded={paneShown} onClick={onPane}><Icon name="team" /></button>
      <Suspense fallback={<button type="button" className="icon-button" aria-label="More of this room" disabled><Icon name="more" /></button>}>
        <RoomMenu room={room} working={working} onStop={onStop} onResume={onResume} onPause={onPause} onCancel={onCancel} onShow={onShow} />
      </Suspense>
    </header>
  );
}
