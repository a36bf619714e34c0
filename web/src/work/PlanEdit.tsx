// Below a plan that waits for a yes: the way to edit it by hand. What is saved is a new card, and nothing is approved by it.
import { type ReactNode, useState } from "react";
import { api } from "../api/client";
import type { Agent, Gate } from "../api/types.gen";
import { planIn } from "../text/plan";
import { PlanForm } from "./PlanForm";

export function PlanEdit({ room, gate, agents }: { room: string; gate: Gate; agents: Agent[] }): ReactNode {
  const [open, setOpen] = useState(false);
  const subject = gate.subject;
  const planned = planIn(subject);
  const project = subject?.project;
  const revision = subject?.plan_revision;
  if (!planned || gate.type !== "approval" || typeof project !== "string" || typeof revision !== "number") return null;
  if (!open) return <p className="mt-2"><button type="button" className="text-sm text-info underline underline-offset-2" onClick={() => setOpen(true)}>Edit the plan</button></p>;
  const draft = `plan:${room}:${gate.gate}`;
  return (
    <PlanForm
      plan={planned.plan}
      draft={draft}
      agents={agents.map((one) => one.id)}
      onSave={(plan) => api.editPlan(room, project, { revision, plan }, `${draft}:${crypto.randomUUID()}`)}
      onCancel={() => setOpen(false)}
    />
  );
}
