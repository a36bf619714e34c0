// The commands that are said to the room. Those that only show something have their place on the page instead.
export interface Command {
  name: string;
  takes?: string;
  what: string;
}
export const commands: Command[] = [
  { name: "go", what: "Starts: the brief is written, and you approve it" },
  { name: "enough", what: "No more questions: the team decides what is open" },
  { name: "new", takes: "GOAL", what: "Begins another project in this room" },
  { name: "build", takes: "WISH", what: "The short way: brief and plan at once, one approval, the work" },
  { name: "switch", takes: "PROJECT", what: "Goes to another project" },
  { name: "answers", takes: "N: TEXT", what: "Corrects your answer to question N" },
  { name: "vote", what: "Each agent votes on what was proposed" },
  { name: "ideate", takes: "TOPIC", what: "The team collects and scores ideas" },
  { name: "thorough", what: "Each agent asks for itself, and votes before the brief" },
  { name: "pause", what: "Stops the work, to change what is wanted" },
  { name: "resume", what: "Goes on with what is paused or failed" },
  { name: "room", what: "Gives the project a room of its own" },
  { name: "cancel", what: "Ends the project; /resume goes on with it" },
  { name: "brief", takes: "TEXT", what: "Your own brief: the last one's Markdown, edited" },
];

export interface Completion {
  // Where the word begins that is being completed.
  from: number;
  kind: "agent" | "command";
  word: string;
}

// What stands before the caret: `@cr` anywhere, `/br` at the very beginning.
export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(0, caret);
  const command = /^\/([a-z]*)$/.exec(before);
  if (command) return { from: 0, kind: "command", word: command[1] ?? "" };
  const mention = /(^|[\s(,;])@([\w-]*)$/.exec(before);
  if (mention) return { from: caret - (mention[2]?.length ?? 0) - 1, kind: "agent", word: (mention[2] ?? "").toLowerCase() };
  return undefined;
}
