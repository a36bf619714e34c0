// Costs by one thing, the dearest first, with bars; unknown prices are said to be unknown.
import type { ReactNode } from "react";
import type { CostLines, CostSum } from "../api/types.gen";
import { count, money, plural } from "../text/say";

export function sumText(sum: CostSum): string {
  return `${money(sum.cost_microusd)}${sum.unpriced ? " and more" : ""}`;
}

export function CostTotal({ sum }: { sum: CostSum }): ReactNode {
  return (
    <div>
      <p className="text-2xl font-semibold tabular-nums">{sumText(sum)}</p>
      <p className="text-sm text-muted">{plural(sum.turns, "turn")}{sum.failed ? `, ${sum.failed} failed` : ""} · {count(sum.input)} tokens in{sum.cached ? ` (${count(sum.cached)} cached)` : ""}, {count(sum.output)} out</p>
      {sum.unpriced ? <p className="text-sm text-ask">Of {plural(sum.unpriced, "turn")} nobody knows the price: set it in config.yaml.</p> : null}
    </div>
  );
}

export function CostTable({ title, lines, nameOf = (name) => name, level: Title = "h3" }: { title: string; lines: CostLines; nameOf?: (name: string) => ReactNode; level?: "h2" | "h3" }): ReactNode {
  if (!lines.length) return null;
  const sorted = title === "By day" ? [...lines].sort((a, b) => b.name.localeCompare(a.name)) : [...lines].sort((a, b) => b.sum.cost_microusd - a.sum.cost_microusd || b.sum.turns - a.sum.turns);
  const priced = lines.some((one) => one.sum.cost_microusd > 0);
  const most = Math.max(1, ...lines.map((one) => (priced ? one.sum.cost_microusd : one.sum.turns)));
  return (
    <div>
      <Title className="label mb-1">{title}</Title>
      <table className="w-full table-fixed text-sm tabular-nums">
        <colgroup><col className="w-2/5" /><col /><col className="w-18" /><col className="w-18" /></colgroup>
        <thead className="sr-only"><tr><th>{title}</th><th>Share</th><th>Turns</th><th>Cost</th></tr></thead>
        <tbody>
          {sorted.map((one) => (
            <tr key={one.name} className="border-t border-line">
              <th scope="row" className="w-2/5 truncate py-1 pr-2 text-left font-normal">{nameOf(one.name)}</th>
              <td className="px-2"><div className="h-1.5 rounded-full bg-info" style={{ width: `${Math.max(1, ((priced ? one.sum.cost_microusd : one.sum.turns) / most) * 100)}%` }} /></td>
              <td className="w-18 px-2 text-right whitespace-nowrap text-muted">{plural(one.sum.turns, "turn")}</td>
              <td className="w-18 pl-2 text-right whitespace-nowrap">{sumText(one.sum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
