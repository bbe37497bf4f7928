import type { BrowserContext, Page, WebSocketRoute } from "@playwright/test";

/**
 * Cuts and restores the connection of a page or browser to the deployment, from the next load on. Data sent meanwhile
 * is lost. Playwright's offline mode keeps open sockets, so it does not fit.
 */
export async function controlConnection(target: Page | BrowserContext) {
  let isCut = false;
  const open = new Set<WebSocketRoute>();
  await target.routeWebSocket(/\/sync$/, (socket) => {
    if (isCut) return void socket.close({ code: 1012 });
    socket.connectToServer();
    open.add(socket);
  });
  await target.route(/\/api\//, (route) => (isCut ? route.abort() : route.fallback()));
  return {
    cut: async () => {
      isCut = true;
      for (const socket of open) await socket.close({ code: 1012 });
      open.clear();
    },
    restore: () => void (isCut = false),
  };
}
