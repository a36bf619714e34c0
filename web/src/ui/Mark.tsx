// An agent's mark: its shape in its colour. While it speaks, a dot breathes beside it.
import type { ReactNode } from "react";
import { lookOf, type Shape } from "../text/agents";

const drawn: Record<Shape, ReactNode> = {
  circle: <circle cx="8" cy="8" r="5.5" />,
  square: <rect x="3" y="3" width="10" height="10" rx="1.5" />,
  diamond: <path d="M8 1.8L14.2 8L8 14.2L1.8 8Z" />,
  triangle: <path d="M8 2.2L14.4 13.2H1.6Z" />,
  hexagon: <path d="M4.8 2.5h6.4L14.4 8l-3.2 5.5H4.8L1.6 8Z" />,
  cross: <path d="M5.8 2h4.4v3.8H14v4.4h-3.8V14H5.8v-3.8H2V5.8h3.8Z" />,
  drop: <path d="M8 1.5c3 3.4 4.8 5.8 4.8 8A4.8 4.8 0 0 1 3.2 9.500c0-2.200 1.800-4.600 4.800-8Z" />,
  ring: <circle cx="8" cy="8" r="4.6" fill="none" stroke="currentColor" strokeWidth="3" />,
  star: <path d="M8 1.400l2 4.300l4.700.6l-3.500 3.200l.9 4.700L8 11.900l-4.100 2.300l.9-4.700L1.300 6.300l4.700-.6Z" />,
  half: <><circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="1.800" /><path d="M8 3a5 5 0 0 1 0 10Z" /></>,
};

// A person's mark: their first letter.
export function Initial({ name }: { name: string }): ReactNode {
  return <span className="mt-0.5 size-4 rounded-full bg-ink text-center text-[10px] leading-4 font-semibold text-paper uppercase" aria-hidden="true">{name.charAt(0)}</span>;
}

export function Mark({ agent, size = 16, label }: { agent: string; size?: number; label?: string }): ReactNode {
  const look = lookOf(agent);
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="currentColor" className={`tone-${look.tone} shrink-0 text-agent`} role={label ? "img" : undefined} aria-label={label} aria-hidden={label ? undefined : true}>
      {drawn[look.shape]}
    </svg>
  );
}
