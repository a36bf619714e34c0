// The scripted team of a build: questions, a brief that is argued over, work, review.
import type { BriefRevision, Gate } from "../src/api/types.gen";
import { agentBy, type FakeRoom, personBy, system } from "./room";

const goal = "A customer asks for a free time from the phone in under a minute, without an account, and the shop hears of every request.";

function briefOf(title: string, revision: number, wishes: string[]): { brief: Record<string, unknown>; markdown: string } {
  const included = [
    "One page, `index.html`, that opens on a phone and needs no server",
    "Three services to choose from: haircut 30 minutes, beard trim 15, both 45",
    revision > 1 ? "Free times for the next 14 days, every quarter of an hour, never in the past" : "Free times for the next 14 days, every quarter of an hour",
    revision > 1 ? "The page writes the shop an e-mail with the request and says that the shop calls to confirm" : "The time is confirmed on the page at once",
  ];
  const excluded = ["Payment and deposits", "Accounts and passwords for customers", "A calendar for the staff"];
  const constraints = ["Requests go to hello@example.com", ...wishes.map((one) => `We keep to your wish “${one}”`)];
  const decisions = ["A page of our own instead of a booking service: no monthly fee, nothing to sign up for"];
  const objections = revision > 1 ? [{ agent: "adversary", text: "“Confirmed at once” is a promise that a page without a server cannot keep", outcome: "taken_up", why: "The page asks for a time; the shop confirms it by phone." }] : [];
  const brief = {
    title, goal, scope: { included, excluded }, constraints: { others: constraints }, decisions, unknowns: ["Where requests go: hello@example.com stands in for it"],
    next_steps: { creative: "Write every text on the page", coder: { task: "Build index.html with the creative's texts", after: ["creative"] } }, objections,
  };
  const list = (items: string[]) => items.map((one) => `- ${one}`).join("\n");
  const markdown = `# Project Brief: ${title}\n\n## Goal\n\n${goal}\n\n## In Scope\n\n${list(included)}\n\n## Out of Scope\n\n${list(excluded)}\n\n## Constraints\n\n${list(constraints)}\n\n## Decisions\n\n${list(decisions)}\n\n## Next steps\n\n- **creative**: Write every text on the page\n- **coder**: Build index.html with the creative's texts (after creative)`;
  return { brief, markdown };
}

const firstChanges: BriefRevision["changes"] = [
  { kind: "changed", part: "In scope", before: "The time is confirmed on the page at once", after: "The page writes the shop an e-mail with the request and says that the shop calls to confirm" },
  { kind: "changed", part: "In scope", before: "Free times for the next 14 days, every quarter of an hour", after: "Free times for the next 14 days, every quarter of an hour, never in the past" },
  { kind: "added", part: "Objections", after: "“Confirmed at once” is a promise that a page without a server cannot keep" },
];

const workOfCreative = `## Texts of the page

| where | words |
| --- | --- |
| top | Fresh cut, no waiting |
| below it | Pick a time and send us your request. We answer by phone. |
| services | Haircut · Beard trim · Haircut and beard |
| button | Send request |

The button says “request” and not “book”, because the shop still has to say yes.`;

const workOfCoder = `The page, with the creative's words on it and nothing to install.

\`\`\`html path=index.html
<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Fresh cut, no waiting</title>
</head>
<body>
  <h1>Fresh cut, no waiting</h1>
  <form id="request">
    <button>Send request</button>
  </form>
  <script>
    const SHOP = { email: "hello@example.com", opens: 9 * 60, closes: 18 * 60 };
    // Times that are past are never offered.
    document.getElementById("request").addEventListener("submit", (event) => event.preventDefault());
  </script>
</body>
</html>
\`\`\`

- Done: services, days and times, the request by e-mail.
- Not done: a request to a real address.`;

export class Build {
  private wishes: string[] = [];
  constructor(
    private room: FakeRoom,
    private pace: () => number,
  ) {}

  private speak(agent: string, task: string, doing: string, text: string, options = {}): Promise<boolean> {
    return this.room.speak(agent, task, doing, text, this.pace(), options);
  }

  private begin(): void {
    this.room.stop = new AbortController();
    this.room.problem = undefined;
    this.room.state = "working";
    this.room.due = undefined;
  }

  async open(text: string, person: string): Promise<void> {
    this.begin();
    const { room } = this;
    room.beginProject(text.slice(0, 60), text, ["leader", "researcher", "creative", "coder"]);
    room.append("intent.read", system, { intent: "build", confidence: 95, words: ["build"], flow: "full", by: "rules" });
    room.toPhase("discovery", "the team asks what it has to know", "Leader, Researcher, Creative and Coder ask what has to be known.");
    await this.speak("leader", "questions", "thinking of questions", `Before we say what to do: ${person}, a few things would change what we build. We keep it to three.`);
    room.ask("leader", "How do customers get an appointment today?", "we assume that they call and somebody writes it into a book");
    room.ask("creative", "Which words should stand at the top of the page?", "“Fresh cut, no waiting” stands there");
    room.ask("coder", "To which e-mail address should requests go?", "hello@example.com stands in for it, in one line that you can change");
    this.waits("answers", "Your turn: 3 questions.");
  }

