// The colour and the shape of each agent: the same everywhere, and never the colour alone.
export type Shape = "circle" | "square" | "diamond" | "triangle" | "hexagon" | "cross" | "drop" | "ring" | "star" | "half";
export interface Look {
  tone: number;
  shape: Shape;
}
const shapes: Shape[] = ["circle", "square", "diamond", "triangle", "hexagon", "cross", "drop", "ring", "star", "half"];

// Those of the built-in teams stand apart from each other on purpose.
const known: Record<string, Look> = {
  leader: { tone: 4, shape: "star" },
  director: { tone: 3, shape: "hexagon" },
  researcher: { tone: 1, shape: "ring" },
  adversary: { tone: 2, shape: "triangle" },
  architect: { tone: 6, shape: "square" },
  creative: { tone: 5, shape: "drop" },
  coder: { tone: 0, shape: "diamond" },
  ux: { tone: 8, shape: "circle" },
  ideation: { tone: 5, shape: "cross" },
  implementer: { tone: 7, shape: "square" },
  moderator: { tone: 3, shape: "half" },
  "ui-creator": { tone: 8, shape: "drop" },
  orchestrator: { tone: 6, shape: "ring" },
};

export function hashOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
}

export function lookOf(agent: string): Look {
  const hash = hashOf(agent);
  return known[agent] ?? { tone: hash % 10, shape: shapes[Math.floor(hash / 16) % shapes.length] ?? "circle" };
}

// Ideas keep their colour too: by their number, so that neighbours differ.
export const ideaTone = (id: string): number => (Number(/\d+/.exec(id)?.[0] ?? hashOf(id)) * 3) % 10;

export function agentName(id: string): string {
  if (id === "ux") return "UX";
  return id.split("-").map((part) => (part === "ui" || part === "fe" || part === "qa" ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1))).join(" ");
}
