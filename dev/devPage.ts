import { Expected } from "../deploy/expected";
import { usesStandIn, type Place } from "./env";
import { pageEnv } from "./page";
import { payScript } from "./payScript";

/** Serves the page with hot reload. Vite is imported only here, because `npm start` does not need it. */
export async function startDevPage(place: Place): Promise<{ stop(): Promise<void> }> {
  Object.assign(process.env, pageEnv(place, process.env));
  const { createServer } = await import("vite");
  const ours = new Set(process.listeners("SIGTERM"));
  const server = await createServer({
    root: place.root,
    plugins: usesStandIn("pay", process.env) ? [payScript(place.payUrl)] : [],
    server: { host: "127.0.0.1", port: place.ports.app, strictPort: true },
  });
  // On SIGTERM, Vite would end the process before the deployment and the watcher have stopped.
  for (const listener of process.listeners("SIGTERM")) if (!ours.has(listener)) process.off("SIGTERM", listener);
  await server.listen().catch((error: unknown) => {
    throw new Expected(`The page cannot be served on port ${place.ports.app} (APP_PORT): ${String(error)}`);
  });
  return { stop: () => server.close() };
}
