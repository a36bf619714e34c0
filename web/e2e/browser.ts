// Debian's Chromium and the fake server, for the tests in a browser and for the pictures.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { start } from "../fake/main";

export const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
export const dist = fileURLToPath(new URL("../dist", import.meta.url));

export interface Room {
  url: string;
  context: BrowserContext;
  // What went wrong in any page: console errors, exceptions, requests to another host, what the CSP refused.
  wrong: string[];
  page(options?: { width?: number; height?: number }): Promise<Page>;
  fake(path: string): Promise<void>;
  close(): Promise<void>;
}

export async function open(options: { seed?: "full" | "empty"; pace?: number; dark?: boolean; dist?: string; reducedMotion?: boolean } = {}): Promise<Room> {
  const { url, fake } = await start({ port: 0, dist: options.dist ?? dist, seed: options.seed, pace: options.pace ?? 0 });
  const folder = mkdtempSync(join(tmpdir(), "folkmoot-web-"));
  const context = await chromium.launchPersistentContext(folder, { executablePath: "/usr/bin/chromium", headless: true, args: flags, colorScheme: options.dark ? "dark" : "light", reducedMotion: options.reducedMotion ? "reduce" : "no-preference" });
  const wrong: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob|about):/.test(request.url())) wrong.push(`a request to ${request.url()}`);
  });
  const page = async ({ width = 1440, height = 900 } = {}) => {
    const one = await context.newPage();
    await one.setViewportSize({ width, height });
    one.on("console", (message) => {
      if (message.type() === "error") wrong.push(`console: ${message.text()} (${message.location().url})`);
    });
    one.on("pageerror", (error) => wrong.push(`exception: ${error.message}`));
    return one;
  };
  return {
    url,
    context,
    wrong,
    page,
    async fake(path) {
      await fetch(`${url}/fake/${path}`);
    },
    async close() {
      await context.close();
      fake.server.closeAllConnections();
      await new Promise((resolve) => fake.server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
