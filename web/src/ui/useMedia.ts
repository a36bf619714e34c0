import { useSyncExternalStore } from "react";

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (watcher) => {
      const list = matchMedia(query);
      list.addEventListener("change", watcher);
      return () => list.removeEventListener("change", watcher);
    },
    () => matchMedia(query).matches,
  );
}
export const useDesk = (): boolean => useMedia("(min-width: 56.25rem)");
export const useTablet = (): boolean => useMedia("(min-width: 37.5rem)");
