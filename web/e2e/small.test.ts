// Small things that people rely on.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { open, type Room } from "./browser";

let room: Room;
beforeAll(async () => {
  room = await open();
});
afterAll(() => room.close());
afterEach(() => expect(room.wrong.splice(0)).toEqual([]));

const messages = async (id: string) => ((await (await fetch(`${room.url}/api/rooms/${id}/messages`)).json()) as { items: { id: string; text: string }[] }).items;

test("the theme can be switched, and stays", async () => {
  const page = await room.page();
  await page.goto(`${room.url}/costs`);
  await page.getByRole("button", { name: "Switch to dark" }).click();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await paper()).toBe("rgb(23, 22, 20)");
  await page.reload();
  await page.getByRole("button", { name: "Switch to light" }).waitFor();
  expect(await paper()).toBe("rgb(23, 22, 20)");
  await page.getByRole("button", { name: "Switch to light" }).click();
  await page.close();
});

test("a link to a message brings one there, however old it is", async () => {
  const { items } = (await (await fetch(`${room.url}/api/rooms/harbour-10k-a1b2/messages?before=9700&limit=1`)).json()) as { items: { id: string }[] };
  const page = await room.page();
  await page.goto(`${room.url}/r/harbour-10k-a1b2#${items[0]?.id}`);
  const row = page.locator(`[data-key="${items[0]?.id}"]`);
  await row.waitFor();
  await page.waitForTimeout(500);
  const box = await row.boundingBox();
  expect(box?.y).toBeGreaterThan(50);
  expect(box?.y).toBeLessThan(700);
  await page.close();
});

test("names and commands complete by the keyboard", async () => {
  const page = await room.page();
  await page.goto(`${room.url}/r/harbour-10k-a1b2`);
  const field = page.getByRole("textbox", { name: "Say something" });
  await field.fill("");
  await field.pressSequentially("hey @cod");
  await page.getByRole("option", { name: /@coder/ }).waitFor();
  await field.press("Tab");
  expect(await field.inputValue()).toBe("hey @coder ");
  await field.fill("");
  await field.pressSequentially("/eno");
  await page.getByRole("option", { name: /enough/ }).waitFor();
  await field.press("Enter");
  expect(await field.inputValue()).toBe("/enough");
  await field.fill("");
  await page.close();
});

test("a long paste is shown as one word and sent whole; Shift+Enter begins a line; the arrow brings it back", async () => {
  const page = await room.page();
  await page.goto(`${room.url}/r/harbour-10k-a1b2`);
  const field = page.getByRole("textbox", { name: "Say something" });
  await field.click();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", Array.from({ length: 60 }, (_, i) => `line ${i}`).join("\n"));
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  expect(await field.inputValue()).toContain("[paste 1: 60 lines]");
  await field.press("Shift+Enter");
  await field.pressSequentially("what of this?");
  await field.press("Enter");
  expect(await field.inputValue()).toBe("");
  await page.getByText("what of this?").first().waitFor();
  await page.waitForTimeout(400);
  const said = (await messages("harbour-10k-a1b2")).findLast((one) => one.text.includes("what of this?"));
  expect(said?.text).toContain("line 59");
  await field.press("ArrowUp");
  expect(await field.inputValue()).toContain("what of this?");
  await field.fill("");
  await page.close();
});

test("rooms are found by search; a room in which something happened elsewhere is marked", async () => {
  const page = await room.page();
  await page.goto(`${room.url}/r/harbour-10k-a1b2`);
  await page.getByText("And what about berth 9999?").or(page.getByText("what of this?")).first().waitFor();
  await page.waitForTimeout(300);
  await page.getByRole("link", { name: /tool library/ }).first().click();
  await page.getByRole("heading", { name: "A tool library for our street" }).waitFor();
  await fetch(`${room.url}/api/rooms/harbour-10k-a1b2/messages`, { method: "POST", body: JSON.stringify({ text: "/status" }) });
  await page.locator('[data-room="harbour-10k-a1b2"]').getByRole("img", { name: "new here" }).waitFor();
  await page.getByRole("searchbox", { name: "Search rooms" }).fill("barber");
  expect(await page.getByRole("navigation", { name: "Rooms" }).getByRole("link").count()).toBe(1);
  await page.close();
});

test("sessions: a link for another device, and an end to one", async () => {
  const page = await room.page();
  await page.goto(`${room.url}/settings`);
  await page.getByLabel("In whose name").fill("milo");
  await page.getByRole("button", { name: "Make a link" }).click();
  await page.getByText(/enter\?key=/).waitFor();
  await page.getByRole("button", { name: /End it/ }).click();
  await page.getByRole("button", { name: /End it/ }).waitFor({ state: "detached" });
  await page.close();
});

test("what is remembered can be forgotten, after a question", async () => {
  const page = await room.page();
  await page.goto(`${room.url}/memory`);
  await page.getByRole("button", { name: "Forget A shelf for the hallway" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("button", { name: "Forget A shelf for the hallway" }).click();
  await page.getByRole("button", { name: "Forget it" }).click();
  await page.getByRole("link", { name: "A shelf for the hallway" }).waitFor({ state: "detached" });
  await page.close();
});
