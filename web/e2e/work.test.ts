// The work on a plan, in a browser: the card, the board as it goes on, diffs and remarks, and the questions on the way.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { violations } from "./axe";
import { open, type Room } from "./browser";

let room: Room;
beforeEach(async () => {
  room = await open({ reducedMotion: true });
});
afterEach(async () => {
  expect(room.wrong).toEqual([]);
  await room.close();
});

const said = async (id: string): Promise<string[]> => ((await (await fetch(`${room.url}/api/rooms/${id}/messages`)).json()) as { items: { text: string; by: string }[] }).items.filter((one) => one.by === "person").map((one) => one.text);
const board = async (page: Page) => {
  await page.goto(`${room.url}/r/times-work-b3c4`);
  await page.getByRole("list", { name: "Tasks" }).waitFor();
};
const card = (page: Page, id: string) => page.locator(`[id="task-${id}"]`);

describe("the plan card", () => {
  test("shows tasks, order, commands, risks and what has no task; it begins at its top; a yes is one press", async () => {
    const page = await room.page();
    await page.goto(`${room.url}/r/times-plan-p7q8`);
    const gate = page.getByRole("region", { name: /Build this/ });
    await gate.waitFor();
    const rows = gate.getByRole("table", { name: "Tasks of the plan" }).getByRole("row");
    expect(await rows.count()).toBe(6);
    expect(await rows.nth(1).innerText()).toMatch(/1\.1[\s\S]*diary\.py[\s\S]*Builder[\s\S]*Reviewer[\s\S]*Auditor[\s\S]*python3 -m unittest -q tests\.test_diary passes/);
    await gate.getByRole("img", { name: /1\.3 after 1\.1 and 1\.2/ }).waitFor();
    expect(await gate.getByRole("list", { name: "Commands that a yes allows" }).getByRole("listitem").count()).toBe(4);
    await gate.getByText("1 agreed point has no task").waitFor();
    await gate.getByText("Two customers, one chair").waitFor();
    // Taller than the window, it is not shown from its end.
    const box = await gate.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(200);
    await page.getByRole("button", { name: "Your turn, below" }).click();
    await gate.getByRole("button", { name: /Build it/ }).click();
    await page.getByRole("article", { name: "Answered" }).getByText("Build it").waitFor();
    await page.close();
  });

  test("is changed by words", async () => {
    const page = await room.page({ width: 360, height: 740 });
    await page.goto(`${room.url}/r/times-plan-p7q8`);
    const gate = page.getByRole("region", { name: /Build this/ });
    await gate.getByRole("button", { name: /Change something/ }).click();
    await gate.getByLabel("What should be different?").fill("no page for the shop");
    await gate.getByRole("button", { name: "Send" }).click();
    await page.getByRole("article", { name: "Answered" }).getByText(/no page for the shop/).waitFor();
    await page.close();
  });

  test("is edited by hand, in the dark and at phone width too; what is saved is a new card, and nothing is approved by it", async () => {
    for (const [width, colorScheme] of [[1280, "light"], [360, "dark"]] as const) {
      const page = await room.page({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`${room.url}/r/times-plan-p7q8`);
      const gate = page.getByRole("region", { name: /Build this/ });
      await gate.getByRole("button", { name: "Edit the plan" }).click();
      const form = page.getByRole("form", { name: "Edit the plan" });
      const words = `The diary, in one file of ${width}.`;
      await form.getByLabel("What is to be done").first().fill(words);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/plan-form-${width}.png` });
      // What is typed is kept until it was taken.
      await page.reload();
      await gate.getByRole("button", { name: "Edit the plan" }).click();
      expect(await form.getByLabel("What is to be done").first().inputValue()).toBe(words);
      await form.getByRole("button", { name: "Put it on the card" }).click();
      await gate.getByText(words).filter({ visible: true }).first().waitFor();
      await page.close();
    }
  });
});

describe("the board", () => {
  test("says how far each task is, in words; what it rests on is one press away", async () => {
    const page = await room.page();
    await board(page);
    const words = [["1.1", "merged"], ["1.2", "in review, round 2"], ["1.3", "begins after 1.2"], ["1.4", "not done"], ["2", "begins after 1.3 and 1.4"]] as const;
    for (const [id, state] of words) await card(page, id).getByText(state, { exact: true }).waitFor();
    await page.getByText("1 of 5").waitFor();
    // What is under way is open already; the others open by the keyboard.
    await card(page, "1.2").getByText("A name with").first().waitFor();
    await card(page, "1.1").getByRole("button").first().focus();
    await page.keyboard.press("Enter");
    await card(page, "1.1").getByText(/it failed before the work began/).waitFor();
    await card(page, "1.1").getByText("Round 1").click();
    await card(page, "1.1").getByText("Two at the same second both get the time.").waitFor();
    await page.close();
  });

  test("follows the stream: what an agent does, its log, and the next state", async () => {
    const page = await room.page();
    await board(page);
    const one = card(page, "1.2");
    await one.getByRole("button", { name: /what Builder does, 3 steps/ }).click();
    const log = one.getByRole("log");
    await log.getByText("read server.py, 42 lines").waitFor();
    await log.getByText(/ana: the button should say/).waitFor();
    await room.fake("work?to=1");
    await one.getByText("run_command python3 -m unittest -q tests.test_server").waitFor();
    await room.fake("work?to=2");
    await one.getByText("all 9 tests of the server pass").first().waitFor();
    await log.getByText("Now it holds.").waitFor();
    await room.fake("work?to=3");
    await one.getByText("merged", { exact: true }).waitFor();
    await page.getByText("2 of 5").waitFor();
    await page.getByRole("article", { name: /^Work/ }).getByText("1.2 is merged.").waitFor();
    await page.close();
  });

  test("a link to a task opens the board there", async () => {
    const page = await room.page({ width: 390, height: 844 });
    await page.goto(`${room.url}/r/times-work-b3c4#task-1.4`);
    await card(page, "1.4").getByText("not done").waitFor();
    await page.close();
  });

  test("without a plan it says what will stand there, and asks for nothing", async () => {
    const page = await room.page();
    await page.goto(`${room.url}/r/garden-plan-m4n5`);
    await page.getByRole("tab", { name: "Work" }).click();
    await page.getByText("No plan yet").waitFor();
    await page.close();
  });
});

describe("a diff", () => {
  test("files, numbered lines, large ones closed; a remark on a line is said to its builder", async () => {
    const page = await room.page();
    await board(page);
    await card(page, "1.2").getByRole("button", { name: "Show the diff" }).click();
    const dialog = page.getByRole("dialog", { name: /Task 1\.2/ });
    await dialog.getByRole("navigation", { name: "Files" }).waitFor();
    expect(await dialog.getByRole("navigation", { name: "Files" }).getByRole("button").allInnerTexts()).toHaveLength(4);
    await dialog.getByText("It is not text").waitFor();
    expect(await dialog.getByText("word 7", { exact: true }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Show 420 lines" }).click();
    await dialog.getByText("word 7", { exact: true }).waitFor();
    await dialog.getByRole("region", { name: "server.py" }).getByRole("button", { name: /^Added line 14:/ }).click();
    await dialog.getByLabel(/To builder, about server\.py:14/).fill("say how long it may be");
    await page.keyboard.press("Enter");
    await dialog.getByText("say how long it may be").waitFor();
    await expect.poll(() => said("times-work-b3c4")).toContain("@builder server.py:14: say how long it may be");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.close();
  });

  test("by the keyboard: the arrows go from line to line, Escape leaves the remark, then the diff", async () => {
    const page = await room.page();
    await board(page);
    await card(page, "1.2").getByRole("button", { name: "Show the diff" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /Task 1\.2/ });
    await dialog.getByRole("button", { name: /^Line 8:/ }).focus();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Removed line 11: say something about it");
    await page.keyboard.press("Enter");
    await dialog.getByRole("textbox").waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByRole("textbox").waitFor({ state: "detached" });
    expect(await dialog.count()).toBe(1);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toContain("Removed line 11");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.close();
  });

  test("a finding leads to its line", async () => {
    const page = await room.page();
    await board(page);
    await card(page, "1.2").getByRole("button", { name: "server.py:18" }).first().click();
    await page.getByRole("dialog").locator('tr.bg-ask-soft[data-after="18"]').waitFor();
    await page.close();
  });

  test("long lines wrap, or the file scrolls, and the window never does", async () => {
    const page = await room.page({ width: 360, height: 740 });
    await page.goto(`${room.url}/r/times-work-b3c4#task-1.2`);
    await page.getByRole("button", { name: "Show the diff" }).first().click();
    const dialog = page.getByRole("dialog", { name: /Task 1\.2/ });
    const pane = dialog.locator('[data-file="server.py"] > div');
    await pane.waitFor();
    const wider = () => pane.evaluate((one) => one.scrollWidth > one.clientWidth);
    expect(await wider()).toBe(false);
    await dialog.getByRole("button", { name: "Do not wrap lines" }).click();
    expect(await wider()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });
});

describe("questions on the way", () => {
  test("a permission shows the whole command; what one allows is what was shown", async () => {
    const page = await room.page();
    await page.goto(`${room.url}/r/times-work-b3c4`);
    const gate = page.getByRole("region", { name: /builder wants to run/ });
    await gate.getByRole("group", { name: "The exact command" }).getByText("npm install --no-audit left-pad && node build.js").waitFor();
    await gate.getByText("it needs the network, which the sandbox does not give").waitFor();
    await gate.getByRole("button", { name: /^Refuse/ }).click();
    await page.getByRole("article", { name: "Answered" }).getByText(/Refuse/).waitFor();
    await page.close();
  });

  test("a failed task says why, and its plan is changed by words", async () => {
    const page = await room.page();
    await page.goto(`${room.url}/r/times-work-b3c4`);
    const gate = page.getByRole("region", { name: /Task 1\.4 is not done/ });
    await gate.getByText("ModuleNotFoundError").waitFor();
    await gate.getByRole("button", { name: "Change the plan" }).click();
    await gate.getByLabel("What should be different?").fill("build it after 1.3");
    await gate.getByRole("button", { name: "Send" }).click();
    await page.getByRole("article", { name: "Answered" }).getByText(/build it after 1\.3/).waitFor();
    await page.close();
  });

  test("what to begin from shows the files, the rest behind a press; it can be answered among all that waits", async () => {
    const page = await room.page();
    await page.goto(`${room.url}/waiting`);
    const gate = page.getByRole("region", { name: /14 files here are not committed/ });
    await gate.getByText("src/hours/part_12.py").waitFor();
    await gate.getByText("Show 2 more files").click();
    await gate.getByText("src/hours/part_14.py").waitFor();
    await gate.getByRole("button", { name: /with my changes/ }).click();
    await gate.waitFor({ state: "detached" });
    await page.close();
  });

  test("the end: a summary that leads to the board, and one press that brings it in", async () => {
    const page = await room.page({ width: 390, height: 844 });
    await page.goto(`${room.url}/r/times-built-r9s2`);
    await page.getByRole("button", { name: "See tasks and diffs" }).first().click();
    await page.getByRole("dialog").getByText("5 of 5").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /Accept, and bring it into my branch/ }).click();
    await page.getByRole("article", { name: "Answered" }).getByText(/bring it into my branch/).waitFor();
    await page.close();
  });
});
