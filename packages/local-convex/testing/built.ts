import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const folder = path.join(import.meta.dirname, "..");
let built: Promise<string> | undefined;

/** Bundles the scripts that tests run in threads and processes, once per test process. Returns their folder. */
export function builtScripts(): Promise<string> {
  return (built ??= bundle());
}

/** Runs `work` when the test process ends. Vitest ends it by a signal. */
export function atEnd(work: () => void): void {
  process.once("exit", work);
  process.once("SIGTERM", () => process.exit());
}

async function bundle(): Promise<string> {
  // Inside the project, so that packages resolve.
  const outdir = path.join(folder, "../../node_modules/.cache/local-convex", String(process.pid));
  atEnd(() => rmSync(outdir, { recursive: true, force: true }));
  await build({
    absWorkingDir: folder,
    entryPoints: { worker: "src/worker/worker.ts", serve: "testing/serve.ts", crash: "testing/crash.ts" },
    outdir,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    sourcemap: true,
    define: {
      "import.meta.dirname": JSON.stringify(import.meta.dirname),
      // The worker then leaves V8 its usual budget. Its own one optimises early, which pays off only in long runs.
      "process.versions.v8": '"12"',
    },
  });
  return outdir;
}
