import type { SerializedError } from "../errors";
import { encodeTimestamp } from "../server/timestamps";
import type { FunctionOutcome, LiveResult, Timestamp } from "../contract/core";

/** A checked message from a client. `args`: JSON text of the arguments object. */
export type ClientMessage =
  | { type: "Connect"; sessionId: string }
  | {
      type: "Authenticate";
      baseVersion: number;
      tokenType: "Admin" | "User" | "None";
      value: string;
      impersonating: string | null;
    }
  | { type: "ModifyQuerySet"; baseVersion: number; newVersion: number; modifications: (AddQuery | RemoveQuery)[] }
  | { type: "Mutation" | "Action"; requestId: number; udfPath: string; componentPath: string; args: string }
  | { type: "Event" };

interface AddQuery {
  type: "Add";
  queryId: number;
  udfPath: string;
  componentPath: string;
  args: string;
  journal: string | null;
}

interface RemoveQuery {
  type: "Remove";
  queryId: number;
}

/** A connection's version: counters of received changes, and the commit time of its results. */
export interface Version {
  querySet: number;
  identity: number;
  ts: Timestamp;
}

/** Several times a connection's queries: after a wait a client sends everything in one message. */
const MAX_MODIFICATIONS = 1_000;

const MAX_NAME = 1_000;
const MAX_JOURNAL = 64 * 1024;

/** Thrown for a message that breaks the protocol. The client gets the error and does not reconnect. */
export class ProtocolError extends Error {
  override name = "ProtocolError";
}

/** Parses a frame. Throws ProtocolError for an invalid message. */
export function parseClientMessage(text: string): ClientMessage {
  const raw = parseObject(text);
  switch (raw.type) {
    case "Connect":
      return { type: "Connect", sessionId: shortString(raw, "sessionId") };
    case "Authenticate":
      return authenticate(raw);
    case "ModifyQuerySet":
      return modifyQuerySet(raw);
    case "Mutation":
    case "Action":
      return { type: raw.type, requestId: count(raw, "requestId"), ...call(raw) };
    case "Event":
      return { type: "Event" };
    default:
      throw new ProtocolError(`Unknown message type ${JSON.stringify(raw.type)}`);
  }
}

/** Returns the response to a mutation or action. Inserts values and error data as text, without parsing. */
export function responseText(type: "Mutation" | "Action", requestId: number, outcome: FunctionOutcome): string {
  const head = `{"type":"${type}Response","requestId":${requestId}`;
  const logs = `"logLines":${JSON.stringify(outcome.logLines)}`;
  if (!outcome.ok) {
    return `${head},"success":false,"result":${JSON.stringify(outcome.error.message)}${errorData(outcome.error)},${logs}}`;
  }
  const ts = type === "Mutation" ? `,"ts":"${encodeTimestamp(outcome.ts)}"` : "";
  return `${head},"success":true,"result":${outcome.value}${ts},${logs}}`;
}

/** Returns a modification's text after its query id. All subscribers of a query share it. */
export function resultTail(result: Omit<LiveResult, "ids">): string {
  const { outcome } = result;
  const rest = `"logLines":${JSON.stringify(result.logLines)},"journal":${JSON.stringify(result.journal)}}`;
  if (outcome.ok) return `,"type":"QueryUpdated","value":${outcome.value},${rest}`;
  return `,"type":"QueryFailed","errorMessage":${JSON.stringify(outcome.error.message)}${errorData(outcome.error)},${rest}`;
}

export function transitionText(start: Version, end: Version, modifications: string[]): string {
  return `{"type":"Transition","startVersion":${versionText(start)},"endVersion":${versionText(end)},"modifications":[${modifications.join(",")}]}`;
}

/** Splits a transition into parts for a browser's socket. The client joins them. */
export function chunkTransition(text: string, partLength: number, transitionId: string): string[] {
  if (text.length <= partLength) return [text];
  const totalParts = Math.ceil(text.length / partLength);
  return Array.from({ length: totalParts }, (_, partNumber) => {
    const chunk = text.slice(partNumber * partLength, (partNumber + 1) * partLength);
    return JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts, transitionId });
  });
}

function versionText(version: Version) {
  return `{"querySet":${version.querySet},"identity":${version.identity},"ts":"${encodeTimestamp(version.ts)}"}`;
}

// Absent instead of null: a client treats any errorData, even null, as a ConvexError.
function errorData(error: SerializedError) {
  return error.data === undefined ? "" : `,"errorData":${error.data}`;
}

type Raw = Record<string, unknown>;

function authenticate(raw: Raw): ClientMessage {
  const tokenType = raw.tokenType;
  if (tokenType !== "Admin" && tokenType !== "User" && tokenType !== "None")
    throw new ProtocolError("Unknown tokenType");
  const impersonating =
    raw.impersonating === undefined || raw.impersonating === null ? null : JSON.stringify(raw.impersonating);
  const value = tokenType === "None" ? "" : string(raw, "value");
  return { type: "Authenticate", baseVersion: count(raw, "baseVersion"), tokenType, value, impersonating };
}

function modifyQuerySet(raw: Raw): ClientMessage {
  if (!Array.isArray(raw.modifications)) throw new ProtocolError("modifications must be an array");
  if (raw.modifications.length > MAX_MODIFICATIONS)
    throw new ProtocolError(`Too many modifications in one message (at most ${MAX_MODIFICATIONS})`);
  return {
    type: "ModifyQuerySet",
    baseVersion: count(raw, "baseVersion"),
    newVersion: count(raw, "newVersion"),
    modifications: raw.modifications.map((item) => modification(object(item))),
  };
}

function modification(raw: Raw): AddQuery | RemoveQuery {
  const queryId = count(raw, "queryId");
  if (raw.type === "Remove") return { type: "Remove", queryId };
  if (raw.type !== "Add") throw new ProtocolError("A modification is Add or Remove");
  return { type: "Add", queryId, journal: journalOf(raw.journal), ...call(raw) };
}

/** Returns the journal: where a page ended. Without one the query starts over. */
function journalOf(journal: unknown): string | null {
  return typeof journal === "string" && journal.length <= MAX_JOURNAL ? journal : null;
}

function call(raw: Raw) {
  if (!Array.isArray(raw.args) || raw.args.length > 1) throw new ProtocolError("args must be an array of one object");
  const componentPath = typeof raw.componentPath === "string" ? raw.componentPath : "";
  if (componentPath.length > MAX_NAME) throw new ProtocolError("componentPath is too long");
  return { udfPath: shortString(raw, "udfPath"), componentPath, args: textOf(object(raw.args[0] ?? {})) };
}

function textOf(args: Raw): string {
  try {
    return JSON.stringify(args);
  } catch {
    // It was valid JSON, so it can only be nested too deeply.
    throw new ProtocolError("args are nested too deeply");
  }
}

function parseObject(text: string): Raw {
  try {
    return object(JSON.parse(text));
  } catch (error) {
    throw error instanceof ProtocolError ? error : new ProtocolError("A message must be JSON");
  }
}

function object(value: unknown): Raw {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ProtocolError("Expected an object");
  return value as Raw;
}

function string(raw: Raw, key: string): string {
  const value = raw[key];
  if (typeof value !== "string") throw new ProtocolError(`${key} must be a string`);
  return value;
}

/** For strings that stay in memory as long as the connection. */
function shortString(raw: Raw, key: string): string {
  const value = string(raw, key);
  if (value.length > MAX_NAME) throw new ProtocolError(`${key} is too long`);
  return value;
}

function count(raw: Raw, key: string): number {
  const value = raw[key];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw new ProtocolError(`${key} must be a count`);
  return value;
}
