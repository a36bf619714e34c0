// Light, dark, or as the system has it.
import { keep, kept } from "./kept";

export type Theme = "system" | "light" | "dark";
export const themeNow = (): Theme => kept<Theme>("theme", "system");

export function setTheme(theme: Theme): void {
  keep("theme", theme === "system" ? undefined : theme);
  applyTheme();
}

export function applyTheme(): void {
  const theme = themeNow();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
