import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// In development the fake server of ./fake answers; FOLKMOOT_SERVER names a real one instead.
const server = process.env.FOLKMOOT_SERVER ?? "http://127.0.0.1:7788";
const toServer = { target: server, changeOrigin: true };

export default defineConfig({
  base: "/",
  plugins: [react(), tailwindcss()],
  build: {
    target: "es2022",
    // The server holds the page to `default-src 'self'`: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: "licenses.md" },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": toServer, "/enter": toServer, "/fake": toServer } },
  test: { include: ["test/**/*.test.{ts,tsx}"], environment: "node" },
} as Parameters<typeof defineConfig>[0]);
