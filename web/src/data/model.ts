// What the page shows lives in models. Whoever watches one is called at most once a frame.
import { useSyncExternalStore } from "react";

export class Model {
  private watchers = new Set<() => void>();
  private due = false;
  version = 0;

  watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  };
  state = (): number => this.version;

  protected changed(): void {
    this.version += 1;
    if (this.due) return;
    this.due = true;
    const tell = () => {
      this.due = false;
      for (const one of [...this.watchers]) one();
    };
    // A hidden page gets no frames, and a title that counts should still be right.
    if (typeof document !== "undefined" && document.visibilityState === "visible") requestAnimationFrame(tell);
    else setTimeout(tell, 0);
  }
}

export function useModel<T extends Model>(model: T): T {
  useSyncExternalStore(model.watch, model.state, model.state);
  return model;
}
