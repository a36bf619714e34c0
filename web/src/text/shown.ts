// What of an agent's words is for people. Models often answer in JSON, which the program reads; people are told what is being done.
export function isForMachines(text: string): boolean {
  return /^\s*(\{|\[\s*\{|```json)/.test(text);
}

// The words before what is meant for the program.
export const wordsOf = (text: string): string => text.split(/\n```json/)[0] ?? "";

// A page as a message is the report, which has its own place.
export const isPage = (text: string): boolean => /^\s*(```html\s*)?<!doctype html/i.test(text);

// Long code folds by itself; what counts here are the words around it.
export function isLong(text: string): boolean {
  const words = text.replace(/```[^\n]*\n[\s\S]*?(\n```|$)/g, "");
  return words.length > 1700 || words.split("\n").length > 34;
}

const doing: Record<string, string> = {
  reply: "is answering", answer: "is answering", ask: "is thinking of questions", vote: "is voting", debate: "is speaking", route: "is deciding who speaks", findings: "is looking into it", options: "is weighing the options",
  do_task: "is doing it", status: "is looking at where things are", summary: "is summing up", repair: "is putting an answer right", kickoff: "is opening", ideate: "is finding ideas", ideate_later: "is finding more ideas",
  answer_objections: "is answering objections", settle_objections: "is settling objections", implement: "is thinking about how", synthesis: "is summing up", synthesis_last: "is summing up", validate: "is scoring the ideas", validate_missing: "is scoring the ideas",
  select: "is choosing", visualize: "is writing the report",
  questions: "is thinking of questions", draft: "is writing the brief", review_draft: "is reading the brief", revise: "is revising the brief", edit: "is changing the brief",
  plan: "is planning", edit_plan: "is changing the plan", build: "is building", rework: "is putting it right", resolve: "is joining what conflicts", review_code: "is reviewing", review_plan: "is reviewing the plan", synthesize: "is weighing the reviews",
  work: "is working", redo: "is putting it right", adjust: "is changing it", check_whole: "is checking the whole", discuss: "is speaking", explain: "is explaining", answer_brief: "is answering",
  ideation: "is finding ideas", research: "is finding out what is known", critique: "is looking for what can go wrong", validation: "is scoring the ideas", selection: "is choosing", report: "is writing the report",
};
export const doingText = (task: string | undefined): string => (task ? (doing[task] ?? "is thinking") : "is thinking");

// Beside a name: "writing the brief". What is in words already stays as it is.
export const taskText = (task: string): string => doing[task]?.replace(/^is /, "") ?? (/^[a-z_]+$/.test(task) ? "thinking" : task);
