// Runs the fake server: node scripts/fake.mjs [--port 7788] [--empty] [--pace MS]
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const value = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const root = fileURLToPath(new URL("..", import.meta.url));
const { module } = await runnerImport(`${root}fake/main.ts`, { root, configFile: false });
const { url } = await module.start({
  port: Number(value("--port") ?? 7788),
  dist: `${root}dist`,
  seed: process.argv.includes("--empty") ? "empty" : "full",
  pace: Number(value("--pace") ?? 35),
});
console.log(`The fake server answers at ${url}`);
