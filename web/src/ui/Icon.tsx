// Line icons of the page, drawn here so that nothing has to be fetched.
import type { ReactNode } from "react";

const paths = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  search: "M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14M16.2 16.2L20 20",
  send: "M12 19V5M6 11l6-6l6 6",
  stop: "M7 7h10v10H7z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  down: "M6 9l6 6l6-6",
  right: "M9 6l6 6l-6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  team: "M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11M3 20c0-3.6 2.6-6 6-6s6 2.4 6 6M16 5.2a3 3 0 0 1 0 5.6M17.5 14.4c2.2.7 3.5 2.7 3.5 5.6",
  settings: "M4 7h9M18 7h2M4 17h3M12 17h8M15.5 4.5v5M9.5 14.5v5",
  wide: "M14 5h5v5M19 5l-6 6M10 19H5v-5M5 19l6-6",
  narrow: "M19 10h-5V5M14 10l6-6M5 14h5v5M10 14l-6 6",
  alert: "M12 4l9 16H3zM12 10v4M12 17h.01",
  clock: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16M12 8v4l3 2",
  pin: "M9 4h6l-1 6l3 3H7l3-3zM12 13v7",
  ban: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16M6.4 6.4l11.2 11.2",
  sun: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4A8.5 8.5 0 1 0 20 14.5",
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h5l1 2.5h4L15 13h5",
  coins: "M12 5c4 0 7 1.3 7 3s-3 3-7 3s-7-1.3-7-3s3-3 7-3M5 8v4c0 1.7 3 3 7 3s7-1.3 7-3V8M5 12v4c0 1.7 3 3 7 3s7-1.3 7-3v-4",
  book: "M5 5a2 2 0 0 1 2-2h12v15H7a2 2 0 0 0-2 2zM5 20a2 2 0 0 0 2 1h12v-3",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  play: "M8 5l11 7l-11 7z",
  download: "M12 4v11M7 11l5 5l5-5M5 20h14",
  pause: "M9 6v12M15 6v12",
  terminal: "M3 5h18v14H3zM7 10l3 2.5L7 15M12.5 15H17",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  diff: "M12 4v9M7.5 8.5h9M7.5 18.5h9",
  comment: "M4 5h16v11h-9l-4 4v-4H4z",
  branch: "M7 4a2 2 0 1 0 0 4a2 2 0 0 0 0-4M7 16a2 2 0 1 0 0 4a2 2 0 0 0 0-4M17 6a2 2 0 1 0 0 4a2 2 0 0 0 0-4M7 8v8M17 10c0 4-6 3-9 5",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  star: "M12 4l2.5 5.2l5.5.8l-4 4l1 5.6l-5-2.7l-5 2.7l1-5.6l-4-4l5.5-.8z",
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={name === "more" ? 3 : 1.75} strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" className="shrink-0">
      <path d={paths[name]} />
    </svg>
  );
}
