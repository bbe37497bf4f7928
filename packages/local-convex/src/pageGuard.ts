import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const LOOPBACK = String.raw`(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?`;
/** A name with the dot of the root at its end is the same name. */
const ROOT_DOT = /(?<=localhost)\.(?=:|$)/i;
const LOOPBACK_HOST = new RegExp(`^${LOOPBACK}$`, "i");
const LOOPBACK_ORIGIN = new RegExp(`^https?://${LOOPBACK}$`, "i");

/** The methods by which a browser asks before it sends, and reads. */
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** A page of this machine by any of its names. */
export const LOOPBACK_PAGES = "loopback";

/**
 * Which browser pages may talk to a server on the loopback interface. Every page that is open on the machine can reach it:
 * by address, and by a name of its own that it lets resolve to 127.0.0.1. So the Host must be one of this machine's names,
 * and an Origin the server's own or that of a named page. Programs send no Origin and are not concerned.
 */
export class PageGuard {
  readonly #origins: Set<string>;
  readonly #hosts: Set<string>;
  readonly #anyLoopback: boolean;

  /** `pages`: addresses of the pages that may call; a loopback page may under each loopback name. "loopback": all of this machine. */
  constructor(pages: readonly string[] | typeof LOOPBACK_PAGES = []) {
    this.#anyLoopback = pages === LOOPBACK_PAGES;
    const named = pages === LOOPBACK_PAGES ? [] : pages.map((page) => new URL(page));
    this.#origins = new Set(named.flatMap(namesOf));
    this.#hosts = new Set(named.map(({ host }) => host));
  }

  /** Why a request is refused, in a sentence; null if it is not. */
  refusal({ method, headers }: IncomingMessage): string | null {
    const host = hostOf(headers);
    const refused = this.#refusalOfHost(host);
    if (refused !== null) return refused;
    if (headers.origin === undefined) return this.#withoutOrigin(method, headers["sec-fetch-site"]);
    return this.allows(headers.origin, host) ? null : "A page of this origin may not call here.";
  }

  /** True if a page of this origin may call the server addressed as `host`. */
  allows(named: string, host: string): boolean {
    const origin = named.replace(ROOT_DOT, "");
    if (origin === `http://${host}` || origin === `https://${host}`) return true;
    return this.#origins.has(origin) || (this.#anyLoopback && LOOPBACK_ORIGIN.test(origin));
  }

  /**
   * As `refusal`, for the app's own routes: a page of another origin may ask them to read, since what it may see of the answer
   * is the app's to say (CORS), as on Convex.
   */
  refusalOfRoute(request: IncomingMessage): string | null {
    const { method = "", headers } = request;
    return READS.has(method) ? this.#refusalOfHost(hostOf(headers)) : this.refusal(request);
  }

  /** Responds to a refused request with the reason. Returns whether it was refused. */
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

  /** The same for an upgrade to a WebSocket. */
  refusesUpgrade(request: IncomingMessage, socket: Duplex): boolean {
    if (this.refusal(request) === null) return false;
    socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    return true;
  }

  #refusalOfHost(host: string): string | null {
    return LOOPBACK_HOST.test(host) || this.#hosts.has(host) ? null : "This server is asked for as 127.0.0.1.";
  }

  // Browsers name the page of everything that is not a plain read, but for a few reports that they send by themselves.
  #withoutOrigin(method: string | undefined, from: string | string[] | undefined): string | null {
    if (method === "GET" || method === "HEAD" || (from !== "cross-site" && from !== "same-site")) return null;
    return "A page of another origin may not call here.";
  }
}

function hostOf(headers: IncomingHttpHeaders): string {
  // Browsers always name it; a program that speaks HTTP 1.0 may not.
  return headers.host?.toLowerCase().replace(ROOT_DOT, "") ?? "localhost";
}

function namesOf(page: URL): string[] {
  if (!LOOPBACK_HOST.test(page.host)) return [page.origin];
  const port = page.port === "" ? "" : `:${page.port}`;
  return ["127.0.0.1", "localhost", "[::1]"].map((name) => `${page.protocol}//${name}${port}`);
}
