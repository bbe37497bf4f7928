import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { PageGuard } from "local-convex/pageGuard";
import type { Plugin } from "vite";
import { Expected } from "../deploy/expected";
import { pagesOf, usesStandIn, type Place } from "./env";
import { pageEnv } from "./page";
import { payScript } from "./payScript";

/** Serves the page with hot reload. Vite is imported only here, because `npm start` does not need it. */
export async function startDevPage(place: Place): Promise<{ stop(): Promise<void> }> {
  Object.assign(process.env, pageEnv(place, process.env));
  const { createServer } = await import("vite");
  const ours = new Set(process.listeners("SIGTERM"));
  const server = await createServer({
    root: place.root,
    plugins: [
      guarded(new PageGuard(pagesOf(place, process.env))),
      ...(usesStandIn("pay", process.env) ? [payScript(place.payUrl)] : []),
    ],
    server: { host: "127.0.0.1", port: place.ports.app, strictPort: true },
  });
  // On SIGTERM, Vite would end the process before the deployment and the watcher have stopped.
  for (const listener of process.listeners("SIGTERM")) if (!ours.has(listener)) process.off("SIGTERM", listener);
  await server.listen().catch((error: unknown) => {
    throw new Expected(`The page cannot be served on port ${place.ports.app} (APP_PORT): ${String(error)}`);
  });
  return { stop: () => server.close() };
}

/** Keeps other pages from what Vite serves beside files: its socket, and reads such as `/__open-in-editor` that start programs. */
function guarded(guard: PageGuard): Plugin {
  return {
    name: "page-guard",
    configureServer({ middlewares, httpServer }) {
      middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
        if (isForeignTool(request)) return void response.writeHead(403).end();
        if (!guard.refuses(request, response)) next();
      });
      httpServer?.prependListener("upgrade", (request: IncomingMessage, socket: Duplex) => {
        guard.refusesUpgrade(request, socket);
      });
    },
  };
}

function isForeignTool({ url, headers }: IncomingMessage): boolean {
  const from = headers["sec-fetch-site"];
  return /^\/(__|@)/.test(url ?? "") && (from === "cross-site" || from === "same-site");
}
