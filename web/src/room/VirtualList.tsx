// A list of rows of unknown height, smooth at ten thousand: only what is near the window is there.
// One rule keeps what somebody reads in its place, whatever grows, comes or goes above it: after each change the row that was
// on top of the window is put back to where it was; who is at the end stays at the end, but not past the beginning of what is being said,
// nor of a card that is taller than the window (data-tall) when it is seen first.
import { type ReactNode, type Ref, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";

export interface ListHandle {
  toEnd(): void;
  toKey(key: string): void;
  // The row after or before the one that has the focus.
  step(by: 1 | -1, can: (key: string) => boolean): void;
}
interface Props {
  rows: { key: string }[];
  render: (index: number) => ReactNode;
  tail: ReactNode;
  head: ReactNode;
  label: string;
  // The row that must stay in view while it grows at the end.
  growingKey: string | undefined;
  onNearTop: () => void;
  onAtEnd: (atEnd: boolean) => void;
  handle: Ref<ListHandle>;
}
const guess = 76;
const beyond = 700;
const near = 48;
const slack = 16;

export function VirtualList({ rows, render, tail, head, label, growingKey, onNearTop, onAtEnd, handle }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const [measured, setMeasured] = useState(0);
  const [range, setRange] = useState({ from: Math.max(0, rows.length - 30), to: rows.length });
  const anchor = useRef<{ key: string; top: number } | undefined>(undefined);
  const atEnd = useRef(true);
  const begun = useRef(new Set<string>());
  const wantFocus = useRef<string | undefined>(undefined);

  const offsets = useMemo(() => {
    void measured;
    const sums = new Float64Array(rows.length + 1);
    for (let i = 0; i < rows.length; i += 1) sums[i + 1] = (sums[i] ?? 0) + (heights.current.get(rows[i]?.key ?? "") ?? guess);
    return sums;
  }, [rows, measured]);

  const indexAt = useCallback(
    (y: number) => {
      let low = 0;
      let high = rows.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((offsets[middle + 1] ?? 0) <= y) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    [offsets, rows.length],
  );

  const listTop = () => (box.current?.querySelector<HTMLElement>("[data-rows]")?.offsetTop ?? 0);

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const y = element.scrollTop - listTop();
    const from = Math.max(0, indexAt(y - beyond));
    const to = Math.min(rows.length, indexAt(y + element.clientHeight + beyond) + 1);
    // A little more than is needed may stay: else two ranges could each make the other one right, for ever.
    setRange((former) => (former.from <= from && former.to >= to && former.to <= rows.length && from - former.from < slack && former.to - to < slack ? former : { from, to }));
    if (y < beyond) onNearTop();
  }, [indexAt, rows.length, onNearTop]);

  // Remembers what stands on top of the window.
  const hold = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const top = element.getBoundingClientRect().top;
    for (const row of element.querySelectorAll<HTMLElement>("[data-key]")) {
      const rect = row.getBoundingClientRect();
      if (rect.bottom > top + 1) {
        anchor.current = { key: row.dataset.key ?? "", top: rect.top - top };
        return;
      }
    }
    anchor.current = undefined;
  }, []);

  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const end = element.scrollHeight - element.scrollTop - element.clientHeight < near;
    if (end !== atEnd.current) {
      atEnd.current = end;
      onAtEnd(end);
    }
    hold();
    look();
  }, [hold, look, onAtEnd]);

  const settle = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const rowOf = (key: string) => element.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    const top = element.getBoundingClientRect().top;
    if (atEnd.current) {
      const tall = [...element.querySelectorAll<HTMLElement>("[data-tall]")].find((one) => one.offsetHeight > element.clientHeight && !begun.current.has(one.id));
      if (tall) {
        begun.current.add(tall.id);
        element.scrollTop += tall.getBoundingClientRect().top - top - 8;
        atEnd.current = false;
        onAtEnd(false);
        hold();
        return;
      }
      const end = element.scrollHeight - element.clientHeight;
      const growing = growingKey ? rowOf(growingKey) : null;
      const most = growing ? element.scrollTop + growing.getBoundingClientRect().top - top - 16 : Infinity;
      if (element.scrollTop !== Math.min(end, most)) element.scrollTop = Math.min(end, Math.max(most, 0));
      hold();
      return;
    }
    const held = anchor.current;
    const row = held ? rowOf(held.key) : null;
    if (!held || !row) return;
    const moved = row.getBoundingClientRect().top - top - held.top;
    if (Math.abs(moved) >= 1) element.scrollTop += moved;
  }, [growingKey, hold, onAtEnd]);

  const measure = useCallback(() => {
    let changed = false;
    for (const row of box.current?.querySelectorAll<HTMLElement>("[data-key]") ?? []) {
      const key = row.dataset.key ?? "";
      const height = row.getBoundingClientRect().height;
      if (Math.abs((heights.current.get(key) ?? -1) - height) > 0.5) {
        heights.current.set(key, height);
        changed = true;
      }
    }
    if (changed) setMeasured((one) => one + 1);
  }, []);

  useLayoutEffect(() => {
    measure();
    settle();
    look();
    const wanted = wantFocus.current;
    const row = wanted ? box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted)}"]`) : null;
    if (row) {
      wantFocus.current = undefined;
      (row.firstElementChild as HTMLElement | null)?.focus({ preventScroll: true });
    }
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      measure();
      settle();
    });
    observer.observe(element);
    for (const child of element.querySelectorAll("[data-watched]")) observer.observe(child);
    return () => observer.disconnect();
  }, [measure, settle]);

  const toKey = useCallback(
    (key: string) => {
      const index = rows.findIndex((row) => row.key === key);
      const element = box.current;
      if (index < 0 || !element) return;
      atEnd.current = false;
      onAtEnd(false);
      element.scrollTop = (offsets[index] ?? 0) + listTop() - 72;
      anchor.current = { key, top: 72 };
      setRange({ from: Math.max(0, index - 12), to: Math.min(rows.length, index + 24) });
    },
    [rows, offsets, onAtEnd],
  );

  useImperativeHandle(handle, () => ({
    toEnd() {
      atEnd.current = true;
      onAtEnd(true);
      setRange({ from: Math.max(0, rows.length - 30), to: rows.length });
      const element = box.current;
      if (element) element.scrollTop = element.scrollHeight;
    },
    toKey,
    step(by, can) {
      const focused = document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset.key;
      let index = rows.findIndex((row) => row.key === (focused ?? anchor.current?.key));
      // From nowhere the last one comes first: it is what one has just seen.
      if (!focused) index = by < 0 ? rows.length : Math.max(-1, index - 1);
      for (index += by; rows[index]; index += by) {
        const key = rows[index]?.key ?? "";
        if (!can(key)) continue;
        wantFocus.current = key;
        const row = box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
        if (row) {
          wantFocus.current = undefined;
          (row.firstElementChild as HTMLElement | null)?.focus({ preventScroll: true });
          row.scrollIntoView({ block: "nearest" });
        } else toKey(key);
        return;
      }
    },
  }), [rows, toKey, onAtEnd]);

  const to = Math.min(range.to, rows.length);
  const from = Math.min(range.from, to);
  const shown: ReactNode[] = [];
  for (let i = from; i < to; i += 1) {
    const key = rows[i]?.key ?? String(i);
    shown.push(<div key={key} data-key={key} className="flow-root">{render(i)}</div>);
  }
  return (
    <div ref={box} role="region" aria-label={label} tabIndex={0} className="relative min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] outline-offset-[-2px]" onScroll={onScroll}>
      <div className="mx-auto w-full max-w-[52rem] px-3 pb-4 tablet:px-6" data-watched>
        {head}
        <div data-rows style={{ paddingTop: offsets[from], paddingBottom: (offsets[rows.length] ?? 0) - (offsets[to] ?? 0) }}>{shown}</div>
        {tail}
      </div>
    </div>
  );
}
