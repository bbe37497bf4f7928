import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, type FileHandle } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { CoreApi, StoredFile } from "../contract/core";
import { HttpError, sendJson } from "./httpMessages";
import { StoredFiles, type OpenedFile } from "./storedFiles";

const UPLOAD_LIMIT = 256 * 1024 * 1024;
/** An upload goes to disk as it arrives. It may take long, but not pause for longer than this (ms). */
const STALL_TIMEOUT_MS = 30_000;

/** Files over HTTP: uploads by token, downloads by the secret name in the URL. Streams bodies from and to disk, never between threads. */
export class Storage {
  readonly #core: CoreApi;
  readonly #dir: string;
  readonly #files: StoredFiles;
  readonly #stallMs: number;

  constructor(core: CoreApi, dir: string, stallMs = STALL_TIMEOUT_MS) {
    this.#core = core;
    this.#files = new StoredFiles(core);
    this.#dir = dir;
    this.#stallMs = stallMs;
  }

  /** Deletes unfinished uploads of an earlier process. */
  async reset(): Promise<void> {
    const folder = path.join(this.#dir, "files", "tmp");
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }

  /** Returns false for a path of another handler. */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    const name = /^\/api\/storage\/([^/]+)$/.exec(url.pathname)?.[1];
    if (name === undefined) return false;
    if (name === "upload" && request.method === "POST")
      await this.#upload(request, response, url.searchParams.get("token") ?? "");
    else if (request.method === "GET" || request.method === "HEAD") await this.#download(request, response, name);
    else throw new HttpError(405, "MethodNotAllowed", "Files are uploaded with POST and read with GET.");
    return true;
  }

  async #upload(request: IncomingMessage, response: ServerResponse, token: string) {
    if (!(await this.#core.checkUploadToken(token))) {
      throw new HttpError(
        401,
        "StorageTokenInvalid",
        "The upload URL is unknown or older than an hour. Make a new one.",
      );
    }
    const temporaryPath = path.join(this.#dir, "files", "tmp", randomUUID());
    try {
      const { size, sha256 } = await receive(request, temporaryPath, this.#stallMs);
      checkDigest(request.headers.digest, sha256);
      const contentType = request.headers["content-type"] ?? null;
      sendJson(response, 200, await this.#core.storeFile({ token, temporaryPath, size, sha256, contentType }));
    } finally {
      await rm(temporaryPath, { force: true });
    }
  }

  async #download(request: IncomingMessage, response: ServerResponse, name: string) {
    const opened = await this.#files.open(name);
    if (!opened) throw new HttpError(404, "FileNotFound", "There is no such file.");
    try {
      await sendFile(request, response, opened);
    } finally {
      await opened.handle.close();
    }
  }
}

async function sendFile(request: IncomingMessage, response: ServerResponse, { file, handle }: OpenedFile) {
  if (request.headers["if-none-match"] === tagOf(file)) {
    response.writeHead(304, headersOf(file)).end();
    return;
  }
  const range = rangeOf(request.headers.range, file.size);
  if (range === "unsatisfiable") {
    response.setHeader("Content-Range", `bytes */${file.size}`);
    throw new HttpError(416, "RangeNotSatisfiable", "The file is shorter than that.");
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  if (range) response.setHeader("Content-Range", `bytes ${start}-${end}/${file.size}`);
  response.writeHead(range ? 206 : 200, { ...headersOf(file), "Content-Length": end - start + 1 });
  if (request.method === "HEAD" || end < start) response.end();
  else await send(handle, start, end, response);
}

async function receive(request: IncomingMessage, temporaryPath: string, stallMs: number) {
  const hash = createHash("sha256");
  let size = 0;
  const count = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > UPLOAD_LIMIT) throw new HttpError(413, "PayloadTooLarge", `A file may have ${UPLOAD_LIMIT} bytes.`);
      hash.update(chunk);
      yield chunk;
    }
  };
  const stall = new AbortController();
  request.setTimeout(stallMs, () => stall.abort());
  try {
    // On disk before the response, like the row that names it.
    const file = createWriteStream(temporaryPath, { flags: "wx", flush: true });
    await pipeline(request, count, file, { signal: stall.signal });
  } catch (error) {
    if (stall.signal.aborted) throw new HttpError(408, "RequestTimeout", "The file stopped arriving.");
    throw error;
  }
  request.setTimeout(0);
  return { size, sha256: hash.digest("base64") };
}

function checkDigest(header: string | string[] | undefined, sha256: string) {
  if (header === undefined) return;
  const expected = /(?:^|,)\s*sha-256=([^,]+)/i.exec(String(header))?.[1]?.trim();
  if (expected !== sha256)
    throw new HttpError(400, "DigestMismatch", "The body does not have the digest that the request names.");
}

// An uploaded file may be an HTML page. So it gets no scripts and no origin, and browsers must not guess its type.
function headersOf(file: StoredFile) {
  return {
    "Content-Type": file.contentType ?? "application/octet-stream",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    // A name's file never changes. Convex caches for thirty days.
    "Cache-Control": "private, max-age=31536000, immutable",
    // Other origins' pages may show it, as with Convex.
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: tagOf(file),
    "Accept-Ranges": "bytes",
    Digest: `sha-256=${file.sha256}`,
  };
}

function tagOf({ sha256 }: StoredFile): string {
  return `"${sha256}"`;
}

/** Parses a single range. Returns null otherwise: a request for several gets the whole file, as the standard allows. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | "unsatisfiable" | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}

async function send(handle: FileHandle, start: number, end: number, response: ServerResponse) {
  try {
    await pipeline(handle.createReadStream({ start, end, autoClose: false }), response);
  } catch {
    // The client disconnected.
    response.destroy();
  }
}
