// All rooms of the fake server, who listens to them, and what is in them at the beginning.
import type { Event, Gate, OpenSession, Remembered } from "../src/api/types.gen";
import { building, built, planned, unsure } from "./agency";
import { Build } from "./build";
import { buildingTeam, council, ideationTeam } from "./cards";
import { ideate } from "./ideation";
import { agentBy, FakeRoom, freshId, personBy, system } from "./room";

export interface Listener {
  rooms: Map<string, number>;
  all: boolean;
  send(kind: string, data: unknown, id?: string): void;
  end(): void;
}

export class World {
  rooms = new Map<string, FakeRoom>();
  builds = new Map<string, Build>();
  listeners = new Set<Listener>();
  memory: Remembered[] = [];
  sessions: OpenSession[] = [];
  // Answers that were given under an idempotency key.
  done = new Map<string, { body: string; status: number; answer: unknown }>();
  epoch = freshId("e");
  signedOut = false;
  offline = false;
  // Milliseconds between two words.
  pace = 35;
  name = "ana";
  folder = "/home/ana/street";

  constructor(seed: "full" | "empty") {
    const now = new Date().toISOString();
    this.sessions = [
      { id: "s-here", name: this.name, since: now, used: now, here: true },
      { id: "s-phone", name: this.name, since: now, used: now, here: false },
    ];
    void seed;
  }

  static async made(seed: "full" | "empty"): Promise<World> {
    const world = new World(seed);
    if (seed === "full") await world.fill();
    return world;
  }

  add(title: string, team: string, demo: boolean, id?: string): FakeRoom {
    const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 24).replace(/^-|-$/g, "");
    const room = new FakeRoom(id ?? `${slug}-${freshId("x").slice(2, 6)}`, title, this.folder, team, demo, team === "ideation" ? ideationTeam : team === "agency" ? buildingTeam : council, {
      event: (event) => this.tell(event),
      preview: (kind, data) => {
        for (const one of this.listeners) if (one.rooms.has(String(data.room))) one.send(kind, data);
      },
    });
    this.rooms.set(room.id, room);
    this.builds.set(room.id, new Build(room, () => this.pace));
    room.append("room.created", personBy(this.name), { title, folder: this.folder, team });
    return room;
  }

  private tell(event: Event): void {
    for (const one of this.listeners) {
      if (one.rooms.has(event.room)) {
        one.rooms.set(event.room, event.room_seq);
        one.send("event", event, this.idOf(one));
      }
      if (one.all) one.send("news", { room: event.room, room_seq: event.room_seq });
    }
  }

  idOf(one: Listener): string {
    return `${this.epoch}~${[...one.rooms].map(([room, seq]) => `${room}:${seq}`).join("~")}`;
  }

  gates(): Gate[] {
    return [...this.rooms.values()].flatMap((room) => room.gates).sort((a, b) => a.at.localeCompare(b.at));
  }

  private async fill(): Promise<void> {
    const pace = this.pace;
    this.pace = 0;
    const ago = (hours: number) => Date.now() - hours * 3600_000;

    const long = this.add("Everything about the harbour", "council", true, "harbour-10k-a1b2");
    long.clock = ago(300);
    const says = ["I would begin with the quay, since everything else hangs on it.", "Two boats at once is what breaks it: **who decides which goes first?**", "That is three questions in one. Let me take them apart:\n\n1. depth\n2. tide\n3. who pays", "A short sentence.", "`harbour.plan(tide, depth)` would be the whole of it, if the tide were known.\n\n```ts\nconst tide = await table.at(hour);\n```"];
    for (let i = 0; i < 10_000; i += 1) {
      if (i % 9 === 0) long.post(personBy(this.name), `And what about berth ${i}?`);
      else long.post(agentBy(council[(i * 7 + (i >> 2)) % council.length] ?? "leader"), `${says[i % says.length]}${i % 5 === 3 ? "" : `\n(${i})`}`);
    }
    long.rest("waiting", "Your turn.");

    const photos = this.add("Rename photos by date", "council", false, "photos-by-date-q2w3");
    photos.clock = ago(50);
    photos.post(personBy(this.name), "A tool that renames photos by the date they were taken");
    photos.beginProject("Rename photos by date", "A tool that renames photos by the date they were taken", ["leader", "coder"]);
    photos.toPhase("discovery", "the team asks what it has to know", "Leader and Coder ask what has to be known.");
    photos.post(personBy(this.name), "/status", { marker: "command" });
    photos.fail("coder", { code: "model_refused", message: "The model refused the request: 429 Too Many Requests.", cause: "The account has used up its minute.", cure: "Wait a minute and say /resume, or choose another model." });
    const parked = photos.openGate("parked", "No model answers. How shall it go on?", [["try-again", "Try again"], ["stop", "Stop here"]]);
    parked.expired = true;
    photos.append("warning", system, { code: "budget_near", message: "Four fifths of today's budget are used.", cause: "12 turns today.", cure: "Raise `budget.day` in config.yaml, or wait until tomorrow." });
    photos.problem = { code: "model_silent", message: "No model answers just now.", cause: "429 Too Many Requests", cure: "Wait a minute and go on, or choose another model." };
    photos.rest("paused");

    const tools = this.add("A tool library for our street", "ideation", true, "tool-library-k3m9");
    tools.clock = ago(20);
    tools.post(personBy(this.name), "a tool library for our street");
    await ideate(tools, "a tool library for our street", 0);

    const shop = this.add("A booking page for a barber shop", "council", false, "booking-barber-hj9d");
    shop.clock = ago(5);
    const build = this.builds.get(shop.id);
    const first = shop.post(personBy(this.name), "Build a booking page for a barber shop");
    await build?.open(first.text, this.name);
    const answers = shop.post(personBy(this.name), "1: they call\n2: you decide\n3: hello@example.com");
    await build?.hear(answers.text, this.name, answers.id);
    shop.channels = ["telegram:123456"];

    const asks = this.add("A garden plan for the school", "council", true, "garden-plan-m4n5");
    asks.clock = ago(1);
    const opening = asks.post(personBy(this.name), "A garden plan for the school");
    await this.builds.get(asks.id)?.open(opening.text, this.name);

    for (const [title, id, hours, fill] of [["Free times: the plan", "times-plan-p7q8", 9, planned], ["Free times: at work", "times-work-b3c4", 7, building], ["Free times: what to begin from", "times-base-d5e6", 8, unsure], ["Free times: built", "times-built-r9s2", 6, built]] as const) {
      const room = this.add(title, "agency", false, id);
      room.clock = ago(hours);
      fill(room, this.name);
    }

    for (const room of this.rooms.values()) room.clock = undefined;
    this.memory = [
      { room: tools.id, project: "p-shelf", title: "A shelf for the hallway", goal: "Shoes off the floor", one_liner: "Pine, three boards, screwed to the wall.", summary: "Three boards of pine, **no glue**.", finished_at: new Date(ago(400)).toISOString() },
      { room: shop.id, project: "p-menu", title: "A menu that fits on one page", goal: "Guests choose in a minute", one_liner: "Twelve dishes, two columns.", finished_at: new Date(ago(900)).toISOString() },
    ];
    this.pace = pace;
  }
}
