import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Sender } from "../contract/core";
import { senderOf } from "../server/httpMessages";
import { WebSocket, WebSocketServer } from "ws";
import type { Flow, InFlight, Source } from "../server/inFlight";
import type { Services } from "../server/publicApi";
import { Connection, type Channel, type ConnectionServices } from "./connection";
import { FrameMeter } from "./frameMeter";

const SWEEP_MS = 1_000;
/** The client gives up after 60 s without a message; pings of the WebSocket protocol do not count for it. */
const PING_AFTER_MS = 15_000;
const IDLE_MS = 30_000;
const DEAD_MS = 120_000;
const MAX_MESSAGE = 20 * 1024 * 1024;
/** Without a token: a file of any app fits. */
const MAX_ANONYMOUS_MESSAGE = 5 * 1024 * 1024;
/** Without a token: a message of small values takes twenty times its bytes while it is read, in both threads. */
const MAX_ANONYMOUS_VALUES = 65_536;
/** Of messages up to this size none has more values. */
const SMALL_MESSAGE = 128 * 1024;
const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
const MAX_FRAGMENTS = 4 * 1024;
/** Clients that do not read what all of them together have waiting here are disconnected; they reconnect when they can. */
const MAX_BUFFERED = 64 * 1024 * 1024;
const PING = '{"type":"Ping"}';

/** All open sockets of the sync protocol. */
export class Sockets {
  readonly #services: ConnectionServices & Services;
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE,
    maxFragments: MAX_FRAGMENTS,
    clientTracking: false,
    WebSocket: ClientSocket,
  });
  readonly #clients = new Set<Client>();
  readonly #sweeper = setInterval(() => this.#sweep(Date.now()), SWEEP_MS);

  constructor(services: ConnectionServices & Services) {
    this.#services = services;
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
    for (const client of this.#clients) client.end();
    this.#server.close();
  }

  #open(socket: ClientSocket, raw: Duplex, sender: Sender) {
    const client = new Client(socket, raw, this.#services.inFlight, this.#clients);
    client.connection = new Connection(this.#services, client, sender);
    socket.client = client;
    this.#clients.add(client);
    const meter = new FrameMeter();
    // Before the library's listener: when that has a message, it has arrived.
    raw.prependListener("data", (chunk: Buffer) => (client.flow.arrivedBytes = meter.add(chunk)));
    // After it: a token in the same bytes counts.
    raw.on("data", () => client.expect(meter.expectedBytes));
    socket.on("message", received).on("pong", ponged).on("error", ignored).on("close", closed);
  }

  #sweep(now: number) {
    for (const client of this.#clients) {
      client.connection.expire(now);
      if (now - client.receivedAt > DEAD_MS) client.end();
      else if (now - client.receivedAt > IDLE_MS && now - client.pingedAt > IDLE_MS) client.ping(now);
      if (now - client.sentAt > PING_AFTER_MS) client.send([PING]);
    }
    this.#endSlowReaders();
  }

  /** Sockets with the most unread bytes, until the rest is within the limit. */
  #endSlowReaders() {
    let total = 0;
    for (const { bufferedAmount } of this.#clients) total += bufferedAmount;
    if (total <= MAX_BUFFERED) return;
    const unread = [...this.#clients].filter(({ bufferedAmount }) => bufferedAmount > 0);
    for (const client of unread.sort((a, b) => b.bufferedAmount - a.bufferedAmount)) {
      if (total <= MAX_BUFFERED) return;
      total -= client.bufferedAmount;
      client.end();
    }
  }
}

/** A socket with its owner, so that all sockets share their listeners. */
class ClientSocket extends WebSocket {
  client!: Client;
}

function received(this: WebSocket, data: unknown, isBinary: boolean): void {
  const client = clientOf(this);
  client.receivedAt = Date.now();
  if (isBinary) return this.close(1003, "TextOnly");
  const text = String(data);
  if (client.flow.isAnonymous && hasMoreValues(text, MAX_ANONYMOUS_VALUES)) return this.close(1009, "MessageTooLarge");
  client.connection.receive(text);
}

/** True if JSON lists more values than allowed. Counts its commas outside of strings, without reading it. */
function hasMoreValues(json: string, most: number): boolean {
  if (json.length <= most) return false;
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === COMMA) count += 1;
    else if (code === QUOTE) at = endOfString(json, at);
    if (count > most) return true;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}

function ponged(this: WebSocket): void {
  clientOf(this).receivedAt = Date.now();
}

/** A broken frame or connection: the close event follows and cleans up. */
function ignored(): void {
  return;
}

function closed(this: WebSocket): void {
  clientOf(this).closed();
}

function clientOf(socket: WebSocket): Client {
  return (socket as ClientSocket).client;
}

/** One socket: the channel of its connection, and its bytes in flight. One object, because there are thousands. */
class Client implements Channel, Source {
  connection!: Connection;
  readonly flow: Flow;
  receivedAt = Date.now();
  sentAt = Date.now();
  pingedAt = 0;
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #all: Set<Client>;
  /** Reasons not to read. */
  #pauses = 0;
  /** The start of a large message has come while a token is being verified. */
  #awaitsToken = false;

  constructor(socket: WebSocket, raw: Duplex, inFlight: InFlight, all: Set<Client>) {
    this.#socket = socket;
    this.#raw = raw;
    this.#all = all;
    this.flow = inFlight.open(this, true);
  }

  /** Refuses a large message of a client without a token; while one is being verified, the message waits in the sender's memory. */
  expect(bytes: number): void {
    if (bytes <= SMALL_MESSAGE || !this.flow.isAnonymous) return;
    if (!this.connection.isVerifying) return bytes > MAX_ANONYMOUS_MESSAGE ? this.#refuse() : undefined;
    if (!this.#awaitsToken) this.pause();
    this.#awaitsToken = true;
  }

  identified(isAnonymous: boolean): void {
    this.flow.isAnonymous = isAnonymous;
    if (!this.#awaitsToken) return;
    this.#awaitsToken = false;
    this.resume();
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  /** Ends the socket without a word; `closed` follows. */
  end(): void {
    this.#socket.terminate();
  }

  closed(): void {
    this.#all.delete(this);
    this.flow.arrivedBytes = 0;
    this.connection.closed();
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

  /** Closes as the library does for a message over its own limit. What still comes is dropped. */
  #refuse(): void {
    this.#raw.removeAllListeners("data").on("data", () => undefined);
    this.close(1009, "MessageTooLarge");
    this.closed();
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
