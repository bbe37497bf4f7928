/**
 * A deployment in a separate process. argv: folder, port, project, admin key. Sends its addresses, and replies to
 * "marks" with its marks.
 */
import { BroadcastChannel } from "node:worker_threads";
import { startDeployment } from "../../src/deployment";
import { Connection } from "../../src/sync/connection";
import { Subscriptions } from "../../src/worker/subscriptions";
import { WorkerLink } from "../../src/worker/workerLink";
import { markSpan, takeMarks, type Mark } from "./marks";

markSpan(Connection.prototype, "receive", "receive");
markSpan(WorkerLink.prototype, "request", "ask");
markSpan(Subscriptions.prototype, "deliver", "deliver");
markSpan(Connection.prototype, "flush", "flush");

const [dir, port, projectDir, adminKey] = process.argv.slice(2) as [string, string, string, string];
const { cloudUrl, siteUrl } = await startDeployment({
  dir,
  port: Number(port),
  sitePort: Number(port) && Number(port) + 1,
  adminKey,
  projectDir,
  workerUrl: new URL("./worker.js", import.meta.url),
  redact: false,
});
const channel = new BroadcastChannel("marks");
channel.onmessage = ({ data }: { data: unknown }) => {
  if (Array.isArray(data)) process.send?.([...takeMarks(), ...(data as Mark[])]);
};
process.send?.({ url: cloudUrl, siteUrl });
process.on("message", (message) => {
  if (message === "marks") channel.postMessage("send");
});
process.on("disconnect", () => process.exit(0));
