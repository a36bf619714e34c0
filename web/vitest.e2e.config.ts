import { defineConfig } from "vitest/config";

// How quick it is, is measured by itself (npm run speed): a test must not fail because the machine is busy.
// One browser at a time: these are whole jobs, and the machine may be small.
export default defineConfig({
  test: { include: ["e2e/**/*.test.ts"], exclude: process.env.FOLKMOOT_SPEED ? [] : ["e2e/speed.test.ts"], environment: "node", fileParallelism: false, testTimeout: 60_000, hookTimeout: 60_000 },
});
