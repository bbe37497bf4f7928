import { pageFile, serveStandIn, type StandInResponse, type StandInRequest } from "../server";
import type { LocalServer } from "../listen";
import { problem, resendApi } from "./api";
import { Messages } from "./messages";

const files: Record<string, string> = { "/": "inbox.html", "/page.css": "page.css", "/inbox.js": "inbox.js" };
// Mails' frames may have inline styles, but no scripts and no external pictures.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";
const LISTED = 200;

/** Starts the mail stand-in: Resend's API, and an inbox. `page`: the folder `dev/standIns/page`. */
export async function startResend(options: { port: number; dir: string; page: string }): Promise<LocalServer> {
  const messages = new Messages(options.dir);
  const api = resendApi(messages);

  const handle = (request: StandInRequest): StandInResponse => {
    const { pathname, searchParams } = request.url;
    if (pathname.startsWith("/emails")) return api(request);
    if (request.method !== "GET") return problem(405, "method_not_allowed", "Method is not allowed");
    if (pathname === "/messages") {
      return { status: 200, body: messages.list(searchParams.get("to"), searchParams.has("to") ? Infinity : LISTED) };
    }
    const file = files[pathname];
    if (file === undefined) return problem(404, "not_found", "The requested endpoint does not exist");
    return pageFile(options.page, file, { "content-security-policy": policy, "referrer-policy": "no-referrer" });
  };

  return await serveStandIn({
    port: options.port,
    isAffected: (pathname) => pathname.startsWith("/emails"),
    fault: (status) => problem(status, status === 429 ? "rate_limit_exceeded" : "application_error", "As ordered").body,
    handle,
    stream: ({ method, url }, response) => {
      if (method !== "GET" || url.pathname !== "/events") return false;
      const stopWatching = messages.watch((message) => response.write(`data: ${JSON.stringify(message)}\n\n`));
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write("retry: 1000\n\n");
      response.on("close", stopWatching);
      return true;
    },
  });
}
