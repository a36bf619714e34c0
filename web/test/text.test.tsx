import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { SentReader } from "../src/api/sse";
import { routeOf } from "../src/data/route";
import { waitingOf } from "../src/data/waiting";
import { agentName, lookOf } from "../src/text/agents";
import { answersMessage } from "../src/text/answers";
import { completionAt } from "../src/text/commands";
import { contrast } from "../src/text/contrast";
import { Markdown } from "../src/text/markdown";
import { isLongPaste, pasteWord, withPastes } from "../src/text/paste";
import { stripOf } from "../src/text/phases";
import { ago, count, lasting, money } from "../src/text/say";
import { isForMachines, isLong, isPage, wordsOf } from "../src/text/shown";

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

describe("Markdown is safe", () => {
  test("raw HTML is the text that it is", () => {
    expect(html("<script>alert(1)</script>")).not.toContain("<script");
    expect(html('a <img src=x onerror="alert(1)"> b')).not.toContain("<img");
    expect(html('<div onclick="x">hi</div>')).toContain("&lt;div");
    expect(html("<!-- hidden -->")).toContain("&lt;!--");
  });
  test("only links to the web and to mail are links", () => {
    expect(html("[x](javascript:alert(1))")).not.toContain("href");
    expect(html("[x](data:text/html,hi)")).not.toContain("href");
    expect(html("[x](  JaVaScRiPt:alert(1))")).not.toContain("href");
    expect(html("[x](https://a.example/?q=1)")).toContain('href="https://a.example/?q=1"');
    expect(html("[x](https://a.example)")).toContain('rel="noreferrer noopener"');
  });
  test("an image is no request", () => {
    expect(html("![a cat](https://a.example/cat.png)")).not.toContain("<img");
  });
  test("what people and agents write looks as they meant it", () => {
    expect(html("**bold** and `a < b` & c")).toContain("<strong>bold</strong> and <code>a &lt; b</code> &amp; c");
    expect(html("`&lt;` and `a && b`")).toContain("<code>&amp;lt;</code> and <code>a &amp;&amp; b</code>");
    expect(html("1. one\n2. two")).toContain("<ol");
    expect(html("| a | b |\n| - | - |\n| 1 | 2 |")).toContain("<td>1</td>");
    expect(html("one\ntwo")).toContain("<br/>");
    expect(html("ask @coder about it")).toContain('<span class="mention">@coder</span>');
    expect(html("me@coder.example")).not.toContain('class="mention"');
    expect(html("# Title")).toContain("<h3");
  });
  test("code stays code, with its file's name", () => {
    const code = html("```html path=index.html\n<b>x</b>\n```");
    expect(code).toContain("index.html");
    expect(code).toContain("&lt;b&gt;x&lt;/b&gt;");
  });
});

test("server-sent events come out whole, however they are cut", () => {
  const text = 'event: hello\ndata: {"epoch":"e"}\n\n: beat\n\nid: 7\r\nevent: event\r\ndata: one\r\ndata: two\r\n\r\n';
  for (let size = 1; size < text.length; size += 3) {
    const reader = new SentReader();
    const sent = [];
    for (let i = 0; i < text.length; i += size) sent.push(...reader.push(text.slice(i, i + size)));
    expect(sent).toEqual([{ kind: "hello", data: '{"epoch":"e"}' }, { kind: "event", data: "one\ntwo", id: "7" }]);
    expect(reader.comments).toBe(1);
  }
});

test("answers are one message, a line each", () => {
  expect(answersMessage([{ number: 1, text: " they call ", decide: false }, { number: 2, text: "x", decide: true }, { number: 3, text: "", decide: false }, { number: 4, text: "a\nb", decide: false }])).toBe("1: they call\n2: you decide\n4: a b");
});

test("completion: commands at the beginning, agents anywhere", () => {
  expect(completionAt("/br", 3)).toEqual({ from: 0, kind: "command", word: "br" });
  expect(completionAt("and /br", 7)).toBeUndefined();
  expect(completionAt("hey @Cr", 7)).toEqual({ from: 4, kind: "agent", word: "cr" });
  expect(completionAt("a@b", 3)).toBeUndefined();
  expect(completionAt("hey @cr then", 7)).toEqual({ from: 4, kind: "agent", word: "cr" });
});

test("a long paste is one word and sent whole", () => {
  const paste = "line\n".repeat(40);
  expect(isLongPaste("short")).toBe(false);
  expect(isLongPaste(paste)).toBe(true);
  const word = pasteWord(paste, {});
  const second = pasteWord(paste, { [word]: paste });
  expect(second).not.toBe(word);
  expect(withPastes(`see ${word} and ${second}`, { [word]: paste, [second]: "x" })).toBe(`see ${paste} and x`);
});

test("numbers and times as people say them", () => {
  expect([money(0), money(6400), money(123_000), money(2_345_000)]).toEqual(["$0", "0.64¢", "$0.123", "$2.35"]);
  expect([count(855), count(2860), count(1_250_000)]).toEqual(["855", "2.9k", "1.3M"]);
  expect([lasting(4000), lasting(120_000), lasting(3_900_000)]).toEqual(["4 s", "2 min", "1 h 5 min"]);
  expect(ago("2026-05-01T12:00:00Z", Date.parse("2026-05-01T12:07:00Z"))).toBe("7 min ago");
});

