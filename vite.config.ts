import tailwindcss from "@tailwindcss/vite";
import prefresh from "@prefresh/vite";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { festivalFrom } from "./convex/shared/festivalDefaults.ts";
import { fillIn, hasPlaceholders } from "./convex/shared/festivalPages.ts";
import { withTexts } from "./convex/shared/festivalTexts.ts";
import { fetchFestival } from "./deploy/fetchFestival.ts";
import { publicPages } from "./dev/publicPages.ts";
import { reactChecks, reactIsPreact } from "./dev/reactIsPreact.ts";

/** Bundles modules that are always needed together, because each extra file is a round trip on a bad network. */
const together = [
  // All that `src/early.ts` needs. It must not wait for the rest of the app.
  {
    name: "base",
    priority: 3,
    test: /node_modules.preact[\\/]|src.lib.(ifAllowed|events|festival|callOverHttp)\.|src.session.storedSession\.|preload-helper|rolldown.runtime/,
  },
  {
    name: "client",
    priority: 2,
    test: new RegExp(
      [
        "node_modules.convex\\W(?!.*(use_paginated|http_client|react.(ConvexAuthState|auth_helpers|use_queries|use_subscription|queries_observer|hydration)))",
        "convex.(_generated|shared.(limits|signOutToken))",
        "src.session.(attendeeConnections|cache|client|connections|signOuts)\\.",
        "src.lib.(appBadge|browserPush|draft|pwaNotifications|toast)\\.",
        "src.(features.swipes.earlyDeal|components.photoSources)\\.",
      ].join("|"),
    ),
  },
  { name: "first", tags: ["$initial" as const], test: /^(?!.*src.(front|early)\.)/, priority: 1 },
  {
    name: "brand",
    test: /src.(components.(Brand|publicPageWords|Title)|lib.useNewCounts)\.|convex.shared.festival\.|icons.user-round\./,
  },
  {
    name: "live",
    test: new RegExp(
      [
        // Only staff screens page through lists with the client's own hook.
        "node_modules.(convex|@convex-dev)\\W(?!.*use_paginated)",
        "convex.(_generated|shared.limits)",
        "src.session.(SessionProvider|useSession|words)\\.",
        "src.lib.(connection|draft|errors|toast|useMinute)\\.",
        "src.components.(Toaster|ConnectionRibbon)\\.",
      ].join("|"),
    ),
  },
  { name: "session", test: /src.(session.(?!ModeratorSession|Staff|useStaff)|layout.(MemberGuard|ClosedGate)\.)/ },
  { name: "fields", test: /node_modules.react-hook-form|src.lib.useLazyForm\./ },
  // Other screens show this icon too. Without a separate file it would bring them the inputs.
  { name: "eye", test: /lucide-react.*icons.eye\./ },
  { name: "photoWork", test: /src.features.profiles.(openPhoto|photoJob|photoOpening|photoShape|sendPhoto)\./ },
  {
    name: "members",
    test: new RegExp(
      [
        "lucide-react.*icons.(badge-check|flame|heart|user)\\.",
        "src.components.(Badge|NameAndAge|nameSize|OnlineSkeleton)\\.",
        "src.layout.(MemberLayout|Navigation|words)\\.",
        "src.features.payments.UpgradeProvider\\.",
        "src.lib.(festivalDays|useReport|useUpgrade|visibility)\\.",
      ].join("|"),
    ),
  },
  { name: "inputs", test: /src.components.(TextField|Form|Select|Choices)\./ },
];

/** The page. VITE_CONVEX_URL is its deployment's address, as in production. */
export default defineConfig({
  plugins: [
    await prefresh(),
    tailwindcss(),
    publicPages(),
    festivalSettings(),
    VitePWA({
      integration: { closeBundleOrder: "post" },
      strategies: "injectManifest",
      srcDir: "src/lib",
      filename: "pwaWorker.ts",
      // src/main.tsx does it, after the page has loaded.
      injectRegister: false,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ["{shell,swipe}.html", "assets/*.{js,css,woff2}", "icon.svg"],
        rollupFormat: "iife",
        dontCacheBustURLsMatching: /^assets\//,
        minify: true,
      },
      manifest: {
        id: "/",
        name: "[[festival:name]]",
        short_name: "[[festival:name]]",
        description: "[[festival:description]]",
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
  oxc: { jsx: { runtime: "automatic" } },
  resolve: {
    // Its browser entry is the development build, whose warnings visitors would download.
    alias: [
      ...reactIsPreact,
      { find: /^react-router$/, replacement: path.resolve("node_modules/react-router/dist/production/index.mjs") },
    ],
  },
  build: {
    target: "baseline-widely-available",
    // Browsers without module preload fetch scripts when they are needed.
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: { checks: reactChecks, output: { codeSplitting: { groups: together } } },
  },
  clearScreen: false,
});

/**
 * Fills in the festival's settings from the deployment, or else the environment: into the page in development, into the
 * files after a build. Hosts that fill them in themselves, like `npm start`, set FESTIVAL_LATER.
 */
function festivalSettings(): Plugin {
  let folder = "";
  const settings = async () =>
    (await fetchFestival(process.env.VITE_CONVEX_URL ?? "")) ?? withTexts(festivalFrom({ ...process.env }));
  return {
    name: "festival-settings",
    configResolved: (config) => void (folder = path.resolve(config.root, config.build.outDir)),
    transformIndexHtml: async (html, { server }) =>
      server === undefined ? html : fillIn("index.html", html, await settings()),
    closeBundle: {
      order: "pre",
      sequential: true,
      handler: async () => {
        if (process.env.FESTIVAL_LATER) return;
        const festival = await settings();
        for (const name of (await readdir(folder)).filter((one) => /\.(html|webmanifest)$/.test(one))) {
          const content = await readFile(path.join(folder, name), "utf8");
          if (hasPlaceholders(content)) await writeFile(path.join(folder, name), fillIn(name, content, festival));
        }
      },
    },
  };
}
