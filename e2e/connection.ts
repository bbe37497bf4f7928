import type { BrowserContext, Page, WebSocketRoute } from "@playwright/test";

/**
 * The connection to the deployment, for live queries and for single calls, that can be cut and restored: a page's or a whole
 * browser's, from the next load on. What is sent meanwhile is lost. A browser that is told to be offline keeps the sockets it has.
 */
export async function controlConnection(at: Page | BrowserContext) {
  let isCut = false;
  const open = new Set<WebSocketRoute>();
  await at.routeWebSocket(/\/sync$/, (socket) => {
    if (isCut) return void socket.close({ code: 1012 });
    socket.connectToServer();
    open.add(socket);
  });
  await at.route(/\/api\//, (route) => (isCut ? route.abort() : route.fallback()));
  return {
    cut: async () => {
      isCut = true;
      for (const socket of open) await socket.close({ code: 1012 });
      open.clear();
    },
    restore: () => void (isCut = false),
  };
}
