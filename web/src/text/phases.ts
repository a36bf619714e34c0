// Where a project is on its way, as a strip: what the person takes part in, not each phase.
import type { Project } from "../api/types.gen";

export interface Strip {
  steps: string[];
  at: number;
}
const stepOf: Partial<Record<Project["phase"], string>> = { discovery: "questions", ready: "brief", synthesis: "brief", approval: "brief", execution: "work", review: "review" };

// Nothing of what is answered at once: there was no brief, and there is no work to accept.
export function stripOf(project: Project): Strip | undefined {
  if (project.flow && project.flow !== "full" && !project.brief_revision) return undefined;
  const planned = (project.plan_revision ?? 0) > 0;
  const steps = planned ? ["questions", "brief", "plan", "work", "review"] : ["questions", "brief", "work", "review"];
  if (project.phase === "idle") return { steps, at: project.ending === "success" ? steps.length : -1 };
  const step = planned && (project.phase === "synthesis" || project.phase === "approval") ? "plan" : stepOf[project.phase];
  return { steps, at: step ? steps.indexOf(step) : -1 };
}

export function endingText(ending: Project["ending"]): string {
  switch (ending) {
    case "success":
      return "accepted";
    case "cancellation":
      return "cancelled";
    case "timeout":
      return "left open";
    case "escalation":
      return "handed on";
    case "error":
      return "failed";
    default:
      return "";
  }
}
