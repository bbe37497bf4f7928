/**
 * The local deployment in a separate process. argv: folder, port (0: any), project, admin key. Sends its URLs to its parent, or why it refused
 * a damaged database.
 */
import { startDeployment } from "local-convex";
import { DamagedDatabase } from "local-convex/integrity";
import type { Started } from "./sides";

const [dir, port, projectDir, adminKey] = process.argv.slice(2) as [string, string, string, string];

const deployment = await startDeployment({
  dir,
  port: Number(port),
  sitePort: Number(port) && Number(port) + 1,
  adminKey,
  projectDir,
  workerUrl: new URL("../../packages/local-convex/src/worker/worker.js", import.meta.url),
  // Callers tell malformed input from a fault by the error message.
  redact: false,
}).catch(refuse);
const addresses: Started = { url: deployment.cloudUrl, siteUrl: deployment.siteUrl };
process.send?.(addresses);
// "collect" collects garbage in this thread. A function does it in the worker.
process.on("message", () => process.send?.((globalThis.gc?.(), "collected")));
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => void deployment.stop().then(() => process.exit(0)));

async function refuse(error: unknown): Promise<never> {
  if (!(error instanceof DamagedDatabase)) throw error;
  const refusal: Started = { refused: error.message };
  await new Promise((resolve) => process.send?.(refusal, resolve));
  process.exit(1);
}
