import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createServer, defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { festival } from "./convex/shared/festival.ts";

/** The page. Where its deployment is comes from VITE_CONVEX_URL, as in production. */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    publicPages(),
    VitePWA({
      integration: { closeBundleOrder: "post" },
      strategies: "injectManifest",
      srcDir: "src/lib",
      filename: "pwaWorker.ts",
      // src/main.tsx does it, after the page has loaded.
      injectRegister: false,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ["shell.html", "assets/*.{js,css,woff2}", "icon.svg"],
        rollupFormat: "iife",
        dontCacheBustURLsMatching: /^assets\//,
        minify: true,
      },
      manifest: {
        id: "/",
        name: festival.name,
        short_name: festival.name,
        description: "Meet somebody at the festival: swipe, match, and find each other in the crowd.",
        lang: "en-IN",
        start_url: "/swipe",
        scope: "/",
        display: "standalone",
        theme_color: "#12101c",
        background_color: "#12101c",
        categories: ["social", "lifestyle", "entertainment"],
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
    }),
  ],
  build: { target: "baseline-widely-available", sourcemap: false, reportCompressedSize: false },
  clearScreen: false,
});

/** After the build: the public pages as finished HTML, read before any script has come. Every other address gets shell.html. */
function publicPages(): Plugin {
  let root = "";
  let folder = "";
  return {
    name: "public-pages",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
      folder = path.resolve(root, config.build.outDir);
    },
    closeBundle: { order: "pre", sequential: true, handler: () => writePages(root, folder) },
  };
}

async function writePages(root: string, folder: string) {
  const shell = await readFile(path.join(folder, "index.html"), "utf8");
  await writeFile(path.join(folder, "shell.html"), shell);
  const server = await createServer({
    root,
    configFile: false,
    plugins: [react()],
    appType: "custom",
    logLevel: "error",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  });
  try {
    const source = (await server.ssrLoadModule("/src/prerender.tsx")) as typeof import("./src/prerender");
    for (const [address, name] of Object.entries(source.publicPages)) {
      const { head, body } = await source.render(address);
      const page = shell
        .replace(/<title>.*<\/title>/, () => head)
        .replace('<div id="root">', () => `<div id="root" data-page="${address}">${body}`);
      await writeFile(path.join(folder, name), page);
    }
  } finally {
    await server.close();
  }
}
