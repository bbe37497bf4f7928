/** Where the built dashboard is. Plain JavaScript, because it runs before anything is built. */
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { fingerprint, forgetOld } from "./bundle.mjs";

const sources = ["dashboard", "dashboardBuild.mjs", "package.json"];

/** Gives the folder for the present sources. It is built there once, in a process of its own, so that the bundler's memory is freed. */
export async function dashboardFolder(root) {
  const cache = path.join(root, "dist/dashboard");
  const folder = path.join(cache, await fingerprint(root, sources));
  if (existsSync(folder)) {
    await utimes(folder, new Date(), new Date()).catch(() => undefined);
    return folder;
  }
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await build(path.join(root, "dashboardBuild.mjs"), unfinished);
  // Another process may have built the same meanwhile; its folder is as good.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
  await forgetOld(cache);
  return folder;
}

async function build(script, folder) {
  const env = { ...process.env, NODE_ENV: "production" };
  const child = fork(script, [folder], { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code === 0) return;
  await rm(folder, { recursive: true, force: true });
  throw new Error("the bundler's message is in the deployment's log.");
}
