import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The page. Where its deployment is comes from VITE_CONVEX_URL, as in production. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { target: "baseline-widely-available", sourcemap: false, reportCompressedSize: false },
  clearScreen: false,
});
