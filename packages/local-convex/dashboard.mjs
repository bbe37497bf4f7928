/** Builds the dashboard when needed. Plain JavaScript, because it runs before the build. */
import { fork } from "node:child_process";
import path from "node:path";
import { built, fingerprint } from "./bundle.mjs";

const sources = ["dashboard", "dashboardBuild.mjs", "package.json"];

/** Returns the dashboard's folder for the current sources. Builds it once, in its own process, so that the bundler's memory is freed. */
export async function dashboardFolder(root) {
  const script = path.join(root, "dashboardBuild.mjs");
  return await built(path.join(root, "dist", "dashboard"), await fingerprint(root, sources), (folder) =>
    build(script, folder),
  );
}

async function build(script, folder) {
  const env = { ...process.env, NODE_ENV: "production" };
  const child = fork(script, [folder], { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code !== 0) throw new Error("the bundler's message is in the deployment's log.");
}
