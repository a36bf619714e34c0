// Pictures of each screen, light and dark, desktop and phone: to be looked at.
import { mkdirSync } from "node:fs";
import { open } from "./browser";

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const screens: [string, string][] = [
  ["ready", "/r/booking-barber-hj9d"], ["questions", "/r/garden-plan-m4n5"], ["ideas", "/r/tool-library-k3m9"], ["trouble", "/r/photos-by-date-q2w3"],
  ["plan", "/r/times-plan-p7q8"], ["work", "/r/times-work-b3c4"], ["base", "/r/times-base-d5e6"], ["built", "/r/times-built-r9s2"],
  ["long", "/r/harbour-10k-a1b2"], ["waiting", "/waiting"], ["costs", "/costs"], ["memory", "/memory"], ["settings", "/settings"], ["new", "/new"],
];

export async function shots(folder: string, only?: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const dark of [false, true]) {
    const room = await open({ dark, reducedMotion: true });
    for (const [size, box] of Object.entries(sizes)) {
      for (const [name, path] of screens) {
        if (only && !name.match(only)) continue;
        const page = await room.page(box);
        await page.goto(room.url + path);
        await page.waitForTimeout(900);
        await page.screenshot({ path: `${folder}/${name}-${size}-${dark ? "dark" : "light"}.png` });
        await page.close();
      }
    }
    if (room.wrong.length) console.log([...new Set(room.wrong)].join("\n"));
    await room.close();
  }
}
