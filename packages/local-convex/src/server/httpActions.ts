import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AuthenticationError, ANONYMOUS, type Session } from "./authentication";
import type { HttpActionResponse } from "../contract/core";
import { newRequestId } from "../errors";
import { senderOf, sendText, urlOf, withBody } from "./httpMessages";
import type { Services } from "./publicApi";

/** Headers of a single connection, which are not passed on. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer"]);

/** Requests to the app's own routes. The function decides about headers and CORS. */
export class HttpActions {
  readonly #services: Services;
  enabled = false;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Runs the route for the request's path without `prefix`. */
  async handle(request: IncomingMessage, response: ServerResponse, prefix = ""): Promise<void> {
    if (!this.enabled) return sendText(response, 404, "This Convex deployment does not have HTTP actions enabled.");
    const url = urlOf(request);
    url.pathname = url.pathname.slice(prefix.length);
    if (request.method === "GET" || request.method === "HEAD") return this.#run(request, response, url, null);
    await withBody(request, this.#services.inFlight, (body) => this.#run(request, response, url, body));
  }

  async #run(request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer | null): Promise<void> {
    const { identity, caller } = await this.#sessionOf(request);
    const call = {
      method: request.method ?? "GET",
      url: url.href,
      headers: headersOf(request),
      body,
      identity,
      requestId: newRequestId(),
      redact: this.#services.redaction.hidesFrom(caller),
      sender: senderOf(request),
    };
    const actionResponse = await this.#services.core.http(call);
    // The client may have disconnected before the function responded.
    if (response.destroyed) return actionResponse.cancel();
    response.on("close", () => {
      if (!response.writableFinished) actionResponse.cancel();
    });
    await send(actionResponse, response);
  }

  /** Returns the request's session. An invalid bearer token may be for the function itself, so the request continues without an identity. */
  async #sessionOf(request: IncomingMessage): Promise<Session> {
    try {
      return await this.#services.authenticator.header(request.headers.authorization);
    } catch (error) {
      if (error instanceof AuthenticationError) return ANONYMOUS;
      throw error;
    }
  }
}

function headersOf({ headersDistinct }: IncomingMessage): [string, string][] {
  return Object.entries(headersDistinct).flatMap(([name, values = []]) => {
    // The body is already decompressed.
    if (HOP_BY_HOP.has(name) || name === "content-encoding") return [];
    return values.map((value): [string, string] => [name, value]);
  });
}

async function send({ status, headers, body }: HttpActionResponse, response: ServerResponse) {
  response.statusCode = status;
  for (const [name, value] of headers) if (!HOP_BY_HOP.has(name.toLowerCase())) response.appendHeader(name, value);
  try {
    for await (const chunk of body) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await Promise.race([once(response, "drain"), once(response, "close")]);
    }
    response.end();
  } catch (error) {
    // Part of the response is sent, so only a broken connection can still signal the failure.
    if (response.headersSent) response.destroy();
    else throw error;
  }
}
