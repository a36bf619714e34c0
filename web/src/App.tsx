// The frame: rooms on the left, what was chosen in the middle. Each room brings its own right pane.
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { app } from "./data/app";
import { useModel } from "./data/model";
import { notify } from "./data/notify";
import { go, roomPath, useRoute } from "./data/route";
import { ConnectionLine } from "./frame/ConnectionLine";
import { Palette } from "./frame/Palette";
import { RoomList } from "./frame/RoomList";
import { Shortcuts } from "./frame/Shortcuts";
import { WaitingCount } from "./frame/WaitingCount";
import { Begin } from "./pages/Begin";
import { SignedOut } from "./pages/SignedOut";
import { Waiting } from "./pages/Waiting";
import { RoomPage } from "./room/RoomPage";
import { Dialog } from "./ui/Dialog";
import { Go } from "./ui/Go";
import { Icon } from "./ui/Icon";
import { Empty, ProblemNote, Skeleton } from "./ui/bits";
import { useKeys } from "./ui/keys";
import { useTablet } from "./ui/useMedia";

const CostsPage = lazy(() => import("./pages/CostsPage"));
const MemoryPage = lazy(() => import("./pages/MemoryPage"));
const SettingsPage = lazy(() => import("./pages/SettingsPage"));

const titles = { home: "", new: "New room", waiting: "Waiting for you", costs: "Costs", memory: "Memory", settings: "Settings", unknown: "Nothing here" } as const;

export function App(): ReactNode {
  const { session, signedOut, problem, rooms, waiting: allWaiting } = useModel(app);
  const route = useRoute();
  const tablet = useTablet();
  const [floating, setFloating] = useState<"rooms" | "palette" | "keys">();
  const close = useCallback(() => setFloating(undefined), []);
  const openRooms = useCallback(() => setFloating("rooms"), []);

  const waiting = allWaiting.length;
  const waitingKeys = allWaiting.map((one) => one.key).join();
  useEffect(() => {
    if (rooms) notify(allWaiting, (room) => go(roomPath(room)));
  }, [waitingKeys, rooms === undefined]);
  const title = route.page === "room" ? (rooms?.find((one) => one.id === route.room)?.title ?? "Room") : titles[route.page];
  useEffect(() => {
    document.title = `${waiting ? `(${waiting}) ` : ""}${title ? `${title} · ` : ""}Folkmoot`;
  }, [waiting, title]);

  const toRooms = () => {
    if (!tablet) return setFloating("rooms");
    (document.querySelector<HTMLElement>('[data-room][aria-current="page"]') ?? document.querySelector<HTMLElement>("[data-room]"))?.focus();
  };
  useKeys({
    "mod+k": () => setFloating("palette"),
    "?": () => setFloating("keys"),
    "g r": toRooms,
    "g w": () => go("/waiting"),
    n: () => go("/new"),
  });

  if (signedOut) return <SignedOut />;
  if (!session)
    return problem ? (
      <main className="grid h-full place-items-center p-4"><div className="w-full max-w-md"><h1 className="sr-only">Folkmoot</h1><ProblemNote problem={problem} onRetry={() => void app.start()} /></div></main>
    ) : (
      <main className="mx-auto h-full w-full max-w-xl p-8" aria-busy="true"><h1 className="sr-only">Folkmoot</h1><Skeleton rows={6} /></main>
    );

  const page = () => {
    switch (route.page) {
      case "room":
        return <RoomPage key={route.room} id={route.room} message={route.message} onMenu={openRooms} />;
      case "home":
        return rooms ? (rooms.length ? <Home /> : <Begin welcome />) : <div className="flex-1 p-8"><h1 className="sr-only">Folkmoot</h1><Skeleton /></div>;
      case "new":
        return <Begin welcome={false} />;
      case "waiting":
        return <Waiting />;
      case "costs":
        return <CostsPage />;
      case "memory":
        return <MemoryPage />;
      case "settings":
        return <SettingsPage />;
      default:
        return <div className="flex-1"><h1 className="sr-only">Nothing here</h1><Empty icon="search" title="There is no such page" action={<Go to="/" className="button">To your rooms</Go>} /></div>;
    }
  };
  const left = <RoomList route={route} onGone={close} onPalette={() => setFloating("palette")} onKeys={() => setFloating("keys")} />;
  return (
    <div className="flex h-full flex-col">
      <a href="#main" className="sr-only z-30 bg-raised px-3 py-2 focus:not-sr-only focus:absolute" onClick={(event) => { event.preventDefault(); document.getElementById("main")?.focus(); }}>To the content</a>
      <ConnectionLine />
      <div className="flex min-h-0 flex-1">
        {tablet ? <aside aria-label="Rooms" className="flex w-60 shrink-0 flex-col border-r border-line bg-paper desk:w-66">{left}</aside> : null}
        <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 outline-none">
          <div className="flex min-w-0 flex-1 flex-col">
            {!tablet && route.page !== "room" ? (
              <div className="flex items-center gap-1 border-b border-line px-2 py-1.5">
                <button type="button" className="icon-button" aria-label="Rooms and what waits for you" onClick={openRooms}><Icon name="menu" /></button>
                <span className="flex-1 font-semibold">Folkmoot</span>
                <Go to="/waiting" className="px-2"><WaitingCount /></Go>
              </div>
            ) : null}
            <div className="flex min-h-0 flex-1">
              <Suspense fallback={<div className="flex-1 p-8"><h1 className="sr-only">{title}</h1><Skeleton /></div>}>{page()}</Suspense>
            </div>
          </div>
        </main>
      </div>
      {!tablet && floating === "rooms" ? <Dialog kind="left" title="Rooms" showTitle={false} onClose={close}>{left}</Dialog> : null}
      {floating === "palette" ? <Palette route={route} onClose={close} onKeys={() => setFloating("keys")} /> : null}
      {floating === "keys" ? <Shortcuts onClose={close} /> : null}
    </div>
  );
}

// With rooms there already, the first thing to see is what waits; then the newest room.
function Home(): ReactNode {
  const { rooms, waiting } = useModel(app);
  const waits = waiting.length;
  const first = rooms?.[0];
  useEffect(() => {
    if (!waits && first) go(`/r/${first.id}`, true);
  }, [waits, first]);
  return waits ? <Waiting /> : <div className="flex-1" />;
}
