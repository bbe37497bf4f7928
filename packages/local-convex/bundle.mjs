/**
 * Bundles TypeScript for Node, once for each state of the sources. Plain JavaScript, because it runs before anything is
 * built.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { filesBelow, nameBelow } from "./src/paths.mjs";

const kept = 8;
/** Tests and built files. */
const noSource = /\.test\.tsx?$|(^|\/)(dist|node_modules)\//;

/**
 * Bundles `entries` (paths from `root`) into a folder below `cache` and returns that folder. The folder is named by the
 * content of `sources`: an unchanged tree builds nothing, and a running process keeps its own files while the sources
 * change. Packages stay outside, so `cache` must lie where they can be resolved; `alias` bundles a package all the same.
 */
export async function bundle({ root, entries, sources, cache, alias }) {
  return await built(cache, await fingerprint(root, sources), async (folder) => {
    const esbuild = await import("esbuild");
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: entries,
      outbase: root,
      outdir: folder,
      bundle: true,
      packages: "external",
      alias,
      platform: "node",
      format: "esm",
      target: "node20",
      sourcemap: true,
      logLevel: "warning",
    });
    // Its helper process would stay beside ours for nothing.
    await esbuild.stop();
  });
}

/** Gives the folder of a build by its name below `cache`; `build` fills it, unless it is there. The newest few are kept. */
export async function built(cache, name, build) {
  const folder = path.join(cache, name);
  if (existsSync(folder)) {
    // A read-only location, such as a global package, is not cleaned up.
    await utimes(folder, new Date(), new Date()).catch(() => undefined);
    return folder;
  }
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await build(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have built it too. Its folder is as good.
    if (!existsSync(folder)) throw error;
  }
  await forgetOld(cache);
  return folder;
}

/** One hash over the content of files and folders: the same on every system. Reads in turn, because promises are slower for many small files. */
export async function fingerprint(root, places, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const place of places) {
    for (const file of await filesOf(path.join(root, place))) {
      hash.update(`\0${nameBelow(root, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

async function forgetOld(cache) {
  const builds = await Promise.all(
    (await readdir(cache)).map(async (name) => ({ name, used: (await stat(path.join(cache, name))).mtimeMs })),
  );
  const old = builds.sort((a, b) => b.used - a.used).slice(kept);
  await Promise.all(old.map(({ name }) => rm(path.join(cache, name), { recursive: true, force: true })));
}

async function filesOf(place) {
  if (!existsSync(place)) return [];
  if ((await stat(place)).isFile()) return [place];
  return (await filesBelow(place)).filter(({ name }) => !noSource.test(name)).map(({ file }) => file);
}
