// Pictures of a job as it goes on, and of what floats.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { open } from "./browser";

export async function flowShots(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [size, width, height] of [["desk", 1440, 900], ["phone", 390, 844]] as const) {
    const room = await open({ seed: "empty", pace: 25, dark: size === "phone" });
    const page = await room.page({ width, height });
    const shot = (name: string) => page.screenshot({ path: `${folder}/flow-${name}-${size}.png` });
    await page.goto(room.url);
    await page.getByRole("heading", { name: "Talk it over, then build it." }).waitFor();
    await page.waitForTimeout(300);
    await shot("1-welcome");
    await page.getByRole("button", { name: /booking page for a barber shop/ }).click();
    await page.getByRole("form", { name: "3 open questions" }).waitFor();
    await page.getByLabel(/How do customers/).fill("they call");
    await page.getByRole("button", { name: "Enough, decide the rest" }).click();
    await page.waitForTimeout(1800);
    await shot("2-brief-grows");
    await page.getByText(/Adversary, Creative/).first().waitFor({ timeout: 30_000 });
    await page.waitForTimeout(500);
    await shot("3-reviews");
    await page.getByRole("region", { name: /Start on this/ }).waitFor({ timeout: 40_000 });
    await page.waitForTimeout(400);
    await shot("4-ready");
    await page.getByRole("button", { name: /Your turn, below|new below/ }).click({ timeout: 2000 }).catch(() => undefined);
    await page.getByRole("button", { name: /Change something/ }).click();
    await page.waitForTimeout(300);
    await shot("5-change");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: /Start implementation/ }).click();
    await page.getByText(/Coder is working/).first().waitFor({ timeout: 30_000 });
    await page.waitForTimeout(1500);
    await shot("6-work");
    await room.fake("pace?to=0");
    await page.getByRole("region", { name: /Accept this work/ }).waitFor({ timeout: 30_000 });
    await page.waitForTimeout(500);
    await shot("7-review");
    if (size === "desk") {
      await page.keyboard.press("Control+k");
      await page.waitForTimeout(300);
      await shot("8-palette");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Make it wide" }).click();
      await page.getByRole("button", { name: "Side by side" }).click();
      await page.waitForTimeout(400);
      await shot("9-brief-beside");
      await page.getByRole("tab", { name: "Project" }).click();
      await page.waitForTimeout(300);
      await shot("10-project");
    } else {
      await page.getByRole("button", { name: "Show team and brief" }).click();
      await page.waitForTimeout(400);
      await shot("8-sheet");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Rooms and what waits for you" }).click();
      await page.waitForTimeout(400);
      await shot("9-rooms");
      await page.keyboard.press("Escape");
      await page.getByRole("textbox", { name: "Say something" }).fill("@");
      await page.waitForTimeout(300);
      await shot("10-mention");
    }
    if (room.wrong.length) console.log(room.wrong.join("\n"));
    await room.close();
  }
  for (const dark of [false, true]) {
    const room = await open({ dark, reducedMotion: true, dist: fileURLToPath(new URL("../stories/dist", import.meta.url)) });
    const page = await room.page({ width: 1200, height: 900 });
    await page.goto(`${room.url}/stories/index.html`);
    await page.waitForTimeout(800);
    await page.evaluate(() => document.body.style.setProperty("height", "auto"));
    await page.screenshot({ path: `${folder}/stories-${dark ? "dark" : "light"}.png`, fullPage: true });
    await room.close();
  }
}
