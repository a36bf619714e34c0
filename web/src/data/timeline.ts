// The conversation as a list of rows, in the order in which they are seen.
import type { Message } from "../api/types.gen";
import type { ClosedGate, Growing, RoomLog, Trouble } from "./log";
import type { Pending } from "./outbox";

export type Row =
  | { key: string; kind: "day"; day: string }
  | { key: string; kind: "message"; message: Message; first: boolean; noted?: string }
  | { key: string; kind: "growing"; growing: Growing; first: boolean }
  | { key: string; kind: "pending"; pending: Pending }
  | { key: string; kind: "closed"; gate: ClosedGate }
  | { key: string; kind: "trouble"; trouble: Trouble };

const notedLine = /^noted: /;
const dayOf = (at: string): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
};

interface Shown {
  pending: Pending[];
  // Questions that stand in the form below need not be read twice.
  hidden: ReadonlySet<string>;
  // A card or a form at the end says whose turn it is; the line that says so before it is said twice.
  asked: boolean;
}

export function rowsOf(log: RoomLog, { pending, hidden, asked }: Shown): Row[] {
  const rows: Row[] = [];
  let day = "";
  let speaker = "";
  let lastAt = 0;
  const between = [...log.closed.map((gate) => ({ seq: gate.seq, at: gate.at, row: { key: gate.gate, kind: "closed", gate } satisfies Row })), ...log.troubles.map((trouble) => ({ seq: trouble.seq, at: trouble.at, row: { key: `trouble-${trouble.seq}`, kind: "trouble", trouble } satisfies Row }))].sort((a, b) => a.seq - b.seq);
  let next = 0;
  // What happened before the oldest message that is here belongs to a page that is not.
  const oldest = log.messages[0]?.room_seq ?? 0;
  while (log.messages.length && (between[next]?.seq ?? Infinity) < oldest) next += 1;
  const putBetween = (seq: number) => {
    for (let one = between[next]; one && one.seq < seq; one = between[++next]) {
      rows.push(one.row);
      speaker = "";
    }
  };
  const lastSaid = log.messages.at(-1);
  const turnLine = lastSaid?.by === "system" && /^your turn\b/i.test(lastSaid.text) ? lastSaid : undefined;
  for (const message of log.messages) {
    putBetween(message.room_seq);
    if (hidden.has(message.id) || (asked && message === turnLine)) continue;
    const noted = notedLine.test(message.text) && message.by === "system" ? message.text.replace(notedLine, "") : undefined;
    const last = rows.at(-1);
    if (noted && last?.kind === "message" && last.message.by === "person") {
      rows[rows.length - 1] = { ...last, noted };
      continue;
    }
    const ofDay = dayOf(message.at);
    if (ofDay && ofDay !== day) {
      rows.push({ key: `day-${ofDay}`, kind: "day", day: message.at });
      day = ofDay;
      speaker = "";
    }
    const at = Date.parse(message.at);
    const who = `${message.by}:${message.from}:${message.marker}:${message.by === "agent" ? message.to : ""}`;
    rows.push({ key: message.id, kind: "message", message, first: who !== speaker || at - lastAt > 10 * 60_000 });
    speaker = who;
    lastAt = at;
  }
  putBetween(Infinity);
  for (const growing of log.growing.values()) {
    if (growing.done && !growing.text) continue;
    rows.push({ key: growing.turn.replace(/^t-/, "m-"), kind: "growing", growing, first: true });
  }
  for (const one of pending) rows.push({ key: one.key, kind: "pending", pending: one });
  return rows;
}
