import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { filesBelow } from "../paths.mjs";
import { HttpError } from "./httpMessages";

/** The dashboard's path on the deployment's origin. */
export const DASHBOARD = "/_dashboard";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Allows only its own scripts and requests to this origin. Forbids frames and referrers. */
const HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

type Files = Map<string, { type: string; content: Buffer }>;

/**
 * Serves the dashboard's files. They contain no secret and no data. The page asks the user for the admin key, and reads the data with it
 * over the socket and API of the command line.
 */
export class Dashboard {
  readonly #folder: (() => Promise<string>) | null;
  #files: Promise<Files> | null = null;

  /** `folder` builds the page at the first visit and returns its folder. Null: no dashboard. */
  constructor(folder: (() => Promise<string>) | null) {
    this.#folder = folder;
  }

  /** Returns false for a path of another handler. */
  async handle(request: IncomingMessage, response: ServerResponse, { pathname, host }: URL): Promise<boolean> {
    if (pathname !== DASHBOARD && !pathname.startsWith(`${DASHBOARD}/`)) return false;
    if (isForeign(request, host))
      throw new HttpError(403, "ForeignPage", "Only the dashboard's own page may request this.");
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new HttpError(405, "MethodNotAllowed", "The dashboard is read with GET.");
    }
    if (this.#folder === null)
      throw new HttpError(404, "NoDashboard", "This deployment was started without a dashboard.");
    const name = pathname.slice(DASHBOARD.length + 1) || "index.html";
    const file = (await this.#load(this.#folder)).get(name);
    if (file === undefined) throw new HttpError(404, "NotFound", "The dashboard has no such file.");
    // Names of scripts and styles contain a hash.
    const cache = name === "index.html" ? "no-store" : "private, max-age=31536000, immutable";
    const headers = { ...HEADERS, "Content-Type": file.type, "Cache-Control": cache };
    response.writeHead(200, { ...headers, "Content-Length": file.content.length });
    response.end(request.method === "HEAD" ? undefined : file.content);
    return true;
  }

  #load(folder: () => Promise<string>): Promise<Files> {
    this.#files ??= folder()
      .then(readAll)
      .catch((error: unknown) => {
        // The next visit tries again.
        this.#files = null;
        throw new HttpError(503, "DashboardNotBuilt", `The dashboard could not be built: ${(error as Error).message}`);
      });
    return this.#files;
  }
}

/** True if another origin's page sent the request, unless it links here. */
function isForeign({ headers }: IncomingMessage, host: string): boolean {
  const own = [`http://${host}`, `https://${host}`];
  if (headers.origin !== undefined && !own.includes(headers.origin)) return true;
  const from = headers["sec-fetch-site"];
  return (from === "cross-site" || from === "same-site") && headers["sec-fetch-mode"] !== "navigate";
}

async function readAll(folder: string): Promise<Files> {
  const files: Files = new Map();
  for (const { file, name } of await filesBelow(folder)) {
    const type = TYPES[path.extname(name)];
    if (type !== undefined) files.set(name, { type, content: await readFile(file) });
  }
  return files;
}
