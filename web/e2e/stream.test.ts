// What must hold when connections do not.
import { afterEach, describe, expect, test } from "vitest";
import { open, type Room } from "./browser";

let room: Room;
afterEach(async () => {
  await room.close();
});

const articles = "article";

describe("the stream", () => {
  test("two tabs share one connection and show the same", async () => {
    room = await open({ pace: 5 });
    const one = await room.page();
    const two = await room.page();
    await one.goto(`${room.url}/r/garden-plan-m4n5`);
    await two.goto(`${room.url}/r/garden-plan-m4n5`);
    await one.getByRole("form", { name: /open questions/ }).waitFor();
    await two.getByRole("form", { name: /open questions/ }).waitFor();
    await two.waitForTimeout(400);
    const { listeners } = (await (await fetch(`${room.url}/fake/listeners`)).json()) as { listeners: number };
    expect(listeners).toBe(1);
    await one.getByRole("textbox", { name: "Say something" }).fill("enough");
    await one.keyboard.press("Enter");
    await two.getByRole("region", { name: /Start on this/ }).waitFor({ timeout: 30_000 });
    await one.getByRole("region", { name: /Start on this/ }).waitFor();
    await two.waitForTimeout(500);
    const texts = await Promise.all([one, two].map((page) => page.locator(articles).allInnerTexts()));
    expect(texts[1]).toEqual(texts[0]);
    expect(room.wrong).toEqual([]);
  });

  test("without shared workers one tab leads, and when it closes the other one takes over", async () => {
    room = await open({ pace: 0 });
    await room.context.addInitScript(() => {
      Reflect.deleteProperty(window, "SharedWorker");
    });
    const one = await room.page();
    await one.goto(`${room.url}/r/harbour-10k-a1b2`);
    await one.getByText("And what about berth 9999?").waitFor();
    const two = await room.page();
    await two.goto(`${room.url}/r/harbour-10k-a1b2`);
    await two.getByText("And what about berth 9999?").waitFor();
    await two.waitForTimeout(500);
    const count = async () => ((await (await fetch(`${room.url}/fake/listeners`)).json()) as { listeners: number }).listeners;
    expect(await count()).toBe(1);
    const say = (text: string) => fetch(`${room.url}/api/rooms/harbour-10k-a1b2/messages`, { method: "POST", body: JSON.stringify({ text }) });
    await say("heard by both");
    await one.getByText("heard by both", { exact: true }).waitFor();
    await two.getByText("heard by both", { exact: true }).waitFor();
    await one.close();
    await two.waitForTimeout(700);
    await say("heard by the one that is left");
    await two.getByText("heard by the one that is left", { exact: true }).waitFor();
    expect(await count()).toBe(1);
    expect(room.wrong).toEqual([]);
  });

  test("a stream that is cut while words grow: nothing is missed, nothing is there twice", async () => {
    room = await open({ pace: 15 });
    const page = await room.page();
    await page.goto(`${room.url}/r/garden-plan-m4n5`);
    await page.getByRole("form", { name: /open questions/ }).waitFor();
    await page.getByRole("button", { name: "Enough, decide the rest" }).click();
    for (let i = 0; i < 5; i += 1) {
      await page.waitForTimeout(500);
      await room.fake("cut");
    }
    await page.getByRole("region", { name: /Start on this/ }).waitFor({ timeout: 40_000 });
    await page.waitForTimeout(400);
    const messages = ((await (await fetch(`${room.url}/api/rooms/garden-plan-m4n5/messages`)).json()) as { items: { id: string }[] }).items.map((one) => one.id);
    const shown = (await page.locator("[data-key^='m-']").evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.key ?? "")));
    expect(new Set(shown).size).toBe(shown.length);
    for (const id of shown) expect(messages).toContain(id);
  });

  test("offline and back: a line says so, what was typed and sent is kept and goes out once", async () => {
    room = await open({ pace: 0 });
    const page = await room.page();
    await page.goto(`${room.url}/r/harbour-10k-a1b2`);
    await page.getByText("And what about berth 9999?").waitFor();
    await page.waitForTimeout(300);
    await room.fake("offline?to=yes");
    await page.getByText(/The connection is lost/).waitFor();
    await page.getByRole("textbox", { name: "Say something" }).fill("said while nobody listened");
    await page.keyboard.press("Enter");
    await page.getByText(/kept here/).waitFor();
    await room.fake("offline?to=no");
    await page.getByText(/kept here/).waitFor({ state: "detached", timeout: 30_000 });
    await page.getByText(/The connection is lost/).waitFor({ state: "detached" });
    await page.waitForTimeout(300);
    const { items } = (await (await fetch(`${room.url}/api/rooms/harbour-10k-a1b2/messages`)).json()) as { items: { text: string }[] };
    expect(items.filter((one) => one.text === "said while nobody listened")).toHaveLength(1);
    expect(await page.getByText("said while nobody listened", { exact: true }).count()).toBe(1);
  });

  test("a reload loses nothing, not even the half-typed message", async () => {
    room = await open();
    const page = await room.page();
    await page.goto(`${room.url}/r/garden-plan-m4n5`);
    await page.getByRole("textbox", { name: "Say something" }).fill("half a sen");
    await page.getByLabel(/How do customers/).fill("by bell");
    await page.reload();
    await page.getByLabel(/How do customers/).waitFor();
    expect(await page.getByRole("textbox", { name: "Say something" }).inputValue()).toBe("half a sen");
    expect(await page.getByLabel(/How do customers/).inputValue()).toBe("by bell");
    expect(room.wrong).toEqual([]);
  });

  test("Stop keeps what was said, and it goes on", async () => {
    room = await open({ pace: 25 });
    const page = await room.page();
    await page.goto(`${room.url}/r/booking-barber-hj9d`);
    await page.getByRole("button", { name: /Start implementation/ }).click();
    await page.getByText(/Creative is working/).first().waitFor();
    await page.waitForTimeout(300);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByText("Stopped here. What was said so far is kept.").waitFor();
    await room.fake("pace?to=0");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("region", { name: /Accept this work/ }).waitFor();
    expect(room.wrong).toEqual([]);
  });

  test("signed out: the page says how to get a link", async () => {
    room = await open();
    await room.fake("signed-out?to=yes");
    const page = await room.page();
    await page.goto(room.url);
    await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
    await page.getByText("folkmoot serve link").waitFor();
  });

  test("an answer that came second says so", async () => {
    room = await open({ pace: 0 });
    const page = await room.page();
    await page.goto(`${room.url}/waiting`);
    const card = page.getByRole("region", { name: /Start on this/ });
    await card.waitFor();
    const gate = ((await (await fetch(`${room.url}/api/gates`)).json()) as { items: { gate: string; digest: string; room: string; type: string }[] }).items.find((one) => one.type === "ready");
    await page.route("**/gates/**", async (route) => {
      await fetch(`${room.url}/api/rooms/${gate?.room}/gates/${gate?.gate}`, { method: "POST", body: JSON.stringify({ option: "continue-discussion", digest: gate?.digest }) });
      await route.continue();
    }, { times: 1 });
    await card.getByRole("button", { name: /Start implementation/ }).click();
    await page.getByText(/Somebody has answered this already|The discussion goes on/).first().waitFor();
  });
});
