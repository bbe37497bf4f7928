/** Functions for a proof alone, pushed beside the product's own: a crowd made by signing up would take minutes. */
import { execFile } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Ready } from "./product";

const root = path.dirname(import.meta.dirname);
const run = promisify(execFile);

/** Pushes a module from a folder of its own and runs its `add`, by the stock command line, as anybody deploys functions. */
export async function runBeside(ready: Ready, project: string, module: string, args: Record<string, unknown>) {
  await cp(path.join(root, "convex"), path.join(project, "convex"), {
    recursive: true,
    filter: (file) => !/\.test(ing)?\.ts$/.test(file),
  });
  await cp(path.join(root, "convex.json"), path.join(project, "convex.json"));
  await writeFile(path.join(project, "convex/beside.ts"), module);
  await writeFile(
    path.join(project, "package.json"),
    JSON.stringify({ type: "module", dependencies: { convex: "*" } }),
  );
  const { convexUrl: CONVEX_SELF_HOSTED_URL, adminKey: CONVEX_SELF_HOSTED_ADMIN_KEY } = ready;
  const env = { ...process.env, CI: "1", CONVEX_SELF_HOSTED_URL, CONVEX_SELF_HOSTED_ADMIN_KEY };
  const convex = (...words: string[]) =>
    run(process.execPath, [path.join(root, "node_modules/convex/bin/main.js"), ...words], { cwd: project, env });
  await convex("deploy", "--typecheck", "disable", "--codegen", "disable");
  await convex("run", "beside:add", JSON.stringify(args));
}
