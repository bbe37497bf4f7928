import { setFlagsFromString } from "node:v8";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { ReportBatcher } from "./reportBatcher";
import { Operations } from "./operations";
import { Heartbeat } from "../execution/heartbeat";
import { ownThread } from "./processorTime";
import type { Request, WorkerSettings } from "./messages";

// The worker's entry point: handles requests in order and reports through a `ReportBatcher`.

const BEAT_MS = 250;
/** Milliseconds after which the start and the first push are over. */
const STARTUP_MS = 10_000;

// Functions are short. With V8's default budget the first thousand calls of each would run unoptimised. Before the start and the first push
// are over, optimising costs more than it saves. From Node 22 on V8 has Maglev for short functions, and no such flag.
if (parseInt(process.versions.v8) < 12) {
  setTimeout(() => setFlagsFromString("--interrupt-budget=1500"), STARTUP_MS).unref();
}

// A promise that a function does not await, or an action's timer, may fail later. That must not end other calls.
process.on("unhandledRejection", (reason) =>
  console.error("A function did not await a promise that was rejected:", reason),
);
process.on("uncaughtException", (error) => console.error("A function threw an error outside its call:", error));

const port = parentPort!;
const settings = workerData as WorkerSettings;
const heartbeat = new Heartbeat(settings.heartbeat);
heartbeat.setThread(ownThread());
const reports = new ReportBatcher((report) => port.postMessage(report));
const operations = new Operations(settings, reports, handleWaiting, heartbeat);

setInterval(() => heartbeat.beat(), BEAT_MS).unref();
port.on("message", (requests: Request[]) => handleAll(requests));

function handleAll(requests: Request[]): void {
  for (const request of requests) operations.handle(request);
}

/** Handles requests that have just arrived, so that they join the running batch without waiting for the event loop. */
function handleWaiting(): void {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    handleAll(next.message as Request[]);
  }
}
