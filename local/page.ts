import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { fingerprint, forgetOld } from "./build.mjs";
import { Expected, type Place } from "./env";

const sources = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "convex/shared",
  "convex/_generated",
  "package-lock.json",
];

/** What the page is told at build time, as in production. */
export function pageEnv(place: Place, env: NodeJS.ProcessEnv): Record<string, string> {
  const own = Object.entries(env).filter((entry): entry is [string, string] => entry[0].startsWith("VITE_"));
  return { ...Object.fromEntries(own), VITE_CONVEX_URL: place.convexUrl, VITE_CONVEX_SITE_URL: place.siteUrl };
}

/** The built page's folder. It is named by what it was built from, so an unchanged page is not built again. */
export async function buildPage(place: Place, say: (line: string) => void): Promise<string> {
  const env = pageEnv(place, process.env);
  const cache = path.join(place.root, "node_modules/.cache/page");
  const folder = path.join(cache, await fingerprint(place.root, sources, JSON.stringify(env)));
  if (existsSync(folder)) {
    await utimes(folder, new Date(), new Date());
    return folder;
  }
  say("Building the page…");
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await vite(place.root, ["build", "--outDir", unfinished, "--emptyOutDir", "--logLevel", "warn"], env);
  await compress(unfinished);
  // Somebody else may have built the same meanwhile; theirs is as good.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
  await forgetOld(cache);
  return folder;
}

/** In a process of its own: the bundler's memory is not kept for the life of the deployment. */
async function vite(root: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(root, "node_modules/vite/bin/vite.js"), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code !== 0) throw new Expected("The page could not be built; the bundler said why above.");
}

/** Beside each text file its compressed forms, made once. */
async function compress(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter(
    (entry) => entry.isFile() && /\.(html|js|css|svg|json|webmanifest|txt)$/.test(entry.name),
  );
  await Promise.all(
    texts.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const content = await readFile(file);
      const best = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, best));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
