import { defineConfig } from "vitest/config";

// One browser at a time: these are whole jobs, and the machine may be small.
export default defineConfig({
  test: { include: ["e2e/**/*.test.ts"], environment: "node", fileParallelism: false, testTimeout: 60_000, hookTimeout: 60_000 },
});
