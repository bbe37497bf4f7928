import { Expected, type Place } from "./env";
import { pageEnv } from "./page";

/** The page with hot reload. Vite is loaded only here: a normal start does without it. */
export async function startDevPage(place: Place): Promise<{ stop(): Promise<void> }> {
  Object.assign(process.env, pageEnv(place, process.env));
  const { createServer } = await import("vite");
  const server = await createServer({
    root: place.root,
    server: { host: "127.0.0.1", port: place.ports.app, strictPort: true },
  });
  await server.listen().catch((error: unknown) => {
    throw new Expected(`The page cannot be served on port ${place.ports.app} (APP_PORT): ${String(error)}`);
  });
  return { stop: () => server.close() };
}
