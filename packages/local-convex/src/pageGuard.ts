import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const LOOPBACK = String.raw`(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?`;
/** The DNS root dot: a name with it at the end is the same name. */
const ROOT_DOT = /(?<=localhost)\.(?=:|$)/i;
const LOOPBACK_HOST = new RegExp(`^${LOOPBACK}$`, "i");
const LOOPBACK_ORIGIN = new RegExp(`^https?://${LOOPBACK}$`, "i");

/** Methods that only read, and the preflight. */
const READ_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Allows all pages of this machine, by any of its names. */
export const LOOPBACK_PAGES = "loopback";

/**
 * Decides which browser pages may call a server on the loopback interface. Every page open on the machine can reach it: by address, or by
 * its own name that resolves to 127.0.0.1. So the Host must be one of this machine's names, and an Origin the server's own or an allowed
 * page's. Programs send no Origin and pass.
 */
export class PageGuard {
  readonly #origins: Set<string>;
  readonly #hosts: Set<string>;
  readonly #anyLoopback: boolean;

  /** `pages`: URLs of the allowed pages. A loopback page is allowed under each loopback name. "loopback": all pages of this machine. */
  constructor(pages: readonly string[] | typeof LOOPBACK_PAGES = []) {
    this.#anyLoopback = pages === LOOPBACK_PAGES;
    const pageUrls = pages === LOOPBACK_PAGES ? [] : pages.map((page) => new URL(page));
    this.#origins = new Set(pageUrls.flatMap(namesOf));
    this.#hosts = new Set(pageUrls.map(({ host }) => host));
  }

  /** Returns why a request is refused, or null if it is allowed. */
  refusal({ method, headers }: IncomingMessage): string | null {
    const host = hostOf(headers);
    const hostRefusal = this.#refusalOfHost(host);
    if (hostRefusal !== null) return hostRefusal;
    if (headers.origin === undefined) return this.#refusalWithoutOrigin(method, headers["sec-fetch-site"]);
    return this.allows(headers.origin, host) ? null : "A page of this origin may not call here.";
  }

  /** True if a page of this origin may call the server addressed as `host`. */
  allows(pageOrigin: string, host: string): boolean {
    const origin = pageOrigin.replace(ROOT_DOT, "");
    if (origin === `http://${host}` || origin === `https://${host}`) return true;
    return this.#origins.has(origin) || (this.#anyLoopback && LOOPBACK_ORIGIN.test(origin));
  }

  /**
   * Like `refusal`, for the app's own routes. Pages of other origins may send reads to them. As on Convex, the app's CORS headers decide
   * whether those pages see the response.
   */
  refusalOfRoute(request: IncomingMessage): string | null {
    const { method = "", headers } = request;
    return READ_METHODS.has(method) ? this.#refusalOfHost(hostOf(headers)) : this.refusal(request);
  }

  /** Responds to a refused request. Returns true if it was refused. */
  refuses(request: IncomingMessage, response: ServerResponse, message = this.refusal(request)): boolean {
    if (message === null) return false;
    const text = JSON.stringify({ code: "ForeignPage", message, error: message });
    response.writeHead(403, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
      "Cache-Control": "no-store",
      Vary: "Origin",
      "X-Content-Type-Options": "nosniff",
      // The body is not read.
      Connection: "close",
    });
    response.end(text);
    return true;
  }

  /** Like `refuses`, for a WebSocket upgrade. */
  refusesUpgrade(request: IncomingMessage, socket: Duplex): boolean {
    if (this.refusal(request) === null) return false;
    refuseUpgrade(socket, "403 Forbidden");
    return true;
  }

  #refusalOfHost(host: string): string | null {
    return LOOPBACK_HOST.test(host) || this.#hosts.has(host) ? null : "Use 127.0.0.1 in the address of this server.";
  }

  // Browsers send an Origin with everything except plain reads and a few reports of their own.
  #refusalWithoutOrigin(method: string | undefined, fetchSite: string | string[] | undefined): string | null {
    if (method === "GET" || method === "HEAD" || (fetchSite !== "cross-site" && fetchSite !== "same-site")) return null;
    return "A page of another origin may not call here.";
  }
}

/** Responds to a WebSocket upgrade with an error status. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  // Node has removed its own listeners. Without one, a client that resets the connection would end the process.
  socket.on("error", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function hostOf(headers: IncomingHttpHeaders): string {
  // Browsers always send a Host. HTTP 1.0 programs may not.
  return headers.host?.toLowerCase().replace(ROOT_DOT, "") ?? "localhost";
}

function namesOf(page: URL): string[] {
  if (!LOOPBACK_HOST.test(page.host)) return [page.origin];
  const port = page.port === "" ? "" : `:${page.port}`;
  return ["127.0.0.1", "localhost", "[::1]"].map((name) => `${page.protocol}//${name}${port}`);
}
