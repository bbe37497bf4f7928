import type { IncomingMessage, ServerResponse } from "node:http";

const LIMIT = 128 * 2 ** 20;

/** Sends a request's body back as it comes: `npx convex network-test` measures the way by it. */
export function echo(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  response.writeHead(200, { "Content-Type": "application/octet-stream", "X-Content-Type-Options": "nosniff" });
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LIMIT) request.destroy();
  });
  request.on("error", () => response.destroy());
  request.pipe(response);
}
