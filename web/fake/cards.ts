// Who takes part in the fake server's rooms.
export const cards: Record<string, { name: string; what: string }> = {
  leader: { name: "Leader", what: "Frames the question, sums up and decides" },
  director: { name: "Director", what: "Looks at what the whole is for" },
  researcher: { name: "Researcher", what: "Finds out what is known and what is not" },
  adversary: { name: "Adversary", what: "Says what can go wrong" },
  architect: { name: "Architect", what: "Decides how the parts fit together" },
  creative: { name: "Creative", what: "Finds words and forms" },
  coder: { name: "Coder", what: "Writes programs that work" },
  ux: { name: "UX", what: "Speaks for those who will use it" },
  ideation: { name: "Ideation", what: "Finds ideas, many and different" },
  implementer: { name: "Implementer", what: "Says how it would be done" },
  builder: { name: "Builder", what: "Builds a task in a worktree of its own" },
  reviewer: { name: "Reviewer", what: "Holds what was built against what was agreed" },
  auditor: { name: "Auditor", what: "Looks for what comes in from outside" },
  moderator: { name: "Moderator", what: "Weighs ideas against each other" },
  "ui-creator": { name: "UI Creator", what: "Draws and writes the report" },
};
export const council = ["leader", "director", "researcher", "adversary", "architect", "creative", "coder", "ux"];
export const buildingTeam = ["leader", "adversary", "builder", "reviewer", "auditor"];
export const ideationTeam = ["leader", "researcher", "ideation", "adversary", "implementer", "moderator", "ui-creator"];
