import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface LocalServer {
  url: string;
  stop(): Promise<void>;
}

/** Lets a server listen on loopback. Port 0: a free one. `stop` also closes open connections. */
export async function listen(server: Server, port: number): Promise<LocalServer> {
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