test("what is meant for the program is not shown as words", () => {
  expect(isForMachines('```json\n{"ideas": []}')).toBe(true);
  expect(isForMachines("{")).toBe(true);
  expect(isForMachines("Two things will sink this")).toBe(false);
  expect(isPage("<!doctype html>\n<html>")).toBe(true);
  expect(wordsOf("Two ideas.\n\n```json\n{")).toBe("Two ideas.\n");
  expect(isLong(`Short.\n\n\`\`\`html\n${"<p>\n".repeat(90)}\`\`\``)).toBe(false);
  expect(isLong("A line.\n".repeat(40))).toBe(true);
});

test("addresses", () => {
  expect(routeOf("/", "")).toEqual({ page: "home" });
  expect(routeOf("/r/a-b1", "#m-1")).toEqual({ page: "room", room: "a-b1", message: "m-1" });
  expect(routeOf("/costs", "")).toEqual({ page: "costs" });
  expect(routeOf("/what", "")).toEqual({ page: "unknown" });
});

test("where a project is", () => {
  const project = { id: "p", title: "", goal: "", active: true, agents: [], waits: "team" } as const;
  expect(stripOf({ ...project, agents: [], phase: "execution" })).toEqual({ steps: ["questions", "brief", "work", "review"], at: 2 });
  expect(stripOf({ ...project, agents: [], phase: "idle", ending: "success" })?.at).toBe(4);
  expect(stripOf({ ...project, agents: [], phase: "execution", flow: "quick" })).toBeUndefined();
  expect(stripOf({ ...project, agents: [], phase: "review", flow: "light", brief_revision: 1 })?.at).toBe(3);
});

test("what waits: gates and rooms, the oldest first, each room once", () => {
  const room = { title: "A", folder: "/", team: "council", created_at: "", events: 1, open_gates: 0 } as const;
  const waiting = waitingOf([{ ...room, id: "a", state: "waiting", updated_at: "2026-05-02T00:00:00Z" }, { ...room, id: "b", state: "waiting", updated_at: "2026-05-03T00:00:00Z" }, { ...room, id: "c", state: "finished", updated_at: "2026-05-01T00:00:00Z" }], [{ room: "b", gate: "g", type: "ready", question: "Start?", digest: "", options: [], at: "2026-05-01T00:00:00Z" }], new Map([["a", "2 questions"], ["b", "1 question"], ["c", "1 question"]]));
  expect(waiting.map((one) => [one.room, one.what])).toEqual([["b", "Start?"], ["a", "2 questions"]]);
});

test("agents keep their look, and those of one team can be told apart", () => {
  expect(lookOf("someone-new")).toEqual(lookOf("someone-new"));
  const team = ["leader", "director", "researcher", "adversary", "architect", "creative", "coder", "ux"].map(lookOf);
  expect(new Set(team.map((one) => one.tone)).size).toBe(8);
  expect(new Set(team.map((one) => one.shape)).size).toBe(8);
  expect([agentName("ui-creator"), agentName("ux"), agentName("deep-research")]).toEqual(["UI Creator", "UX", "Deep Research"]);
});

describe("contrast", () => {
  const css = readFileSync(new URL("../src/style.css", import.meta.url), "utf8");
  const blocks = [...css.matchAll(/color-scheme: (light|dark);([^}]*)/g)].map(([, theme, body]) => ({ theme, colors: Object.fromEntries([...(body ?? "").matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex])) }));
  test("the two dark themes are one", () => {
    const dark = blocks.filter((one) => one.theme === "dark");
    expect(dark).toHaveLength(2);
    expect(dark[0]?.colors).toEqual(dark[1]?.colors);
  });
  test.each(blocks)("every pair of $theme that text is set in is AA", ({ colors }) => {
    const at = (name: string) => colors[name] ?? "#000000";
    const grounds = ["paper", "raised", "sunk"];
    const texts = ["ink", "muted", "accent", "ask", "danger", "info", ...Array.from({ length: 10 }, (_, i) => `a${i}`)];
    const pairs = [...grounds.flatMap((ground) => texts.map((text) => [text, ground] as const)), ...["key", "str", "num", "com", "name"].map((one) => [`c-${one}`, "sunk"] as const), ["on-accent", "accent"], ["paper", "ask"], ["paper", "ink"], ["accent", "accent-soft"], ["ink", "accent-soft"], ["ink", "ask-soft"], ["muted", "ask-soft"], ["info", "ask-soft"], ["ink", "danger-soft"], ["danger", "danger-soft"], ["info", "danger-soft"], ["muted", "accent-soft"], ["muted", "danger-soft"], ["muted", "info-soft"], ["info", "info-soft"]] as const;
    expect(pairs.filter(([text, ground]) => contrast(at(text), at(ground)) < 4.5).map(([text, ground]) => `${text} on ${ground}: ${contrast(at(text), at(ground)).toFixed(2)}`)).toEqual([]);
    // The edge of a field, and the marks, need less.
    for (const ground of grounds) expect(contrast(at("edge"), at(ground))).toBeGreaterThan(3);
  });
});
