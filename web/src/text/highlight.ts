// Colours of code, loaded when the first piece of code is shown.
import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";

const lowlight = createLowlight({ bash, cpp, css, diff, go, javascript, json, markdown, python, rust, sql, typescript, xml, yaml });

export interface Piece {
  text: string;
  kind?: string;
}
interface Node {
  type: string;
  value?: string;
  children?: unknown[];
  properties?: { className?: unknown };
}

// Beyond this the colours cost more than they help.
const tooLong = 60_000;

export function pieces(text: string, language: string): Piece[] {
  if (!lowlight.registered(language) || text.length > tooLong) return [{ text }];
  const found: Piece[] = [];
  const walk = (node: Node, kind: string | undefined) => {
    if (node.type === "text") found.push({ text: node.value ?? "", ...(kind ? { kind } : {}) });
    const own = node.properties?.className;
    const next = Array.isArray(own) ? own.join(" ") : kind;
    for (const child of node.children ?? []) walk(child as Node, next);
  };
  walk(lowlight.highlight(language, text) as unknown as Node, undefined);
  return found;
}
