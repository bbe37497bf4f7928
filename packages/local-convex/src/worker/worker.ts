import { setFlagsFromString } from "node:v8";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { Postbox } from "./postbox";
import { Operations } from "./operations";
import { Pulse } from "../execution/pulse";
import type { Request, WorkerSettings } from "./messages";

// The worker's entry: takes requests in the order in which they were made, answers through the postbox.

const BEAT_MS = 250;

// Functions are short and called now and then: by the engine's own measure the first thousand calls would run unoptimised.
setFlagsFromString("--interrupt-budget=1500");

// A promise that a function leaves behind, or a timer of an action, may fail when nobody listens: that is no reason to
// end everybody else's calls.
process.on("unhandledRejection", (reason) => console.error("A function left a rejected promise behind:", reason));
process.on("uncaughtException", (error) => console.error("A function left an error behind:", error));

const port = parentPort!;
const settings = workerData as WorkerSettings;
const pulse = new Pulse(settings.pulse);
const postbox = new Postbox((report) => port.postMessage(report));
const operations = new Operations(settings, postbox, takeWaiting, pulse);

setInterval(() => pulse.beat(), BEAT_MS).unref();
port.on("message", (requests: Request[]) => take(requests));

function take(requests: Request[]): void {
  for (const request of requests) operations.handle(request);
}

/** Requests that have arrived while work was going on join it, without waiting for a turn of the event loop. */
function takeWaiting(): void {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    take(next.message as Request[]);
  }
}
