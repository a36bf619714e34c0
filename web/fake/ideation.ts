// The scripted team of an ideation: two rounds of ideas, critique, scores, a choice and its report.
import type { Idea, Score } from "../src/api/types.gen";
import { agentBy, type FakeRoom, system } from "./room";

const ideas: [string, string, string, string[]][] = [
  ["A shed with a key", "One shed, one key, a list on the door. Whoever takes something writes it down.", "What nobody has to run need not be paid for.", ["shed", "trust"]],
  ["A Saturday stall", "Tools are lent from a stall on Saturdays, by two people of the street.", "People meet, and what is broken is seen at once.", ["people", "weekly"]],
  ["A shelf in the bakery", "The bakery keeps the ten things that are borrowed most behind the counter.", "It is open when people are about.", ["shop", "small"]],
  ["A list, no place", "Everybody keeps their own tools; a list tells who has what.", "No room, no rent, no lock.", ["list", "cheap"]],
  ["A wagon that moves", "A hand cart with the tools stands at another house each month.", "Nobody is the caretaker for ever.", ["wagon", "turns"]],
];
const scoresOf: [number, number, number, number, number][] = [[900, 600, 850, 800, 750], [700, 550, 700, 850, 800], [800, 650, 600, 900, 700], [950, 400, 500, 900, 600], [500, 900, 650, 550, 450]];

function scored(scorer: string, index: number, shift: number): Score {
  const at = (scoresOf[index] ?? [500, 500, 500, 500, 500]).map((one) => Math.max(0, Math.min(1000, one + shift)));
  return {
    scorer, by: "agent", score: Math.round(at.reduce((sum, one) => sum + one, 0) / at.length),
    criteria: { feasibility: at[0] ?? 0, innovation: at[1] ?? 0, impact: at[2] ?? 0, clarity: at[3] ?? 0, completeness: at[4] ?? 0 },
    pros: ["Nothing has to be bought first"], cons: ["Somebody has to look after it"], feedback: "Convincing where it is simple; say who looks after it in winter.",
  };
}

export async function ideate(room: FakeRoom, topic: string, pace: number): Promise<void> {
  room.state = "working";
  const speak = (agent: string, doing: string, text: string, kind: string) => room.speak(agent, kind, doing, text, pace, { kind });
  await speak("leader", "opening", `Welcome. The topic is “${topic}”. We look for the idea that still stands after honest attack.`, "kickoff");
  await speak("researcher", "finding out what is known", "What people say they want and what they later use are two lists, and we have neither yet. I would ask ten people on the street before the first screw is bought.", "researcher");
  await speak("ideation", "finding ideas", ideas.slice(0, 4).map(([title, what], i) => `${i + 1}. **${title}**: ${what}`).join("\n"), "ideation");
  ideas.forEach(([title, description, rationale, tags], index) => {
    const round = index < 4 ? 1 : 2;
    const idea: Idea = { id: `idea-${index + 1}`, title, description, rationale, tags, round, revision: 1, pinned: false, vetoed: false, scores: [], revisions: [{ revision: 1, round, title, description }], ...(index === 4 ? { builds_on: "idea-2" } : {}) };
    room.ideas.push(idea);
    room.append("idea.proposed", agentBy("ideation"), { id: idea.id, title, description, rationale, tags, round });
  });
  await speak("adversary", "looking for what can go wrong", "Two things will sink this: **nobody brings the drill back**, and in winter nobody opens the shed. Each idea should say who notices, and when.", "critic");
  const first = room.ideas[0];
  if (first) {
    first.revision = 2;
    first.description = "One shed, one key, a list on the door. Who lent last looks after it for a month.";
    first.revisions.push({ revision: 2, round: 2, title: first.title, description: first.description });
    room.append("idea.revised", agentBy("ideation"), { id: first.id, revision: 2, description: first.description, round: 2 });
  }
  await speak("implementer", "thinking about how", "The shed needs a wall, a lock and somebody who has an hour a month. That is an afternoon and forty euros.", "implementer");
  room.ideas.forEach((idea, index) => {
    idea.scores = [scored("moderator", index, 0), scored("adversary", index, index === 4 ? -220 : -60)];
    idea.score = Math.round(idea.scores.reduce((sum, one) => sum + one.score, 0) / idea.scores.length);
    idea.spread = Math.abs((idea.scores[0]?.score ?? 0) - (idea.scores[1]?.score ?? 0));
    if (idea.spread >= 200) idea.contested = true;
    for (const one of idea.scores) room.append("idea.scored", agentBy(one.scorer), { id: idea.id, scorer: one.scorer, score: one.score, scores: one.criteria, pros: one.pros, cons: one.cons, feedback: one.feedback });
  });
  await speak("leader", "choosing", "Choice: **A shed with a key**. It costs least, it can begin this month, and what Adversary fears is answered by whoever lent last.", "selection");
  room.chosen = { id: "idea-1", score: room.ideas[0]?.score ?? 0, by_rule: "score", flags: [], leader_choice: "idea-1" };
  room.append("idea.selected", system, { ...room.chosen });
  room.report = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${topic}</title><style>body{font:16px/1.5 Georgia,serif;max-width:40rem;margin:2rem auto;padding:0 1rem;background:#fff;color:#222}</style></head><body><h1>${topic}</h1><p>Chosen: <b>A shed with a key</b></p><ol>${ideas.map(([title, what]) => `<li><b>${title}</b>: ${what}</li>`).join("")}</ol></body></html>`;
  room.post(system, "The ideation has ended: A shed with a key was chosen, with the highest score.");
  room.append("flow.finished", system, { completion: "success", reason: "" });
  room.rest("finished");
}
