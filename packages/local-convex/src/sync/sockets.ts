import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { Connection, type Channel, type ConnectionServices } from "./connection";

interface Wire {
  socket: WebSocket;
  connection: Connection;
  channel: SocketChannel;
  heardAt: number;
}

const SWEEP_MS = 1_000;
/** The client gives up after 60 s without a message; pings of the WebSocket protocol do not count for it. */
const QUIET_MS = 15_000;
const SILENCE_MS = 30_000;
const DEAD_MS = 120_000;
const MAX_MESSAGE = 20 * 1024 * 1024;
/** A client that does not read is let go; it comes back when it can. */
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
  readonly #wires = new Set<Wire>();
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
    return this.#wires.size;
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const { socket } of this.#wires) socket.terminate();
    this.#server.close();
  }

  #open(socket: WebSocket, raw: Duplex) {
    const channel = new SocketChannel(socket, raw);
    const wire = { socket, channel, connection: new Connection(this.#services, channel), heardAt: Date.now() };
    this.#wires.add(wire);
    const heard = () => (wire.heardAt = Date.now());
    socket.on("message", (data, isBinary) => {
      heard();
      if (isBinary) socket.close(1003, "TextOnly");
      else wire.connection.receive(String(data));
    });
    socket.on("pong", heard);
    // A broken frame or connection: the close event follows and does what is to be done.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#wires.delete(wire);
      wire.connection.closed();
    });
  }

  #sweep(now: number) {
    for (const wire of this.#wires) {
      wire.connection.expire(now);
      if (now - wire.heardAt > DEAD_MS || wire.socket.bufferedAmount > MAX_BUFFERED) wire.socket.terminate();
      else if (now - wire.heardAt > SILENCE_MS && now - wire.channel.pingedAt > SILENCE_MS) wire.channel.ping(now);
      if (now - wire.channel.sentAt > QUIET_MS) wire.channel.send([PING]);
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
    // One write to the system for all of them.
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
