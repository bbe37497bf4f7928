import { readFileSync } from "node:fs";

import path from "node:path";
import { serveStandIn, type StandInResponse, type StandInRequest } from "../server";
import type { LocalServer } from "../listen";
import { problem, resendApi } from "./api";
import { Messages } from "./messages";

const pageTypes: Record<string, string> = {
  "index.html": "text/html; charset=utf-8",
  "inbox.css": "text/css; charset=utf-8",
  "inbox.js": "text/javascript; charset=utf-8",
};
// Mails' frames may have inline styles, but no scripts and no external pictures.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";
const LISTED = 200;

/** Starts the mail stand-in: Resend's API, and an inbox. `page`: the folder with the inbox page. */
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
    return pageFile(options.page, pathname === "/" ? "index.html" : pathname.slice(1));
  };

  const standIn = await serveStandIn({
    port: options.port,
    isAffected: (pathname) => pathname.startsWith("/emails"),
    fault: (status) => problem(status, status === 429 ? "rate_limit_exceeded" : "application_error", "As ordered").body,
    handle,
    stream: ({ method, url }, response) => {
      if (method !== "GET" || url.pathname !== "/events") return false;
      const stopWatching = messages.watch((message) => response.write(`data: ${JSON.stringify(message)}\n\n`));
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write("retry: 1000\n\n");
      response.on("close", () => {
        stopWatching();
      });
      return true;
    },
  });
  return standIn;
}

function pageFile(folder: string, name: string): StandInResponse {
  const type = pageTypes[name];
  if (type === undefined) return problem(404, "not_found", "The requested endpoint does not exist");
  return {
    status: 200,
    body: readFileSync(path.join(folder, name), "utf8"),
    headers: { "content-type": type, "content-security-policy": policy, "referrer-policy": "no-referrer" },
  };
}
