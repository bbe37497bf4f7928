/** Reads the bodies of requests, up to a size and only in the declared type. */
import { readAtMost } from "../shared/boundedBody";
import { limits } from "../shared/limits";
import { Refused } from "./reply";

const KiB = 1024;

export const tooLargePhoto = "Image size should be less than 3MB";

/**
 * The largest accepted bodies. `small` fits the longest contact message with every character escaped. The sizes for a picture add
 * room for what surrounds it.
 */
export const bodySizes = {
  small: 20 * KiB,
  dataUrl: Math.ceil((limits.photoMaxBytes * 4) / 3) + 64 * KiB,
  upload: limits.photoMaxBytes + 64 * KiB,
  list: 1024 * KiB,
};
export type BodySize = keyof typeof bodySizes;

/** The bound of a body. `countLarge` throws if the caller may not send one that is larger than `small`. */
export interface Bound {
  size: BodySize;
  countLarge(): Promise<void>;
}

/** Reads a body that is a JSON object. Returns an empty object without a body. */
export async function readJson(request: Request, bound: Bound): Promise<unknown> {
  const type = typeOf(request);
  const bytes = await readBytes(request, bound);
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

export async function readCsv(request: Request, bound: Bound): Promise<string> {
  if (typeOf(request) !== "text/csv") throw wrongType("text/csv");
  const bytes = await readBytes(request, bound);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refused(400, "BAD_INPUT", "The body is not text in UTF-8.");
  }
}

export async function readForm(request: Request, bound: Bound): Promise<unknown> {
  if (typeOf(request) !== "multipart/form-data") throw wrongType("multipart/form-data");
  const headers = { "Content-Type": request.headers.get("content-type") ?? "" };
  const bytes = await readBytes(request, bound);
  try {
    return Object.fromEntries(await new Response(bytes, { headers }).formData());
  } catch {
    throw new Refused(400, "BAD_INPUT", "Please upload an image file");
  }
}

async function readBytes(request: Request, { size, countLarge }: Bound): Promise<Uint8Array<ArrayBuffer>> {
  const step = { threshold: bodySizes.small, onLarge: countLarge };
  return (await readAtMost(request, bodySizes[size], step)) ?? refuseLarger(size);
}

function typeOf(request: Request): string {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

function wrongType(right: string) {
  return new Refused(415, "WRONG_TYPE", `The body must be ${right}.`);
}

function refuseLarger(size: BodySize): never {
  if (size === "list") throw new Refused(413, "TOO_LARGE", "Send 1 MB at a time at most.");
  if (size === "small") throw new Refused(413, "TOO_LARGE", "The body is too large.");
  throw new Refused(413, "PHOTO_TOO_LARGE", tooLargePhoto);
}
