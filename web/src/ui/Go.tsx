// A link within the page. With a modifier key it is the browser's, as links are.
import type { AnchorHTMLAttributes, ReactNode } from "react";
import { go } from "../data/route";

export function Go({ to, onClick, ...rest }: { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>): ReactNode {
  return (
    <a
      href={to}
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
    />
  );
}
