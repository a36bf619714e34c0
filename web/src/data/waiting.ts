// What waits for the person, across rooms, oldest first: gates, and rooms where it is the person's turn to speak.
import type { Gate, Room, RoomSummary } from "../api/types.gen";
import { plural } from "../text/say";

export interface Waiting {
  key: string;
  room: string;
  title: string;
  what: string;
  at: string;
  gate?: Gate;
}

// What a room that waits wants, in a line; nothing where it only rests until somebody speaks.
export function wantedIn(room: Room): string | undefined {
  const open = room.questions.filter((one) => !one.end).length;
  if (open) return plural(open, "question");
  const waits = room.project?.waits ?? "nothing";
  return waits === "nothing" || waits === "team" ? undefined : (room.project?.due ?? "Your turn.");
}

export function waitingOf(rooms: RoomSummary[], gates: Gate[], wants: ReadonlyMap<string, string | undefined>): Waiting[] {
  const titles = new Map(rooms.map((one) => [one.id, one.title]));
  const asked = gates.map((gate): Waiting => ({ key: gate.gate, room: gate.room, title: gate.room_title ?? titles.get(gate.room) ?? gate.room, what: gate.question.replaceAll("`", ""), at: gate.at, gate }));
  const turns = rooms.flatMap((one): Waiting[] => {
    const what = wants.get(one.id);
    return what && one.state === "waiting" && !gates.some((gate) => gate.room === one.id) ? [{ key: one.id, room: one.id, title: one.title, what, at: one.updated_at }] : [];
  });
  return [...asked, ...turns].sort((a, b) => a.at.localeCompare(b.at));
}
