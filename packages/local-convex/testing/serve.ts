import { startDeployment, type DeploymentOptions } from "../src/deployment";

/** A deployment in a separate process that a test can kill. Options come as JSON. It prints its addresses. */
const options = JSON.parse(process.argv[2] ?? "{}") as Omit<DeploymentOptions, "workerUrl">;
const workerUrl = new URL("./worker.js", import.meta.url);
const backend = await startDeployment({ ...options, workerUrl, log: (line) => console.error(line) });

console.log(JSON.stringify({ cloudUrl: backend.cloudUrl, siteUrl: backend.siteUrl }));
// Ends with the test, however that ends.
process.stdin.resume().once("end", () => process.exit());
process.on("SIGTERM", () => void backend.stop().then(() => process.exit(0)));
