// What a first visit loads, compressed; fails over the limits.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const page = readFileSync(new URL("index.html", dist), "utf8");
const gzip = (name) => gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length;
// All that the page names, and what its modules import at once.
const first = new Set([...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((one) => one[1]));
for (const name of first) {
  if (!name.endsWith(".js")) continue;
  for (const one of readFileSync(new URL(name, dist), "utf8").matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) first.add(`assets/${one[1]}`);
}
const worker = readdirSync(new URL("assets/", dist)).find((one) => one.startsWith("stream.worker"));
if (worker) first.add(`assets/${worker}`);
let total = 0;
for (const name of first) {
  const size = gzip(name);
  total += size;
  console.log(`${(size / 1024).toFixed(1).padStart(7)} KB gzip  ${name}`);
}
const fonts = readdirSync(new URL("assets/", dist)).filter((one) => one.endsWith(".woff2")).map((one) => [one, readFileSync(new URL(`assets/${one}`, dist)).length]);
const latin = fonts.filter(([name]) => !name.includes("latin-ext")).reduce((sum, [, size]) => sum + size, 0);
console.log(`${(total / 1024).toFixed(1).padStart(7)} KB gzip  JS and CSS at first load (at most 200)`);
console.log(`${(latin / 1024).toFixed(1).padStart(7)} KB       fonts at first load (at most 100); latin-ext comes only where its letters do`);
if (total > 200 * 1024 || latin > 100 * 1024) process.exit(1);
