// Pictures of each screen, light and dark, desktop and phone: to be looked at.
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { open } from "./browser";

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const screens: [string, string, undefined?][] = [
  ["ready", "/r/booking-barber-hj9d"], ["questions", "/r/garden-plan-m4n5"], ["ideas", "/r/tool-library-k3m9"], ["trouble", "/r/photos-by-date-q2w3"],
  ["plan", "/r/times-plan-p7q8"], ["work", "/r/times-work-b3c4"], ["base", "/r/times-base-d5e6"], ["built", "/r/times-built-r9s2"],
  ["long", "/r/harbour-10k-a1b2"], ["waiting", "/waiting"], ["costs", "/costs"], ["memory", "/memory"], ["settings", "/settings"], ["new", "/new"],
];

// What is behind a press: the board in the phone's sheet, a diff, a remark on one of its lines.
const inner: [string, string, (page: Page) => Promise<void>][] = [
  ["board", "/r/times-work-b3c4", toBoard],
  ["board-log", "/r/times-work-b3c4", async (page) => {
    await toBoard(page);
    await page.getByRole("button", { name: /what Builder does/ }).click();
    await page.getByRole("log").scrollIntoViewIfNeeded();
  }],
  ["diff", "/r/times-work-b3c4", async (page) => {
    await toBoard(page);
    await page.getByRole("button", { name: "Show the diff" }).first().click();
    await page.getByRole("button", { name: /^Added line 14:/ }).click();
    await page.getByRole("textbox", { name: /To builder/ }).fill("Say how long it may be.");
  }],
];
async function toBoard(page: Page): Promise<void> {
  const show = page.getByRole("button", { name: "Show team and brief" });
  if (!(await page.getByRole("tab", { name: "Work" }).count())) await show.click();
  await page.getByRole("tab", { name: "Work" }).click();
  await page.getByRole("list", { name: "Tasks" }).waitFor();
}

export async function shots(folder: string, only?: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const dark of [false, true]) {
    const room = await open({ dark, reducedMotion: true });
    for (const [size, box] of Object.entries(sizes)) {
      for (const [name, path, act] of [...screens, ...inner]) {
        if (only && !name.match(only)) continue;
        const page = await room.page(box);
        await page.goto(room.url + path);
        await page.waitForTimeout(900);
        if (act) {
          await act(page);
          await page.waitForTimeout(400);
        }
        await page.screenshot({ path: `${folder}/${name}-${size}-${dark ? "dark" : "light"}.png` });
        await page.close();
      }
    }
    if (room.wrong.length) console.log([...new Set(room.wrong)].join("\n"));
    await room.close();
  }
}
