import { fork } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { built, fingerprint } from "../packages/local-convex/bundle.mjs";
import { ExpectedError } from "../deploy/expected";
import { usesStandIn, type LocalConfig } from "./env";
import type { PageBuild } from "./pageProcess";

const sources = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "deploy/fetchFestival.ts",
  "convex/shared",
  "convex/_generated",
  "package-lock.json",
];

/** Returns the page's build-time settings, as in production. Payment keys from the environment count as sandbox keys. */
export function pageEnv(config: LocalConfig, env: NodeJS.ProcessEnv): Record<string, string> {
  const viteSettings = Object.entries(env).filter((entry): entry is [string, string] => entry[0].startsWith("VITE_"));
  return {
    VITE_CASHFREE_MODE: "sandbox",
    ...Object.fromEntries(viteSettings),
    VITE_CONVEX_URL: config.convexUrl,
    VITE_CONVEX_SITE_URL: config.siteUrl,
  };
}

/** Returns the folder of the built page. Its name is a hash of the sources, so an unchanged page is not rebuilt. */
export async function buildPage(config: LocalConfig, log: (line: string) => void): Promise<string> {
  // A test runner's NODE_ENV would build a development page, which the next run would serve.
  const env = { ...pageEnv(config, process.env), NODE_ENV: "production", FESTIVAL_LATER: "1" };
  const payUrl = usesStandIn("pay", process.env) ? config.payUrl : null;
  const cache = path.join(config.root, "node_modules/.cache/page");
  const name = await fingerprint(config.root, sources, JSON.stringify([env, payUrl]));
  return await built(cache, name, async (folder) => {
    log("Building the page…");
    await bundle({ root: config.root, outDir: folder, payUrl }, env);
    await compress(folder);
  });
}

async function bundle(pageBuild: PageBuild, env: Record<string, string>) {
  const child = fork(new URL("./pageProcess.js", import.meta.url), {
    cwd: pageBuild.root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.send(pageBuild);
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code !== 0) throw new ExpectedError("The page could not be built. The bundler's message is above.");
}

/** Writes compressed versions next to each text file, so that no request compresses. */
async function compress(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const textFiles = entries.filter(
    (entry) => entry.isFile() && /\.(html|js|css|svg|json|webmanifest|txt)$/.test(entry.name),
  );
  await Promise.all(
    textFiles.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const content = await readFile(file);
      const quality = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