  private waits(what: "answers" | "start" | "review" | "words", due: string): void {
    const active = this.room.active();
    if (active) active.project.waits = what;
    this.room.rest("waiting", due);
  }

  // A person's words, wherever the project stands.
  async hear(text: string, person: string, message: string): Promise<void> {
    const { room } = this;
    const project = room.active()?.project;
    if (!project) return this.open(text, person);
    if (project.phase === "discovery") return this.hearAnswers(text, person, message);
    const gate = room.gates.at(-1);
    if (gate && /^(yes|start|ok)\b[.!]?$/i.test(text.trim())) {
      room.closeGate(gate, personBy(person), gate.options[0]?.id ?? "yes");
      return gate.type === "review" ? this.accept() : this.work();
    }
    if (gate && /^accept\b/i.test(text)) {
      room.closeGate(gate, personBy(person), "accept");
      return this.accept();
    }
    if (gate) {
      room.expireGate(gate);
      return gate.type === "review" ? this.redo(text) : this.edit(text);
    }
    this.begin();
    await this.speak("leader", "discuss", "answering", `I hold “${text}” against the goal: ${goal} If a line of the brief should be different because of it, say so when it is shown.`);
    this.waits("words", "Your turn.");
  }

  private async hearAnswers(text: string, person: string, message: string): Promise<void> {
    const { room } = this;
    const by = personBy(person);
    const open = room.active()?.questions.filter((one) => !one.end) ?? [];
    const noted: string[] = [];
    if (/^\/?enough\b/i.test(text.trim())) {
      for (const one of open) room.answerQuestion(one.number, "", "you_decide", by, message);
      noted.push("you leave the rest to the team");
    }
    for (const line of text.split("\n")) {
      const match = /^(\d+)[:.]\s*(.+)$/.exec(line.trim());
      const question = match && open.find((one) => one.number === Number(match[1]));
      if (!match || !question) continue;
      const decide = /^you decide/i.test(match[2] ?? "");
      room.answerQuestion(question.number, match[2] ?? "", decide ? "you_decide" : "answered", by, message);
      noted.push(["appointments", "words", "address"][question.number - 1] ?? `question ${question.number}`);
    }
    if (noted.length) room.post(system, `noted: ${noted.join(", ")}`, { to: "person" });
    const left = room.active()?.questions.filter((one) => !one.end) ?? [];
    if (left.length) return this.waits("answers", `Your turn: ${left.length} ${left.length === 1 ? "question" : "questions"}.`);
    if (room.active()?.briefs.length) return this.edit(text);
    await this.debate();
  }

  private async debate(): Promise<void> {
    this.begin();
    const { room } = this;
    room.post(system, "Enough was asked and answered.", { to: "person" });
    const title = "Booking page for a barber shop";
    const one = briefOf(title, 1, this.wishes);
    if (!(await this.speak("leader", "draft", "writing the brief", one.markdown, { id: "none" }))) return this.stopped();
    room.propose("leader", one.brief, one.markdown, [], one.markdown);
    const objection = "Review: objects\n- “Confirmed on the page at once” is a promise that a page without a server cannot keep: two customers on two phones both get Friday 17:00. Settle it by calling it a request that only the shop confirms.";
    const both = await Promise.all([
      this.speak("adversary", "review_draft", "looking for what can go wrong", objection, { kind: "draft_review", to: "leader" }),
      this.speak("creative", "review_draft", "reading the brief", "Review: stands\n\nThe words carry. I would rather cut a sentence than add one.", { kind: "draft_review", to: "leader" }),
    ]);
    if (both.includes(false)) return this.stopped();
    this.stance("adversary", "objects", "A page without a server cannot promise a time.");
    this.stance("creative", "agrees", "The words carry.");
    room.append("vote.cast", agentBy("adversary"), { agent: "adversary", vote: "object", why: "A page without a server cannot promise a time." });
    const two = briefOf(title, 2, this.wishes);
    if (!(await this.speak("leader", "revise", "taking up the objection", two.markdown, { id: "none" }))) return this.stopped();
    room.propose("leader", two.brief, two.markdown, firstChanges, two.markdown);
    const last = room.messages.at(-1)?.id ?? "";
    room.active()?.votes.push({ agent: "adversary", vote: "agree_with_conditions", why: "As long as the page says who confirms.", message: last, iteration: 1 }, { agent: "creative", vote: "agree", why: "The words carry.", message: last, iteration: 1 });
    this.stance("adversary", "agrees_with_conditions", "As long as the page says who confirms.");
    this.ready();
  }

  private stance(agent: string, stance: "agrees" | "agrees_with_conditions" | "objects", why: string): void {
    const one = this.room.agents.find((other) => other.id === agent);
    if (one) Object.assign(one, { stance, stance_why: why });
  }

