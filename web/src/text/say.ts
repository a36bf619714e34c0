// Small texts out of numbers and times.
export function money(microusd: number): string {
  const dollars = microusd / 1_000_000;
  if (microusd === 0) return "$0";
  if (dollars < 0.01) return `${Math.max(0.01, microusd / 10_000).toFixed(2)}¢`;
  return `$${dollars.toFixed(dollars < 1 ? 3 : 2).replace(/0$/, "")}`;
}

export function count(number: number): string {
  if (number < 1000) return String(number);
  if (number < 1_000_000) return `${(number / 1000).toFixed(number < 10_000 ? 1 : 0).replace(/\.0$/, "")}k`;
  return `${(number / 1_000_000).toFixed(1).replace(/\.0$/, "")}M`;
}

export const plural = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

export const score = (hundredths: number): string => (hundredths / 100).toFixed(1);

export function clock(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

export function ago(at: string, now = Date.now()): string {
  const then = Date.parse(at);
  if (Number.isNaN(then)) return "";
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  if (minutes < 7 * 24 * 60) return plural(Math.floor(minutes / 1440), "day") + " ago";
  return new Date(then).toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
}

export function dayName(at: string, now = new Date()): string {
  const date = new Date(at);
  const days = Math.round((new Date(now.toDateString()).getTime() - new Date(date.toDateString()).getTime()) / 86_400_000);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return date.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long", ...(date.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }) });
}

export function lasting(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} h ${Math.round((seconds % 3600) / 60)} min` : `${Math.round(hours / 24)} days`;
}
