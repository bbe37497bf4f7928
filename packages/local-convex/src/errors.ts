import { randomUUID } from "node:crypto";
import { originalPlace } from "./sourceMaps";
import { storageSentence } from "./storageFailure";

/** An error as it crosses threads and sockets. `data` is JSON text, present only for a ConvexError. */
export interface SerializedError {
  message: string;
  data?: string;
  /** A failure of the disk, not of the function, as every caller sees it. */
  unavailable?: string;
}

/** An error of the calls about pushes, with the code and words that the CLI expects. */
export interface PushError extends Error {
  code: string;
}

export function pushError(code: string, message: string): PushError {
  return Object.assign(new Error(message), { code });
}

/** An id of one call, for logs and messages of failures: sixteen digits. Node draws random bytes for many of these at once. */
export function newRequestId(): string {
  const digits = randomUUID();
  return digits.slice(0, 8) + digits.slice(-8);
}

/** A thrown value, as the caller sees it. */
export function serialize(thrown: unknown, requestId: string, prefix = ""): SerializedError {
  const message = `[Request ID: ${requestId}] Server Error\n${prefix}${uncaught(thrown)}`;
  const [data, unavailable] = [dataOf(thrown), storageSentence(message)];
  return {
    message,
    ...(data === undefined ? {} : { data }),
    ...(data !== undefined || unavailable === null ? {} : { unavailable }),
  };
}

/** `Uncaught Error: words` and where, in the project's files. */
export function uncaught(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `Uncaught ${String(thrown)}`;
  const name = isConvexError(thrown) ? "ConvexError" : thrown.name;
  const frames = (thrown.stack ?? "").split("\n").flatMap(placeOf).slice(0, SHOWN_FRAMES);
  const head = name.endsWith("ValidationError") ? name : `Uncaught ${name}`;
  // A failure of a called function says so already.
  const said = thrown.message.startsWith("Uncaught ") ? thrown.message : `${head}: ${thrown.message}`;
  return [said, ...frames].join("\n");
}

/** The payload of a ConvexError, as JSON text. */
export function dataOf(thrown: unknown): string | undefined {
  if (!isConvexError(thrown)) return undefined;
  const { data } = thrown as unknown as { data: unknown };
  // The library has made text of it; one that skipped the library (system errors) has a value.
  return typeof data === "string" ? data : JSON.stringify(data);
}

/** An error that the library turns into a ConvexError on the other side of a syscall. */
export function convexError(message: string, data: unknown): Error {
  return Object.assign(new Error(message), { data });
}

const SHOWN_FRAMES = 10;
const PLACE = /^\s+at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/;

function isConvexError(thrown: unknown): boolean {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    "ConvexErrorSymbol" in thrown &&
    thrown.ConvexErrorSymbol === Symbol.for("ConvexError")
  );
}

/** A line of a stack trace with the path from the project's convex folder, none for lines that are not the project's. */
function placeOf(line: string): string[] {
  const match = PLACE.exec(line);
  if (match === null) return [];
  const [, what, file, row, column] = match;
  const place = originalPlace(file!, Number(row), Number(column));
  const at = place?.file.lastIndexOf("convex/") ?? -1;
  if (place === null || at < 0 || place.file.includes("node_modules") || place.file.includes("convex/src/")) return [];
  return [`    at ${what ?? "<anonymous>"} (../${place.file.slice(at)}:${place.row}:${place.column})`];
}
