import { randomUUID } from "node:crypto";
import { originalPlace } from "./sourceMaps";
import { storageMessage } from "./storageFailure";

/** An error as sent between threads and over sockets. `data`: JSON text of a ConvexError's data. */
export interface SerializedError {
  message: string;
  data?: string;
  /** Set for a disk failure: the message that every caller may see. */
  unavailable?: string;
}

/** An error of the push API, with the code and message that the CLI expects. */
export interface PushError extends Error {
  code: string;
}

export function pushError(code: string, message: string): PushError {
  return Object.assign(new Error(message), { code });
}

/**
 * Returns an id of a call, for logs and error messages: sixteen hexadecimal digits. Uses `randomUUID`, because Node draws its random bytes
 * in bulk.
 */
export function newRequestId(): string {
  const digits = randomUUID();
  return digits.slice(0, 8) + digits.slice(-8);
}

/** Returns a thrown value as the caller sees it. */
export function serialize(thrown: unknown, requestId: string): SerializedError {
  const message = `[Request ID: ${requestId}] Server Error\n${uncaught(thrown)}`;
  const [data, unavailable] = [dataOf(thrown), storageMessage(message)];
  return {
    message,
    ...(data === undefined ? {} : { data }),
    ...(data !== undefined || unavailable === null ? {} : { unavailable }),
  };
}

/** Returns `Uncaught Error: message` and the stack trace in the project's files. */
export function uncaught(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `Uncaught ${String(thrown)}`;
  const name = isConvexError(thrown) ? "ConvexError" : thrown.name;
  const frames = (thrown.stack ?? "").split("\n").flatMap(frameOf).slice(0, MAX_FRAMES);
  const head = name.endsWith("ValidationError") ? name : `Uncaught ${name}`;
  // A called function's error already has the prefix.
  const message = thrown.message.startsWith("Uncaught ") ? thrown.message : `${head}: ${thrown.message}`;
  return [message, ...frames].join("\n");
}

/** Returns a ConvexError's data as JSON text, otherwise undefined. */
export function dataOf(thrown: unknown): string | undefined {
  if (!isConvexError(thrown)) return undefined;
  const { data } = thrown as unknown as { data: unknown };
  // The library stores it as text. System errors, which skip the library, have a value.
  return typeof data === "string" ? data : JSON.stringify(data);
}

/** Returns an error that the library converts to a ConvexError on the other side of a syscall. */
export function convexError(message: string, data: unknown): Error {
  return Object.assign(new Error(message), { data });
}

const MAX_FRAMES = 10;
const STACK_FRAME = /^\s+at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/;

function isConvexError(thrown: unknown): boolean {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    "ConvexErrorSymbol" in thrown &&
    thrown.ConvexErrorSymbol === Symbol.for("ConvexError")
  );
}

/** Returns a line of a stack trace with its path from the project's convex folder. Empty for lines outside the project. */
function frameOf(line: string): string[] {
  const match = STACK_FRAME.exec(line);
  if (match === null) return [];
  const [, functionName, file, row, column] = match;
  const place = originalPlace(file!, Number(row), Number(column));
  const at = place?.file.lastIndexOf("convex/") ?? -1;
  if (place === null || at < 0 || place.file.includes("node_modules") || place.file.includes("convex/src/")) return [];
  return [`    at ${functionName ?? "<anonymous>"} (../${place.file.slice(at)}:${place.row}:${place.column})`];
}
