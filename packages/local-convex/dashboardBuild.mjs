/** Builds the dashboard into the folder given as the first argument. */
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
    // Its content security policy allows no inline scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
});
process.exit(0);
