// What the talk is about, beside it: brief, ideas, project, costs, report, and the room itself.
import * as Tabs from "@radix-ui/react-tabs";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Room } from "../api/types.gen";
import type { RoomModel } from "../data/room";
import { Skeleton } from "../ui/bits";
import { About } from "./About";
import { Brief } from "./Brief";
import { History } from "./History";

const Ideas = lazy(() => import("./Ideas").then(({ Ideas: it }) => ({ default: it })));
const RoomCosts = lazy(() => import("./RoomCosts").then(({ RoomCosts: it }) => ({ default: it })));
const Work = lazy(() => import("../work/Work"));
const Report = lazy(() => import("./Report"));

export type Tab = "brief" | "work" | "ideas" | "report" | "project" | "costs" | "about";
const names: Record<Tab, string> = { brief: "Brief", work: "Work", ideas: "Ideas", report: "Report", project: "Project", costs: "Costs", about: "Room" };

function tabsOf(room: Room): Tab[] {
  const ideation = room.team === "ideation" || (room.ideas > 0 && !room.projects.length);
  return ideation ? ["ideas", "report", "costs", "about"] : ["brief", "work", ...(room.ideas ? (["ideas"] as const) : []), "project", "costs", "about"];
}

interface Props {
  model: RoomModel;
  room: Room;
  wide: boolean;
  tab: Tab | undefined;
  onTab: (tab: Tab) => void;
  onCorrect: (text: string) => void;
  onSay: (text: string) => void;
}

// What is of the moment: the board while a plan is built and judged, else the first.
function momentOf(room: Room, tabs: Tab[]): Tab {
  const { project } = room;
  const building = project?.plan_revision && (project.phase === "execution" || project.phase === "review");
  return building ? "work" : (tabs[0] ?? "about");
}

export function Artefact({ model, room, wide, tab, onTab, onCorrect, onSay }: Props): ReactNode {
  const tabs = tabsOf(room);
  const now = tab && tabs.includes(tab) ? tab : momentOf(room, tabs);
  const newest = room.project?.id ?? room.projects.at(-1)?.id;
  const [other, setOther] = useState<string>();
  const picked = other && model.projects.has(other) ? other : newest;
  const whole = picked ? model.projects.get(picked) : undefined;
  return (
    <Tabs.Root value={now} onValueChange={(value) => onTab(value as Tab)} className="flex min-h-0 flex-1 flex-col border-t border-line">
      <Tabs.List aria-label="What it is about" className="flex gap-1 overflow-x-auto border-b border-line px-3 [scrollbar-width:none]">
        {tabs.map((one) => (
          <Tabs.Trigger key={one} value={one} className="border-b-2 border-transparent px-2 py-2 text-sm text-muted outline-offset-[-2px] hover:text-ink data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink">{names[one]}</Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Content key={one} value={one} className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]">
          {(one === "brief" || one === "work" || one === "project") && room.projects.length > 1 ? (
            <label className="flex items-center gap-2 px-4 pt-3 text-sm">
              <span className="text-muted">Project</span>
              <select className="min-w-0 flex-1 rounded-lg border border-edge bg-raised px-2 py-1" value={picked} onChange={(event) => { setOther(event.target.value); void model.loadProjectOf(event.target.value); }}>
                {room.projects.map((project) => <option key={project.id} value={project.id}>{project.title}</option>)}
              </select>
            </label>
          ) : null}
          <Suspense fallback={<div className="p-4"><Skeleton /></div>}>
            {one === "brief" ? <Brief whole={whole} wide={wide} /> : null}
            {one === "work" ? <Work model={model} room={room} project={picked} onSay={onSay} /> : null}
            {one === "project" ? <History whole={whole} onCorrect={onCorrect} /> : null}
            {one === "ideas" ? <Ideas room={room.id} title={room.title} finished={room.state === "finished" && !room.projects.length} revision={model.revision} /> : null}
            {one === "costs" ? <RoomCosts room={room.id} revision={model.revision} /> : null}
            {one === "report" ? <Report room={room.id} finished={room.state === "finished"} /> : null}
            {one === "about" ? <About model={model} room={room} /> : null}
          </Suspense>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
