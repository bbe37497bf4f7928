import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Sender } from "../contract/core";
import { senderOf } from "../server/httpMessages";
import { WebSocketServer, type WebSocket } from "ws";
import type { Flow, InFlight } from "../server/inFlight";
import { Connection, type Channel, type ConnectionServices } from "./connection";
import { FrameMeter } from "./frameMeter";

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
const MAX_FRAGMENTS = 4 * 1024;
/** Clients that do not read what all of them together have waiting here are disconnected; they reconnect when they can. */
const MAX_BUFFERED = 64 * 1024 * 1024;
const PING = '{"type":"Ping"}';

/** All open sockets of the sync protocol. */
export class Sockets {
  readonly #services: ConnectionServices;
  readonly #inFlight: InFlight;
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE,
    maxFragments: MAX_FRAGMENTS,
    clientTracking: false,
  });
  readonly #clients = new Set<Client>();
  readonly #sweeper = setInterval(() => this.#sweep(Date.now()), SWEEP_MS);

  constructor(services: ConnectionServices, inFlight: InFlight) {
    this.#services = services;
    this.#inFlight = inFlight;
  }

  /** Takes over an HTTP upgrade if it is for `/api/<version>/sync`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!/^\/api\/(?:[^/]+\/)?sync(?:\?|$)/.test(request.url ?? "")) {
      socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket, socket, senderOf(request)));
  }

  get size(): number {
    return this.#clients.size;
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const { socket } of this.#clients) socket.terminate();
    this.#server.close();
  }

  #open(socket: WebSocket, raw: Duplex, sender: Sender) {
    const channel = new SocketChannel(socket, raw, this.#inFlight);
    const connection = new Connection(this.#services, channel, sender);
    const client = { socket, channel, connection, receivedAt: Date.now() };
    this.#clients.add(client);
    const received = () => (client.receivedAt = Date.now());
    const meter = new FrameMeter();
    // Before the library's listener: when it has a message, that one is not arriving any more.
    raw.prependListener("data", (chunk: Buffer) => (channel.flow.arrivedBytes = meter.add(chunk)));
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
      channel.flow.arrivedBytes = 0;
      client.connection.closed();
    });
  }

  #sweep(now: number) {
    for (const client of this.#clients) {
      client.connection.expire(now);
      if (now - client.receivedAt > DEAD_MS) client.socket.terminate();
      else if (now - client.receivedAt > IDLE_MS && now - client.channel.pingedAt > IDLE_MS) client.channel.ping(now);
      if (now - client.channel.sentAt > PING_AFTER_MS) client.channel.send([PING]);
    }
    this.#endSlowReaders();
  }

  /** Those with most unread first, until the rest is within the limit. */
  #endSlowReaders() {
    let total = 0;
    for (const { socket } of this.#clients) total += socket.bufferedAmount;
    if (total <= MAX_BUFFERED) return;
    const unread = [...this.#clients].map(({ socket }) => socket).filter(({ bufferedAmount }) => bufferedAmount > 0);
    for (const socket of unread.sort((a, b) => b.bufferedAmount - a.bufferedAmount)) {
      if (total <= MAX_BUFFERED) return;
      total -= socket.bufferedAmount;
      socket.terminate();
    }
  }
}

class SocketChannel implements Channel {
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly flow: Flow;
  sentAt = Date.now();
  pingedAt = 0;
  /** Reasons not to read. */
  #pauses = 0;

  constructor(socket: WebSocket, raw: Duplex, inFlight: InFlight) {
    this.#socket = socket;
    this.#raw = raw;
    this.flow = inFlight.open({
      pause: () => this.pause(),
      resume: () => this.resume(),
      end: () => socket.terminate(),
    });
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

  hold(bytes: number): void {
    this.flow.hold(bytes);
  }

  release(bytes: number): void {
    this.flow.release(bytes);
  }

  pause(): void {
    this.#pauses += 1;
    if (this.#pauses === 1) this.#socket.pause();
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0) this.#socket.resume();
  }
}
