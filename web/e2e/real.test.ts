// The page that is built in, served by the real program: the whole job in demo mode, with the server killed in the middle of it.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { flags } from "./browser";

const program = process.env.FOLKMOOT_BINARY ?? new URL("../../build/debug/folkmoot", import.meta.url).pathname;
const place = mkdtempSync(join(tmpdir(), "folkmoot-real-"));

interface Serving {
  process: ChildProcess;
  url: string;
  link: string;
}

async function serve(port: number): Promise<Serving> {
  const env = { PATH: process.env.PATH, HOME: place, FOLKMOOT_REHEARSAL_WORDS_PER_SECOND: "400" };
  const process_ = spawn(program, ["serve", "--port", String(port), "--json", "--as", "ada"], { cwd: place, env, stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    process_.stdout.on("data", (piece: Buffer) => {
      text += piece.toString();
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
    });
    process_.on("exit", (status) => reject(new Error(`folkmoot serve ended with ${status}`)));
  });
  const told = JSON.parse(line) as { url: string; link: string };
  return { process: process_, ...told };
}

const ended = (one: Serving) => new Promise((resolve) => one.process.once("exit", resolve));

let last: Serving | undefined;
afterEach(async () => {
  if (last && last.process.exitCode === null) {
    const over = ended(last);
    last.process.kill("SIGKILL");
    await over;
  }
  rmSync(place, { recursive: true, force: true });
});

test("the whole job with the real server, killed with a gate open", { timeout: 120_000 }, async () => {
  last = await serve(0);
  const { url } = last;
  const folder = mkdtempSync(join(tmpdir(), "folkmoot-web-"));
  const context = await chromium.launchPersistentContext(folder, { executablePath: "/usr/bin/chromium", headless: true, args: flags });
  const wrong: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob|about):/.test(request.url())) wrong.push(`a request to ${request.url()}`);
  });
  try {
    const page = await context.newPage();
    page.on("pageerror", (error) => wrong.push(`exception: ${error.message}`));
    await page.goto(last.link);
    await page.getByRole("button", { name: /booking page for a barber shop/ }).click();
    const form = page.getByRole("form", { name: /open questions/ });
    await form.waitFor({ timeout: 30_000 });
    await form.getByRole("button", { name: "Enough, decide the rest" }).click();
    const start = page.getByRole("region", { name: /Start on this/ });
    await start.waitFor({ timeout: 30_000 });

    const over = ended(last);
    last.process.kill("SIGKILL");
    await over;
    last = await serve(Number(new URL(url).port));

    await start.getByRole("button", { name: /Start implementation/ }).click({ timeout: 30_000 });
    const accept = page.getByRole("region", { name: /Accept this work/ });
    await accept.waitFor({ timeout: 60_000 });
    await accept.getByRole("button", { name: /^Accept/ }).click();
    await page.getByRole("list", { name: "Where the project is" }).getByText("accepted").waitFor({ timeout: 30_000 });
    await page.reload();
    await page.getByRole("list", { name: "Where the project is" }).getByText("accepted").waitFor({ timeout: 30_000 });
    await page.getByRole("article", { name: "Answered" }).last().waitFor();  // the list holds few rows at once
    expect(wrong).toEqual([]);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
