import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { Connection, type Channel, type ConnectionServices } from "./connection";

interface Client {
  socket: WebSocket;
  connection: Connection;
  channel: SocketChannel;
  receivedAt: number;
}

const SWEEP_MS = 1_000;
/** The client gives up after 60 s without a message; pings of the WebSocket protocol do not count for it. */
const PING_AFTER_MS = 15_000;
const IDLE_MS = 30_000;
const DEAD_MS = 120_000;
const MAX_MESSAGE = 20 * 1024 * 1024;
/** A client that does not read is disconnected; it reconnects when it can. */
const MAX_BUFFERED = 64 * 1024 * 1024;
const PING = '{"type":"Ping"}';

/** All open sockets of the sync protocol. */
export class Sockets {
  readonly #services: ConnectionServices;
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE,
    clientTracking: false,
  });
  readonly #clients = new Set<Client>();
  readonly #sweeper = setInterval(() => this.#sweep(Date.now()), SWEEP_MS);

  constructor(services: ConnectionServices) {
    this.#services = services;
  }

  /** Takes over an HTTP upgrade if it is for `/api/<version>/sync`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!/^\/api\/(?:[^/]+\/)?sync(?:\?|$)/.test(request.url ?? "")) {
      socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket, socket));
  }

  get size(): number {
    return this.#clients.size;
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const { socket } of this.#clients) socket.terminate();
    this.#server.close();
  }

  #open(socket: WebSocket, raw: Duplex) {
    const channel = new SocketChannel(socket, raw);
    const client = { socket, channel, connection: new Connection(this.#services, channel), receivedAt: Date.now() };
    this.#clients.add(client);
    const received = () => (client.receivedAt = Date.now());
    socket.on("message", (data, isBinary) => {
      received();
      if (isBinary) socket.close(1003, "TextOnly");
      else client.connection.receive(String(data));
    });
    socket.on("pong", received);
    // A broken frame or connection: the close event follows and cleans up.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#clients.delete(client);
      client.connection.closed();
    });
  }

  #sweep(now: number) {
    for (const client of this.#clients) {
      client.connection.expire(now);
      if (now - client.receivedAt > DEAD_MS || client.socket.bufferedAmount > MAX_BUFFERED) client.socket.terminate();
      else if (now - client.receivedAt > IDLE_MS && now - client.channel.pingedAt > IDLE_MS) client.channel.ping(now);
      if (now - client.channel.sentAt > PING_AFTER_MS) client.channel.send([PING]);
    }
  }
}

class SocketChannel implements Channel {
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  sentAt = Date.now();
  pingedAt = 0;

  constructor(socket: WebSocket, raw: Duplex) {
    this.#socket = socket;
    this.#raw = raw;
  }

  send(texts: string[]): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.sentAt = Date.now();
    // One system call for all of them.
    this.#raw.cork();
    for (const text of texts) this.#socket.send(text);
    this.#raw.uncork();
  }

  ping(now: number): void {
    this.pingedAt = now;
    this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }
}
