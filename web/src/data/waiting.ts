// What waits for the person, across rooms, oldest first: gates, and rooms where it is the person's turn to speak.
import type { Gate, RoomSummary } from "../api/types.gen";

export interface Waiting {
  key: string;
  room: string;
  title: string;
  what: string;
  at: string;
  gate?: Gate;
}

export function waitingOf(rooms: RoomSummary[], gates: Gate[]): Waiting[] {
  const titles = new Map(rooms.map((one) => [one.id, one.title]));
  const asked = gates.map((gate): Waiting => ({ key: gate.gate, room: gate.room, title: gate.room_title ?? titles.get(gate.room) ?? gate.room, what: gate.question, at: gate.at, gate }));
  const turns = rooms.filter((one) => one.state === "waiting" && !gates.some((gate) => gate.room === one.id)).map((one): Waiting => ({ key: one.id, room: one.id, title: one.title, what: "Your turn to answer", at: one.updated_at }));
  return [...asked, ...turns].sort((a, b) => a.at.localeCompare(b.at));
}
