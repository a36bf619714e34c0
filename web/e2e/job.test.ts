// The whole job in a browser, as a person does it.
import { afterEach, describe, expect, test } from "vitest";
import { open, type Room } from "./browser";

let room: Room;
afterEach(async () => {
  await room.close();
});

describe("the whole job", () => {
  test("from the welcome to what was accepted", async () => {
    room = await open({ seed: "empty", pace: 4 });
    const page = await room.page();
    await page.goto(room.url);
    await page.getByRole("heading", { name: "Talk it over, then build it." }).waitFor();
    await page.getByRole("button", { name: /booking page for a barber shop/ }).click();
    await page.waitForURL(/\/r\//);
    // The own sentence is there at once, then words grow, then the questions come as a form.
    await page.getByRole("article", { name: /^You/ }).first().waitFor();
    const form = page.getByRole("form", { name: "3 open questions" });
    await form.waitFor();
    await form.getByLabel(/How do customers/).fill("they call");
    await form.getByRole("button", { name: "You decide: question 2" }).click();
    await form.getByLabel(/e-mail address/).fill("hello@milo.example");
    await form.getByRole("button", { name: "Answer all" }).click();
    // What was said is one message, and what was understood stands under it.
    await page.getByText("1: they call").waitFor();
    await page.getByText(/noted: appointments, words, address/).waitFor();
    const gate = page.getByRole("region", { name: /Start on this/ });
    await gate.waitFor({ timeout: 30_000 });
    expect(await gate.getByText("agrees, with conditions").count()).toBe(1);
    await gate.getByRole("button", { name: /Change something/ }).click();
    await gate.getByLabel("What should be different?").fill("show prices");
    await gate.getByRole("button", { name: "Send" }).click();
    await page.getByRole("article", { name: "Answered" }).getByText(/Change something, “show prices”/).waitFor();
    await page.getByRole("region", { name: /Start on this/ }).getByRole("button", { name: /Start implementation/ }).click();
    await page.getByRole("region", { name: /Accept this work/ }).waitFor({ timeout: 30_000 });
    await page.getByRole("region", { name: /Accept this work/ }).getByRole("button", { name: /^Accept/ }).click();
    await page.getByText(/Done. The files are here/).last().waitFor();
    await page.getByRole("list", { name: "Where the project is" }).getByText("accepted").waitFor();
    expect(room.wrong).toEqual([]);
  });

  test("by the keyboard alone", async () => {
    room = await open({ seed: "empty", pace: 2 });
    const page = await room.page();
    await page.goto(room.url);
    await page.getByRole("textbox", { name: "What you want" }).waitFor();
    await page.keyboard.type("A booking page for a barber shop");
    await page.keyboard.press("Enter");
    await page.getByRole("form", { name: "3 open questions" }).waitFor();
    await page.getByLabel(/How do customers/).focus();
    await page.keyboard.type("they call");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Sharp cuts");
    await page.keyboard.press("Enter");
    await page.keyboard.type("a@b.example");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: /Start on this/ }).waitFor({ timeout: 30_000 });
    await page.keyboard.press("Escape");
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("1");
    await page.getByRole("region", { name: /Accept this work/ }).waitFor({ timeout: 30_000 });
    // Messages by J and K, the palette, the sheet of shortcuts.
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("ARTICLE");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("costs");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Costs" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await page.getByRole("heading", { name: "Waiting for you" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: /Accept this work/ }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("1");
    await page.getByText(/Done. The files are here/).last().waitFor();
    expect(room.wrong).toEqual([]);
  });

  test("on a phone", async () => {
    room = await open({ seed: "empty", pace: 2 });
    const page = await room.page({ width: 390, height: 844 });
    await page.goto(room.url);
    await page.getByRole("button", { name: /booking page for a barber shop/ }).click();
    const form = page.getByRole("form", { name: "3 open questions" });
    await form.waitFor();
    await form.getByRole("button", { name: "Enough, decide the rest" }).click();
    await page.getByRole("region", { name: /Start on this/ }).waitFor({ timeout: 30_000 });
    await page.getByRole("button", { name: "Show team and brief" }).click();
    const sheet = page.getByRole("dialog", { name: "Team and artefact" });
    await sheet.getByRole("heading", { name: /Project Brief/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Rooms and what waits for you" }).click();
    await page.getByRole("dialog", { name: "Rooms" }).getByRole("link", { name: /booking page/ }).first().click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(room.wrong).toEqual([]);
  });

  test("an ideation, with its ideas, scores and report", async () => {
    room = await open({ seed: "empty", pace: 1 });
    const page = await room.page();
    await page.goto(`${room.url}/new`);
    await page.getByLabel("Find ideas").check();
    await page.getByRole("textbox", { name: "The topic" }).fill("a tool library");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByText("A shed with a key was chosen").first().waitFor({ timeout: 30_000 });
    await page.getByText("it has the highest score").waitFor();
    await page.getByRole("tab", { name: "Report" }).click();
    await page.frameLocator("iframe").getByText("Chosen:").waitFor();
    expect(await page.locator("iframe").getAttribute("sandbox")).toBe("");
    expect(room.wrong).toEqual([]);
  });
});
