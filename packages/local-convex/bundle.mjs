/** Bundles TypeScript for Node, once per state of the sources. Plain JavaScript, because it runs before the build. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { filesBelow, nameBelow } from "./src/paths.mjs";

const maxBuilds = 8;
/** Tests and built files. */
const ignoredFiles = /\.test\.tsx?$|(^|\/)(dist|node_modules)\//;

/**
 * Bundles `entries` (paths from `root`) into a folder below `cache` and returns that folder. Its name is a hash of `sources`. So unchanged
 * sources build nothing, and a running process keeps its files while sources change. Packages stay external, so `cache` must be where they
 * can be resolved. Packages in `alias` are bundled.
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
    // Otherwise its helper process would keep running.
    await esbuild.stop();
  });
}

/** Returns a build's folder below `cache`. If it is missing, `build` fills it. Deletes all but the newest few builds. */
export async function built(cache, name, build) {
  const folder = path.join(cache, name);
  if (existsSync(folder)) {
    // A read-only folder, such as a global package, is never cleaned up.
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
    // Another process may have built the same folder by now.
    if (!existsSync(folder)) throw error;
  }
  await deleteOldBuilds(cache);
  return folder;
}

/**
 * Returns a hash of the content of files and folders, equal on every system. Reads synchronously, because promises are slower for many
 * small files.
 */
export async function fingerprint(root, places, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const place of places) {
    for (const file of await filesOf(path.join(root, place))) {
      hash.update(`\0${nameBelow(root, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

async function deleteOldBuilds(cache) {
  const builds = await Promise.all(
    (await readdir(cache)).map(async (name) => ({ name, used: (await stat(path.join(cache, name))).mtimeMs })),
  );
  const old = builds.sort((a, b) => b.used - a.used).slice(maxBuilds);
  await Promise.all(old.map(({ name }) => rm(path.join(cache, name), { recursive: true, force: true })));
}

async function filesOf(place) {
  if (!existsSync(place)) return [];
  if ((await stat(place)).isFile()) return [place];
  return (await filesBelow(place)).filter(({ name }) => !ignoredFiles.test(name)).map(({ file }) => file);
}
