// What somebody has said and the server has not confirmed yet. It is shown at once, and outlives a reload.
import type { Message, Problem } from "../api/types.gen";
import { keep, kept } from "./kept";

export interface Pending {
  key: string;
  text: string;
  at: string;
  state: "sending" | "waiting" | "failed";
  problem?: Problem;
  // Known once the server has answered; the stream brings the message itself.
  id?: string;
}

export class Outbox {
  items: Pending[];
  constructor(private room: string) {
    this.items = kept<Pending[]>(`outbox:${room}`, []).map((one) => ({ ...one, state: one.state === "failed" ? "failed" : "waiting" }));
  }

  private save(): void {
    keep(`outbox:${this.room}`, this.items);
  }

  add(pending: Pending): void {
    this.items = [...this.items, pending];
    this.save();
  }

  change(key: string, change: Partial<Pending>): void {
    this.items = this.items.map((one) => (one.key === key ? { ...one, ...change } : one));
    this.save();
  }

  remove(key: string): void {
    this.items = this.items.filter((one) => one.key !== key);
    this.save();
  }

  // The stream may tell of a message before the answer to its request has come: then its words tell that it is the one.
  heard(message: Message, name: string): void {
    const one = this.items.find((other) => other.id === message.id) ?? this.items.find((other) => !other.id && other.state !== "failed" && message.by === "person" && message.from === name && other.text === message.text);
    if (one) this.remove(one.key);
  }
}
