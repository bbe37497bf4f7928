/** The local deployment in a separate process. argv: folder, port (0: any), project, admin key. Sends its addresses to its parent. */
import { startDeployment } from "local-convex";

const [dir, port, projectDir, adminKey] = process.argv.slice(2) as [string, string, string, string];

const { cloudUrl, siteUrl, stop } = await startDeployment({
  dir,
  port: Number(port),
  sitePort: Number(port) && Number(port) + 1,
  adminKey,
  projectDir,
  workerUrl: new URL("../../packages/local-convex/src/worker/worker.js", import.meta.url),
  // Error messages distinguish malformed input from a fault.
  redact: false,
});
process.send?.({ url: cloudUrl, siteUrl });
// "collect" collects this thread's garbage; a function does it in the worker thread.
process.on("message", () => process.send?.((globalThis.gc?.(), "collected")));
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => void stop().then(() => process.exit(0)));
