/** Makes functions of a deployment fail, or never respond, for one page. */
import type { Page } from "@playwright/test";

/**
 * Returns a set of function names. From the page's next load on these functions fail, or with "waits" never respond.
 */
export async function faultsOf(page: Page, mode: "fails" | "waits" = "fails"): Promise<Set<string>> {
  const faults = new Set<string>();
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const server = socket.connectToServer();
    const queries = new Map<number, string>();
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as Message;
      for (const { queryId, udfPath } of message.modifications ?? []) {
        if (udfPath !== undefined) queries.set(queryId, functionName(udfPath));
      }
      const { type, requestId, udfPath } = message;
      if (requestId === undefined || udfPath === undefined || !faults.has(functionName(udfPath)))
        return server.send(text);
      const refusal = { type: `${type}Response`, requestId, success: false, result: "Server Error", logLines: [] };
      if (mode === "fails") socket.send(JSON.stringify(refusal));
    });
    server.onMessage((text) => {
      const message = JSON.parse(String(text)) as Message;
      if (message.type !== "Transition") return socket.send(text);
      const modifications = message.modifications?.flatMap<unknown>((change) => {
        if (change.type !== "QueryUpdated" || !faults.has(queries.get(change.queryId) ?? "")) return [change];
        const failure = { type: "QueryFailed", queryId: change.queryId, errorMessage: "Server Error" };
        return mode === "fails" ? [{ ...failure, logLines: [], journal: null }] : [];
      });
      socket.send(JSON.stringify({ ...message, modifications }));
    });
  });
  return faults;
}

interface Message {
  type: string;
  requestId?: number;
  udfPath?: string;
  modifications?: { type: string; queryId: number; udfPath?: string; journal?: unknown }[];
}

/** `auth.js:signIn` and `auth:signIn` are the same function. */
function functionName(udfPath: string) {
  return udfPath.replace(".js:", ":");
}
