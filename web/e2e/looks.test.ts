// What can be seen and heard of each screen: axe finds nothing, nothing is wider than the window, nothing moves by itself.
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { open, type Room } from "./browser";

const screens: [string, string][] = [["ready card", "/r/booking-barber-hj9d"], ["questions", "/r/garden-plan-m4n5"], ["ideas", "/r/tool-library-k3m9"], ["troubles", "/r/photos-by-date-q2w3"], ["long", "/r/harbour-10k-a1b2"], ["plan card", "/r/times-plan-p7q8"], ["work", "/r/times-work-b3c4"], ["what to begin from", "/r/times-base-d5e6"], ["built", "/r/times-built-r9s2"], ["waiting", "/waiting"], ["costs", "/costs"], ["memory", "/memory"], ["settings", "/settings"], ["new", "/new"], ["unknown page", "/nothing-here"], ["unknown room", "/r/nothing-here"]];

let room: Room;
describe.each([false, true])("dark: %s", (dark) => {
  beforeAll(async () => {
    room = await open({ dark, reducedMotion: true });
  });
  afterAll(() => room.close());
  afterEach(() => {
    const wrong = room.wrong.splice(0).filter((one) => !/40[14]/.test(one));
    expect(wrong).toEqual([]);
  });

  test.each(screens)("axe: %s", async (_, path) => {
    for (const width of [1440, 390]) {
      const page = await room.page({ width, height: 844 });
      await page.goto(room.url + path);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.waitForTimeout(400);
      expect(await violations(page), `${path} at ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.close();
    }
  });

  test("axe: palette, shortcuts, menus, sheets, every pane", async () => {
    const page = await room.page();
    await page.goto(`${room.url}/r/booking-barber-hj9d`);
    await page.getByRole("region", { name: /Start on this/ }).waitFor();
    for (const tab of ["Project", "Costs", "Room"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.waitForTimeout(200);
      expect(await violations(page), tab).toEqual([]);
    }
    await page.getByRole("button", { name: "More of this room" }).click();
    await page.getByRole("menu").waitFor();
    expect(await violations(page), "menu").toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    expect(await violations(page), "palette").toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Shortcuts" }).click();
    expect(await violations(page), "shortcuts").toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Say something" }).fill("@");
    await page.getByRole("listbox").waitFor();
    expect(await violations(page), "completion").toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("textbox", { name: "Say something" }).fill("");
    await page.getByRole("button", { name: "Show team and brief" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await violations(page), "sheet").toEqual([]);
    await page.close();
  });

  test("axe: the board in the phone's sheet, with a log; a diff with a remark", async () => {
    for (const width of [1440, 360]) {
      const page = await room.page({ width, height: 844 });
      await page.goto(`${room.url}/r/times-work-b3c4#task-1.2`);
      await page.getByRole("list", { name: "Tasks" }).waitFor();
      for (const one of await page.getByRole("button", { name: /^(1\.1|2)/ }).all()) await one.click();
      await page.getByRole("button", { name: /what Builder does/ }).click();
      expect(await violations(page), `board at ${width}`).toEqual([]);
      await page.locator('[id="task-1.2"]').getByRole("button", { name: "Show the diff" }).click();
      await page.getByRole("button", { name: /^Added line 14:/ }).click();
      expect(await violations(page), `diff at ${width}`).toEqual([]);
      await page.close();
    }
  });

  test("the welcome and the signed-out page", async () => {
    await room.fake("reset?to=empty");
    const page = await room.page();
    await page.goto(room.url);
    await page.getByRole("heading", { name: "Talk it over, then build it." }).waitFor();
    expect(await violations(page)).toEqual([]);
    await room.fake("signed-out?to=yes");
    await page.reload();
    await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
    expect(await violations(page)).toEqual([]);
    room.wrong.splice(0);
    await page.close();
  });
});

test("nothing is cut or wider than the window, from 360 pixels to 4K", async () => {
  const sizes = [[360, 640], [599, 900], [600, 900], [768, 1024], [899, 900], [900, 900], [3840, 2160]] as const;
  const wide = await open({ reducedMotion: true });
  for (const [width, height] of sizes) {
    const page = await wide.page({ width, height });
    await page.goto(wide.url);
    for (const [, path] of screens.slice(0, 14)) {
      await page.evaluate((to) => {
        history.pushState(null, "", to);
        dispatchEvent(new PopStateEvent("popstate"));
      }, path);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.waitForTimeout(250);
      const cut = await page.evaluate(() => {
        const found: string[] = [];
        if (document.documentElement.scrollWidth > innerWidth) found.push("the page");
        // Buttons and headings that do not show their whole text, or that stand outside of the window.
        for (const one of document.querySelectorAll<HTMLElement>("main button, main h1, main h2, main h3, aside button")) {
          const box = one.getBoundingClientRect();
          if (!box.width || one.closest(".sr-only, [role=group], .truncate, nav, [class*=overflow-x-auto]")) continue;
          if (box.right > innerWidth + 1 || box.left < -1) found.push(`${one.tagName} ${one.textContent}`);
        }
        return found;
      });
      expect(cut, `${path} at ${width}`).toEqual([]);
    }
    await page.close();
  }
  await wide.close();
}, 240_000);

test("the stories: axe finds nothing in any state", async () => {
  const stories = await open({ reducedMotion: true, dist: fileURLToPath(new URL("../stories/dist", import.meta.url)) });
  const page = await stories.page();
  await page.goto(`${stories.url}/stories/index.html`);
  await page.getByRole("heading", { name: "Each component in each of its states" }).waitFor();
  await page.waitForTimeout(500);
  expect(await violations(page)).toEqual([]);
  expect(stories.wrong).toEqual([]);
  await stories.close();
}, 150_000);
