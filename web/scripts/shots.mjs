// Pictures of each screen of dist/: node scripts/shots.mjs [FOLDER] [PATTERN]
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const { module } = await runnerImport(`${root}e2e/shots.ts`, { root, configFile: false });
await module.shots(process.argv[2] ?? `${root}shots`, process.argv[3]);
