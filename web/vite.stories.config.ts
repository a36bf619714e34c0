import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The stories as pages of their own, for the tests; for looking at them, `npm run dev` and /stories/.
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { outDir: "stories/dist", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, rolldownOptions: { input: "stories/index.html" }, reportCompressedSize: false },
});
