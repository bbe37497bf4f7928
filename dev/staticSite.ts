import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { PageGuard } from "local-convex/pageGuard";
import type { FestivalPage } from "../convex/shared/festivalTexts";
import { fillIn, hasPlaceholders } from "../convex/shared/festivalPages";
import { securityHeaders, type PageOrigins } from "../deploy/securityHeaders";
import { listen, type LocalServer } from "./standIns/listen";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};

/** The page's port, and the origins that it connects to. */
export interface Site extends PageOrigins {
  port: number;
  /** The page's other origins, such as a proxy's. */
  pages?: readonly string[];
  /** The festival's settings, for the placeholders in the page's files. */
  festival: () => Promise<FestivalPage>;
}

interface File {
  /** Only for files with placeholders: name, text, and the last filled-in version. */
  fill?: { name: string; text: string; last?: { settings: string; file: File } };
  type: string;
  etag: string;
  immutable: boolean;
  body: Record<"identity" | "br" | "gzip", Buffer | undefined>;
}

/**
 * Serves the built page. Browsers cache hashed files for ever and revalidate everything else. Every path of the app returns the page. The
 * files stay in memory, because a later build may delete the folder.
 */
export async function serveSite(folder: string, site: Site): Promise<LocalServer> {
  const files = load(folder);
  const headers = securityHeaders(site);
  const guard = new PageGuard(site.pages);
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (!guard.refuses(request, response)) void respond(files, site.festival, request, response);
  });
  return await listen(server, site.port);
}

async function respond(
  files: Map<string, File>,
  festival: Site["festival"],
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
) {
  if (method !== "GET" && method !== "HEAD") return void response.writeHead(405, { allow: "GET, HEAD" }).end();
  const match = fileFor(files, url ?? "/");
  if (match === undefined) return void response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
  const file = match.fill === undefined ? match : await filled(match, match.fill, await festival());

  response.setHeader("cache-control", file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  response.setHeader("etag", file.etag);
  if (headers["if-none-match"] === file.etag) return void response.writeHead(304).end();
  const accepted = headers["accept-encoding"] ?? "";
  const encoding = (["br", "gzip"] as const).find((name) => file.body[name] !== undefined && accepted.includes(name));
  const body = file.body[encoding ?? "identity"];
  if (encoding !== undefined) response.setHeader("content-encoding", encoding);
  response.writeHead(200, { "content-type": file.type, vary: "accept-encoding", "content-length": body?.length ?? 0 });
  response.end(method === "HEAD" ? undefined : body);
}

/** Returns a file with the current settings filled in. Caches it until they change. */
async function filled(file: File, fill: NonNullable<File["fill"]>, festival: FestivalPage): Promise<File> {
  const settings = JSON.stringify(festival);
  if (fill.last?.settings !== settings) {
    const identity = Buffer.from(fillIn(fill.name, fill.text, festival));
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
    const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, quality), promisify(gzip)(identity)]);
    const { fill: _, ...rest } = file;
    fill.last = { settings, file: { ...rest, etag: etagOf(identity), body: { identity, br, gzip: gzipped } } };
  }
  return fill.last.file;
}

/** Brotli's level: nearly the smallest result, in a few milliseconds. */
const BROTLI_QUALITY = 9;

function etagOf(content: Buffer): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

/** Returns a file by its name, a public page by its path, and `shell.html` for every other path of the app. */
function fileFor(files: Map<string, File>, url: string) {
  const name = nameOf(url);
  if (name === null) return undefined;
  if (path.extname(name) !== "") return files.get(name);
  return files.get(name === "" ? "index.html" : `${name}.html`) ?? files.get("shell.html");
}

function nameOf(url: string) {
  try {
    return decodeURIComponent(new URL(url, "http://127.0.0.1").pathname).replace(/^\/|\/$/g, "");
  } catch {
    return null;
  }
}

function load(folder: string) {
  const files = new Map<string, File>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join("/");
    const identity = readFileSync(file);
    const text = /\.(html|webmanifest)$/.test(name) ? identity.toString() : "";
    files.set(name, {
      ...(hasPlaceholders(text) && { fill: { name, text } }),
      type: types[path.extname(name)] ?? "application/octet-stream",
      etag: etagOf(identity),
      immutable: name.startsWith("assets/"),
      body: { identity, br: readIfExists(`${file}.br`), gzip: readIfExists(`${file}.gz`) },
    });
  }
  return files;
}

function readIfExists(file: string) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
