/** The local deployment in a separate process. argv: folder, port (0: any), project, admin key. Sends its URLs to its parent. */
import { startDeployment } from "local-convex";

const [dir, port, projectDir, adminKey] = process.argv.slice(2) as [string, string, string, string];

const { cloudUrl, siteUrl, stop } = await startDeployment({
  dir,
  port: Number(port),
  sitePort: Number(port) && Number(port) + 1,
  adminKey,
  projectDir,
  workerUrl: new URL("../../packages/local-convex/src/worker/worker.js", import.meta.url),
  // Callers tell malformed input from a fault by the error message.
  redact: false,
});
process.send?.({ url: cloudUrl, siteUrl });
// "collect" collects garbage in this thread. A function does it in the worker.
process.on("message", () => process.send?.((globalThis.gc?.(), "collected")));
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => void stop().then(() => process.exit(0)));
