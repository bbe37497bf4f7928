/** Reading the bodies of requests, up to a size and in the declared type only. */
import { limits } from "../shared/limits";
import { Refused } from "./reply";

const KiB = 1024;

export const tooLargePhoto = "Image size should be less than 3MB";

/** The largest accepted bodies: a picture may be as large as pictures may be, with some more for what is around it. */
export const bodySizes = {
  small: 64 * KiB,
  dataUrl: Math.ceil((limits.photoMaxBytes * 4) / 3) + 64 * KiB,
  upload: limits.photoMaxBytes + 64 * KiB,
  list: 1024 * KiB,
};
export type BodySize = keyof typeof bodySizes;

/** Reads a body that is a JSON object. Without a body it is an empty object. */
export async function readJson(request: Request, size: BodySize): Promise<unknown> {
  const type = typeOf(request);
  const bytes = await readBytes(request, size);
  if (bytes.byteLength === 0 && type === "") return {};
  if (type !== "application/json") throw wrongType("application/json");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refused(400, "BAD_INPUT", "The body is not JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refused(400, "BAD_INPUT", "The body must be a JSON object.");
  }
  return value;
}

/** Reads a CSV file. */
export async function readCsv(request: Request, size: BodySize): Promise<string> {
  if (typeOf(request) !== "text/csv") throw wrongType("text/csv");
  const bytes = await readBytes(request, size);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refused(400, "BAD_INPUT", "The body is not text in UTF-8.");
  }
}

/** Reads the fields of a form with files. */
export async function readForm(request: Request, size: BodySize): Promise<unknown> {
  if (typeOf(request) !== "multipart/form-data") throw wrongType("multipart/form-data");
  const headers = { "Content-Type": request.headers.get("content-type") ?? "" };
  const bytes = await readBytes(request, size);
  try {
    return Object.fromEntries(await new Response(bytes, { headers }).formData());
  } catch {
    throw new Refused(400, "BAD_INPUT", "Please upload an image file");
  }
}

/** Stops reading as soon as the body is too large, whatever its declared length. */
async function readBytes(request: Request, size: BodySize): Promise<Uint8Array<ArrayBuffer>> {
  const most = bodySizes[size];
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(size);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > most) throw tooLarge(size);
    chunks.push(part.value);
  }
  return joined(chunks, length);
}

function joined(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

function typeOf(request: Request): string {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

function wrongType(right: string) {
  return new Refused(415, "WRONG_TYPE", `The body must be ${right}.`);
}

function tooLarge(size: BodySize) {
  if (size === "list") return new Refused(413, "TOO_LARGE", "Send 1 MB at a time at most.");
  return size === "small"
    ? new Refused(413, "TOO_LARGE", "The body is too large.")
    : new Refused(413, "PHOTO_TOO_LARGE", tooLargePhoto);
}
