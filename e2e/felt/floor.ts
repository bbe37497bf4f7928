/** The floor of the machine: a static page with one photo, and sockets that relay messages. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { photo } from "../pictures";

export async function serveFloor(): Promise<{ url: string; stop(): void }> {
  const picture = await photo(1);
  const server = createServer(({ url }, response) => {
    const [type, body] = url === "/photo" ? ["image/jpeg", picture] : ["text/html", page];
    response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    socket.send("hello");
    socket.on("message", (data: Buffer) =>
      sockets.clients.forEach((client: WebSocket) => client.send(data.toString())),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    sockets.close();
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`, stop };
}

const page = `<!doctype html><title>Floor</title><main><button aria-label="Like">Like</button><img src="/photo" width="300"></main>
<script>
  const socket = new WebSocket(location.href.replace("http", "ws"));
  document.querySelector("button").onclick = () => socket.send(String(Date.now()));
  socket.onmessage = ({ data }) => {
    const line = document.createElement(data === "hello" ? "h2" : "p");
    line.textContent = data;
    document.querySelector("main").append(line);
  };
</script>`;
