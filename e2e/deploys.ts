/** A proxy before the page that simulates deploys: it serves the same build under new file names. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Host {
  url: string;
  /** Deploys the next build and removes the previous one's files. */
  deploy(): void;
  /** Whether the server refuses all requests. */
  isDown: boolean;
  stop(): Promise<void>;
}

/** Starts a proxy for the page at `origin`. Each build has its number in `<html data-build>`. */
export async function hostOf(origin: string): Promise<Host> {
  let build = 1;
  const host: Host = { url: "", deploy: () => void build++, isDown: false, stop: () => closed(server) };
  const server = createServer((request, response) => {
    if (host.isDown) return void request.socket.destroy();
    void forward(origin, build, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return host;
}

async function forward(origin: string, build: number, { url = "/" }: IncomingMessage, response: ServerResponse) {
  // As Cloudflare Pages does.
  if (url.endsWith(".html")) return void response.writeHead(308, { location: url.replace(".html", "") }).end();
  const hashed = /^\/assets\/(.*)\.b(\d+)(\.\w+)$/.exec(url);
  if (url.startsWith("/assets/") && hashed?.[2] !== String(build)) return void response.writeHead(404).end("Not found");
  const upstream = await fetch(origin + (hashed ? `/assets/${hashed[1] ?? ""}${hashed[3] ?? ""}` : url));
  const { headers } = upstream;
  for (const name of ["content-type", "cache-control", "content-security-policy"]) {
    response.setHeader(name, headers.get(name) ?? "");
  }
  const isText = /html|javascript|css/.test(headers.get("content-type") ?? "");
  response.writeHead(upstream.status);
  response.end(isText ? renamed(await upstream.text(), build) : Buffer.from(await upstream.arrayBuffer()));
}

/** Renames the build's files for build number `build`. */
function renamed(text: string, build: number) {
  return text
    .replaceAll(/([\w.-]+-[\w-]{8})(\.(?:js|css|woff2))/g, `$1.b${String(build)}$2`)
    .replace("<html ", `<html data-build="${String(build)}" `);
}

function closed(server: Server) {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
}
