// What axe finds wrong on a page, in lines.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const axe = readFileSync(fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");

export async function violations(page: Page): Promise<string[]> {
  // The page's CSP lets no script in; the debugger's own evaluation is not held to it.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const found = await (window as unknown as { axe: { run(options: unknown): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> } }).axe.run({ resultTypes: ["violations"] });
    return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target.join(" ")} (${node.failureSummary.split("\n")[1]?.trim()})`).slice(0, 3).join(" | ")}`);
  });
}
