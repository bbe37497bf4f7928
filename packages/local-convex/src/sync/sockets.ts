import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Sender } from "../contract/core";
import { refuseUpgrade } from "../pageGuard";
import { senderOf } from "../server/httpMessages";
import { WebSocket, WebSocketServer } from "ws";
import type { Flow, InFlight, Source } from "../server/inFlight";
import type { Services } from "../server/publicApi";
import { Connection, type Channel, type ConnectionServices } from "./connection";
import { FrameMeter } from "./frameMeter";

const SWEEP_MS = 1_000;
/** Milliseconds without a message until a ping. The client gives up after 60 s. WebSocket pings do not count. */
const PING_AFTER_MS = 15_000;
const IDLE_MS = 30_000;
const DEAD_MS = 120_000;
const MAX_MESSAGE = 20 * 1024 * 1024;
/** Bytes of a message without a token. Any app's file fits. */
const MAX_ANONYMOUS_MESSAGE = 5 * 1024 * 1024;
/** Values in a message without a token. Parsing small values takes twenty times their bytes, in both threads. */
const MAX_ANONYMOUS_VALUES = 65_536;
/** Messages up to this size (bytes) cannot have more values. */
const SMALL_MESSAGE = 128 * 1024;
const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
const MAX_FRAGMENTS = 4 * 1024;
/** Unread bytes for all clients. Beyond this the slowest readers are disconnected, and reconnect when they can. */
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

  /** Accepts an HTTP upgrade for `/api/<version>/sync`. Refuses others with 400. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!/^\/api\/(?:[^/]+\/)?sync(?:\?|$)/.test(request.url ?? "")) {
      return refuseUpgrade(socket, "400 Bad Request");
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
    // Runs before the library's listener, so `arrivedBytes` is up to date when that has a message.
    raw.prependListener("data", (chunk: Buffer) => (client.flow.arrivedBytes = meter.add(chunk)));
    // Runs after it, so a token in the same bytes counts.
    raw.on("data", () => client.checkExpectedBytes(meter.expectedBytes));
    socket.on("message", onMessage).on("pong", onPong).on("error", onError).on("close", onClose);
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

  /** Disconnects the clients with the most unread bytes, until the rest is within the limit. */
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

/** A socket that knows its client, so that all sockets share their listeners. */
class ClientSocket extends WebSocket {
  client!: Client;
}

function onMessage(this: WebSocket, data: unknown, isBinary: boolean): void {
  const client = clientOf(this);
  client.receivedAt = Date.now();
  if (isBinary) return this.close(1003, "TextOnly");
  const text = String(data);
  if (client.flow.isAnonymous && hasMoreValues(text, MAX_ANONYMOUS_VALUES)) return this.close(1009, "MessageTooLarge");
  client.connection.receive(text);
}

/** True if JSON has more than `limit` commas outside strings. Does not parse it. */
function hasMoreValues(json: string, limit: number): boolean {
  if (json.length <= limit) return false;
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === COMMA) count += 1;
    else if (code === QUOTE) at = endOfString(json, at);
    if (count > limit) return true;
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

function onPong(this: WebSocket): void {
  clientOf(this).receivedAt = Date.now();
}

/** Ignores a broken frame or connection: the close event follows and cleans up. */
function onError(): void {
  return;
}

function onClose(this: WebSocket): void {
  clientOf(this).onClose();
}

function clientOf(socket: WebSocket): Client {
  return (socket as ClientSocket).client;
}

/** A socket: its connection's channel, and its bytes in flight. A single object, because there are thousands. */
class Client implements Channel, Source {
  connection!: Connection;
  readonly flow: Flow;
  receivedAt = Date.now();
  sentAt = Date.now();
  pingedAt = 0;
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #clients: Set<Client>;
  /** Number of reasons to pause. */
  #pauses = 0;
  /** True if a large message is paused while a token is verified. */
  #awaitsToken = false;

  constructor(socket: WebSocket, raw: Duplex, inFlight: InFlight, clients: Set<Client>) {
    this.#socket = socket;
    this.#raw = raw;
    this.#clients = clients;
    this.flow = inFlight.open(this, true);
  }

  /** Without a token: refuses a message over the limit. While a token is being verified, pauses a large one. */
  checkExpectedBytes(bytes: number): void {
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

  /** Terminates the socket without a close frame. `onClose` follows. */
  end(): void {
    this.#socket.terminate();
  }

  onClose(): void {
    this.#clients.delete(this);
    this.flow.arrivedBytes = 0;
    this.connection.closed();
  }

  send(texts: string[]): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.sentAt = Date.now();
    // One system call for all messages.
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

  /** Closes as the library does for a message over its limit. Drops further data. */
  #refuse(): void {
    this.#raw.removeAllListeners("data").on("data", () => undefined);
    this.close(1009, "MessageTooLarge");
    this.onClose();
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
