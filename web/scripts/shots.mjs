// Pictures of each screen of dist/: node scripts/shots.mjs [FOLDER] [PATTERN], or [FOLDER] flow for a job as it goes on.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const { module } = await runnerImport(`${root}e2e/${process.argv[3] === "flow" ? "flow_shots" : "shots"}.ts`, { root, configFile: false });
if (process.argv[3] === "flow") await module.flowShots(process.argv[2]);
else await module.shots(process.argv[2] ?? `${root}shots`, process.argv[3]);
