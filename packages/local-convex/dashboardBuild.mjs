/** Builds the dashboard into the folder that is named as the first argument. */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import path from "node:path";
import { build } from "vite";

await build({
  configFile: false,
  root: path.join(import.meta.dirname, "dashboard"),
  base: "/_dashboard/",
  logLevel: "warn",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: process.argv[2],
    emptyOutDir: true,
    // Inline scripts are not allowed by its policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
});
process.exit(0);
