// Desktop notifications, where the person asked for them: something waits, and the page is not looked at.
import { keep, kept } from "./kept";
import type { Waiting } from "./waiting";

export const canNotify = (): boolean => typeof Notification === "function" && isSecureContext;
export const wantsNotifications = (): boolean => canNotify() && Notification.permission === "granted" && kept("notify", false);

export async function askToNotify(wanted: boolean): Promise<boolean> {
  const granted = wanted && (await Notification.requestPermission()) === "granted";
  keep("notify", granted || undefined);
  return granted;
}

let told: Set<string> | undefined;

// What was there when the page was opened is no news.
export function notify(waiting: Waiting[], open: (room: string) => void): void {
  const fresh = told ? waiting.filter((one) => !told?.has(one.key)) : [];
  told = new Set(waiting.map((one) => one.key));
  if (document.visibilityState === "visible" || !wantsNotifications()) return;
  for (const one of fresh.slice(0, 3)) {
    const shown = new Notification(one.title, { body: one.what, tag: one.key });
    shown.onclick = () => {
      window.focus();
      open(one.room);
      shown.close();
    };
  }
}
