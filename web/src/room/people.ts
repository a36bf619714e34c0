// The names of a room's agents, for all that shows who speaks.
import { createContext, useContext } from "react";
import type { Agent } from "../api/types.gen";
import { agentName } from "../text/agents";

export interface People {
  me: string;
  agents: Agent[];
}
export const PeopleContext = createContext<People>({ me: "", agents: [] });

export function nameIn(people: People, id: string): string {
  if (id === "folkmoot") return "Folkmoot";
  return people.agents.find((one) => one.id === id)?.name ?? agentName(id);
}

export function useName(): (id: string) => string {
  const people = useContext(PeopleContext);
  return (id) => nameIn(people, id);
}
