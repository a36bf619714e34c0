// Where somebody is: the address tells it, so that a link brings others there too.
import { useSyncExternalStore } from "react";

export type Route =
  | { page: "home" }
  | { page: "room"; room: string; message?: string }
  | { page: "new" | "waiting" | "costs" | "memory" | "settings" | "unknown" };

export function routeOf(path: string, hash: string): Route {
  const [first, second] = path.split("/").filter(Boolean);
  if (!first) return { page: "home" };
  if (first === "r" && second) return { page: "room", room: decodeURIComponent(second), ...(hash.length > 1 ? { message: hash.slice(1) } : {}) };
  if (first === "new" || first === "waiting" || first === "costs" || first === "memory" || first === "settings") return { page: first };
  return { page: "unknown" };
}

export const roomPath = (room: string, message?: string): string => `/r/${encodeURIComponent(room)}${message ? `#${message}` : ""}`;

const watchers = new Set<() => void>();
const tell = () => {
  for (const one of watchers) one();
};
if (typeof window !== "undefined") {
  addEventListener("popstate", tell);
  addEventListener("hashchange", tell);
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else if (path !== location.pathname + location.hash) history.pushState(null, "", path);
  tell();
}

export function useRoute(): Route {
  const at = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => location.pathname + location.hash,
  );
  const [path = "/", hash] = at.split("#");
  return routeOf(path, hash ? `#${hash}` : "");
}