  private ready(): void {
    const { room } = this;
    room.toPhase("ready", "the brief is there to be judged", "Your turn: read the brief, and say whether to start.");
    room.openGate("ready", "Start on this? (yes, or say what to change)", [["start-implementation", "Start implementation"], ["change-something", "Change something"], ["continue-discussion", "Continue discussion"]], { brief: room.active()?.briefs.at(-1)?.brief ?? {} });
    this.waits("start", "Your turn: read the brief, and say whether to start.");
  }

  private stopped(): void {
    this.room.post(system, "Stopped. What was said so far is kept. Say something, or /resume.", { to: "person" });
    this.room.rest("paused");
  }

  async answer(gate: Gate, option: string, reason: string | undefined): Promise<void> {
    if (option === "start-implementation") return this.work();
    if (option === "accept") return this.accept();
    if (option === "continue-discussion" || option === "back-to-discussion") return this.discuss();
    if (reason) return gate.type === "review" ? this.redo(reason) : this.edit(reason);
    this.room.post(system, "What should be different?", { to: "person" });
    this.waits("words", "Your turn: say what should be different.");
  }

  private async discuss(): Promise<void> {
    this.begin();
    this.room.toPhase("discovery", "the discussion goes on", "The discussion goes on.");
    if (!(await this.speak("director", "discuss", "thinking about the whole", "The whole is for one thing: that nobody stands in front of a closed door. Everything that does not help with that can wait."))) return this.stopped();
    await this.speak("architect", "discuss", "thinking about the parts", "Then one page is enough, and a service can replace it later. I see no reason for a server yet.");
    this.ready();
  }

  private async edit(wish: string): Promise<void> {
    this.begin();
    const { room } = this;
    this.wishes.push(wish);
    const active = room.active();
    if (active) active.project.iteration = (active.project.iteration ?? 1) + 1;
    room.toPhase("discovery", "the discussion goes on", "Taken up: the brief is being changed, and you will see what is new.");
    const next = briefOf("Booking page for a barber shop", 3, this.wishes);
    const shown = `- **Constraints**: We keep to your wish “${wish}” *(new)*`;
    if (!(await this.speak("leader", "edit", "changing the brief", shown, { id: "none" }))) return this.stopped();
    room.propose("leader", next.brief, next.markdown, [{ kind: "added", part: "Constraints", after: `We keep to your wish “${wish}”` }], shown);
    this.ready();
  }

  async work(): Promise<void> {
    this.begin();
    const { room } = this;
    room.toPhase("execution", "the person approved the brief", "Started: Creative and Coder work on it.", ["creative", "coder"]);
    if (!(await this.speak("creative", "work", "writing the texts", workOfCreative, { kind: "work" }))) return this.stopped();
    if (!(await this.speak("coder", "work", "building index.html", workOfCoder, { kind: "work" }))) return this.stopped();
    if (!(await this.speak("adversary", "check_whole", "checking the whole", "Check: fail\n- coder: today after 17:45 the list of times is empty and index.html says nothing.", { kind: "check", to: "person" }))) return this.stopped();
    if (!(await this.speak("coder", "redo", "putting it right", "The finding is right; on a full day the page now says so.", { kind: "work" }))) return this.stopped();
    this.review();
  }

  private async redo(wish: string): Promise<void> {
    this.begin();
    this.room.toPhase("execution", "the person wants it different", `Taken up: ${wish}`, ["coder"]);
    if (!(await this.speak("coder", "adjust", "changing index.html", `Here is the page once more, with “${wish}”.`, { kind: "work" }))) return this.stopped();
    this.review();
  }

  private review(): void {
    const { room } = this;
    room.toPhase("review", "the work is there to be judged", "Review: the work is there. Accept it, or say what to change.");
    room.post(agentBy("leader"), `**Booking page for a barber shop**: handed in, 2 parts, 1 file.\n\n- \`${room.folder}/.folkmoot/projects/p-1/files/index.html\` by coder\n\n**Open**\n\n- coder, not done: a request to a real address.`, { kind: "review", to: "person" });
    room.openGate("review", "Accept this work?", [["accept", "Accept"], ["adjust-one-thing", "Adjust one thing"], ["back-to-discussion", "Back to discussion"]], { what_built: "Booking page for a barber shop" });
    this.waits("review", "Your turn: accept the work, or say what to change.");
  }

  private accept(): void {
    const { room } = this;
    room.toPhase("idle", "the person accepts the work", `Done. The files are here:\n- ${room.folder}/.folkmoot/projects/p-1/files/index.html\n\nSay what should be different, or what comes next.`, undefined, "success");
    room.rest("finished", undefined);
  }

  async resume(): Promise<void> {
    const phase = this.room.active()?.project.phase;
    if (phase === "discovery") return this.debate();
    if (phase === "execution") return this.work();
  }
}
