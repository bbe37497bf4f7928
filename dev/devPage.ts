import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { PageGuard } from "local-convex/pageGuard";
import type { Plugin } from "vite";
import { ExpectedError } from "../deploy/expected";
import { pagesOf, usesStandIn, type LocalConfig } from "./env";
import { pageEnv } from "./page";
import { PageFiles } from "./pageFiles";
import { payScript } from "./payScript";

/** Serves the page with hot reload. Vite is imported only here, because `npm start` does not need it. */
export async function startDevPage(config: LocalConfig): Promise<{ stop(): Promise<void> }> {
  Object.assign(process.env, pageEnv(config, process.env));
  const { createServer } = await import("vite");
  const ownListeners = new Set(process.listeners("SIGTERM"));
  const files = new PageFiles(config);
  const server = await createServer({
    root: config.root,
    plugins: [
      guarded(new PageGuard(pagesOf(config, process.env)), files),
      ...(usesStandIn("pay", process.env) ? [payScript(config.payUrl)] : []),
    ],
    server: {
      host: "127.0.0.1",
      port: config.ports.app,
      strictPort: true,
      fs: { strict: true, allow: files.allowed },
    },
  });
  // On SIGTERM, Vite would end the process before the deployment and the watcher have stopped.
  for (const listener of process.listeners("SIGTERM"))
    if (!ownListeners.has(listener)) process.off("SIGTERM", listener);
  await server.listen().catch((error: unknown) => {
    throw new ExpectedError(`The page cannot be served on port ${config.ports.app} (APP_PORT): ${String(error)}`);
  });
  return { stop: () => server.close() };
}

/** Serves the page's sources only to its own origin. Vite alone would serve every file, and start programs at `/__open-in-editor`. */
function guarded(guard: PageGuard, files: PageFiles): Plugin {
  return {
    name: "page-guard",
    configureServer({ middlewares, httpServer }) {
      middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
        if (guard.refuses(request, response)) return;
        if (isTool(request) || files.refuses(request.url ?? "")) response.writeHead(403).end();
        else next();
      });
      httpServer?.prependListener("upgrade", (request: IncomingMessage, socket: Duplex) => {
        guard.refusesUpgrade(request, socket);
      });
    },
  };
}

/** True for Vite's tools, and for its scripts if another site loads them, because browsers send such requests without a preflight. */
function isTool({ url = "", headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  return url.startsWith("/__") || (url.startsWith("/@") && (site === "cross-site" || site === "same-site"));
}
