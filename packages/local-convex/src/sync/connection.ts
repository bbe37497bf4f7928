import { createHash, randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { AuthenticationError, ANONYMOUS, type Session } from "../server/authentication";
import type { FunctionCall, Sender } from "../contract/core";
import type { Services } from "../server/publicApi";
import type { LiveQueries, Subscriber, Subscription } from "./liveQueries";
import { parseClientMessage, ProtocolError, responseText, type ClientMessage } from "./messages";
import { Throttle } from "./throttle";
import { Transitions } from "./transitions";

export interface Channel {
  /** Sends messages in order, in one write. */
  send(texts: string[]): void;
  close(code: number, reason: string): void;
  /** Counts a message's bytes as held until `release`, even after the channel has closed. */
  hold(bytes: number): void;
  release(bytes: number): void;
  /** Stops reading until `resume`. */
  pause(): void;
  resume(): void;
  /** Called when a token was verified, or removed: `isAnonymous`. */
  identified(isAnonymous: boolean): void;
}

export interface ConnectionServices extends Omit<Services, "inFlight"> {
  live: LiveQueries;
  log: (line: string) => void;
}

/** Live queries per connection. A screen has about fifteen, plus one per page of a long list. */
const MAX_QUERIES = 200;
const TOO_MANY_QUERIES = `Too many live queries on one connection (at most ${MAX_QUERIES})`;

/** Bytes of live queries' arguments, which stay in memory as long as the query. Per connection: as many as it may have in flight. */
const MAX_ARGUMENTS = 16 * 1024 * 1024;
const MAX_TOTAL_ARGUMENTS = 64 * 1024 * 1024;
/** Once the total is used up, a connection may have only this many bytes. */
const ARGUMENTS_WHEN_FULL = 64 * 1024;
const ARGUMENTS_TOO_LARGE = "The arguments of live queries are too large";

interface Received {
  message: ClientMessage;
  bytes: number;
}

type Message<Type extends ClientMessage["type"]> = ClientMessage & { type: Type };

/** A client's connection: its identity, its live queries, its mutations in order, and the messages to it. */
export class Connection implements Subscriber {
  readonly #services: ConnectionServices;
  readonly #channel: Channel;
  #sessionId: string = randomUUID();
  readonly #sender: Sender | null;
  #session: Session = ANONYMOUS;
  /** Equal for all tokens of an identity. Null until a mutation needs it. */
  #callerHash: string | null = null;
  readonly #queries = new Map<number, Subscription>();
  readonly #transitions = new Transitions();
  #outgoing: string[] = [];
  /** Messages that arrived while a token is verified. Null: none is. */
  #backlog: Received[] | null = null;
  #argumentBytes = 0;
  readonly #throttle: Throttle;
  #open = true;

  constructor(services: ConnectionServices, channel: Channel, sender: Sender | null = null) {
    this.#sender = sender;
    this.#services = services;
    this.#channel = channel;
    this.#throttle = new Throttle(channel);
  }

  get isVerifying(): boolean {
    return this.#backlog !== null;
  }

  /** Handles a frame. Never throws. */
  receive(text: string): void {
    if (!this.#open) return;
    this.#guard(() => {
      const received = { message: parseClientMessage(text), bytes: text.length };
      if (this.#backlog) this.#postpone(received);
      else this.#handle(received);
    });
  }

  closed(): void {
    this.#open = false;
    for (const { bytes } of this.#backlog ?? []) this.#channel.release(bytes);
    this.#backlog = null;
    for (const subscription of this.#queries.values()) this.#services.live.stop(subscription);
    this.#queries.clear();
    this.#services.live.forget(this);
  }

  /** Ends a session whose token has expired. The client fetches a new one and reconnects. */
  expire(now: number): void {
    if (!this.#open || now < this.#session.expiresAt) return;
    this.#endSession("The token has expired.", Math.max(0, this.#transitions.received.identity - 1), false);
  }

  update(subscription: Subscription, tail: string): void {
    this.#transitions.update(subscription.queryId, tail);
  }

  flush(settled: bigint): void {
    if (!this.#open) return;
    const frames = this.#transitions.next(settled);
    if (frames === null) this.#services.live.awaitSettled(this);
    // Responses come first: the client resolves a mutation with the transition after its response.
    const texts = this.#outgoing.concat(frames ?? []);
    this.#outgoing = [];
    if (texts.length > 0) this.#channel.send(texts);
  }

  #postpone(received: Received): void {
    this.#channel.hold(received.bytes);
    this.#backlog?.push(received);
  }

  #handle({ message, bytes }: Received): void {
    switch (message.type) {
      case "Connect":
        this.#sessionId = message.sessionId;
        return;
      case "Event":
        return;
      case "Authenticate":
        return this.#authenticate(message);
      case "ModifyQuerySet":
        return this.#modify(message);
      default:
        return this.#call(message, bytes);
    }
  }

  #authenticate(message: Message<"Authenticate">) {
    if (message.baseVersion !== this.#transitions.received.identity) throw new ProtocolError("Wrong identity version");
    // Messages after a new token must run with it.
    this.#backlog = [];
    this.#verify(message).then(
      (session) => this.#guard(() => this.#applySession(session)),
      (error: unknown) => this.#refuse(error),
    );
  }

  async #verify({ tokenType, value, impersonating }: Message<"Authenticate">): Promise<Session> {
    if (tokenType === "None") return ANONYMOUS;
    if (tokenType === "Admin") return this.#services.authenticator.admin(value, impersonating);
    return this.#services.authenticator.bearer(value);
  }

  #applySession(session: Session) {
    if (!this.#open) return;
    this.#session = session;
    this.#callerHash = null;
    this.#transitions.received.identity += 1;
    for (const subscription of [...this.#queries.values()]) {
      this.#services.live.stop(subscription);
      this.#subscribe(subscription.queryId, subscription.query);
    }
    this.#services.live.touch(this);
    this.#drain();
    this.#channel.identified(session === ANONYMOUS);
  }

  #refuse(error: unknown) {
    if (!(error instanceof AuthenticationError)) return this.#fail(error);
    this.#endSession(error.message, this.#transitions.received.identity, true);
  }

  #drain() {
    const backlog = this.#backlog ?? [];
    this.#backlog = null;
    for (const received of backlog) {
      this.#channel.release(received.bytes);
      // If one of them is another token, the rest waits for it.
      if (this.#backlog) this.#postpone(received);
      else if (this.#open) this.#handle(received);
    }
  }

  #modify({ baseVersion, newVersion, modifications }: Message<"ModifyQuerySet">) {
    const { received } = this.#transitions;
    if (baseVersion !== received.querySet || newVersion <= baseVersion) {
      throw new ProtocolError("Wrong query set version");
    }
    received.querySet = newVersion;
    for (const modification of modifications) {
      if (modification.type === "Remove") this.#remove(modification.queryId);
      else if (this.#queries.has(modification.queryId)) throw new ProtocolError("A query id may be used only once");
      else if (this.#queries.size >= MAX_QUERIES) throw new ProtocolError(TOO_MANY_QUERIES);
      else if (this.#exceedsArguments((this.#argumentBytes += modification.args.length)))
        throw new ProtocolError(ARGUMENTS_TOO_LARGE);
      else this.#subscribe(modification.queryId, { ...modification, path: modification.udfPath });
    }
    this.#services.live.touch(this);
  }

  #remove(queryId: number) {
    const subscription = this.#queries.get(queryId);
    if (!subscription) return;
    this.#services.live.stop(subscription);
    this.#argumentBytes -= subscription.query.args.length;
    this.#queries.delete(queryId);
    this.#transitions.removed(queryId);
  }

  #exceedsArguments(bytes: number): boolean {
    const isFull = this.#services.live.argumentBytes > MAX_TOTAL_ARGUMENTS;
    return bytes > (isFull ? ARGUMENTS_WHEN_FULL : MAX_ARGUMENTS);
  }

  #subscribe(queryId: number, added: { path: string; componentPath: string; args: string; journal: string | null }) {
    const { live } = this.#services;
    const { path, componentPath, args, journal } = added;
    const { identity, caller } = this.#session;
    const query = live.texts.share({ path, componentPath, args, journal, identity, caller });
    const subscription = { id: live.newId(), queryId, subscriber: this, query, ts: -1n };
    this.#queries.set(queryId, subscription);
    this.#transitions.discard(queryId);
    this.#transitions.delayUntil(live.start(subscription)).then(
      () => live.touch(this),
      (error: unknown) => this.#fail(error),
    );
  }

  #call(message: Message<"Mutation" | "Action">, bytes: number) {
    this.expire(Date.now());
    if (!this.#open) return;
    this.#throttle.begin();
    this.#channel.hold(bytes);
    void this.#run(message, bytes);
  }

  async #run(message: Message<"Mutation" | "Action">, bytes: number) {
    try {
      const { core, redaction } = this.#services;
      const call = this.#functionCall(message);
      const outcome = await core.run(call);
      if (!this.#open) return;
      this.#outgoing.push(responseText(message.type, message.requestId, redaction.outcome(outcome, call.caller)));
      if (message.type === "Mutation" && outcome.ok) this.#transitions.committed(outcome.ts);
      this.#services.live.touch(this);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#throttle.end();
      this.#channel.release(bytes);
    }
  }

  #functionCall(message: Message<"Mutation" | "Action">): FunctionCall {
    const { udfPath: path, componentPath, args } = message;
    const { identity, caller, token: authToken } = this.#session;
    const requestId = randomUUID();
    const common = { path, componentPath, args, identity, caller, authToken, requestId, sender: this.#sender };
    if (message.type === "Action") return { udfType: "action", ...common };
    this.#callerHash ??= callerHashOf(this.#session);
    const idempotencyKey = { sessionId: this.#sessionId, requestId: message.requestId, callerHash: this.#callerHash };
    return { udfType: "mutation", ...common, idempotencyKey };
  }

  #guard(work: () => void) {
    try {
      work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown) {
    if (!this.#open) return;
    if (error instanceof ProtocolError) {
      this.#outgoing.push(JSON.stringify({ type: "FatalError", error: error.message }));
      return this.#close(1002, "ProtocolError");
    }
    if (!(error instanceof Error && error.name === "CoreRestarted")) this.#services.log(`sync: ${inspect(error)}`);
    // The client reconnects after a second and resends safe calls.
    this.#close(1011, "InternalServerError");
  }

  #endSession(error: string, baseVersion: number, authUpdateAttempted: boolean) {
    this.#outgoing.push(JSON.stringify({ type: "AuthError", error, baseVersion, authUpdateAttempted }));
    this.#close(1008, "AuthError");
  }

  #close(code: number, reason: string) {
    if (this.#outgoing.length > 0) this.#channel.send(this.#outgoing);
    this.#channel.close(code, reason);
    this.closed();
  }
}

/** Returns a hash of the caller, short because each result stores it. Claims can change between tokens, the token identifier cannot. */
function callerHashOf({ caller, identity }: Session): string {
  const { tokenIdentifier = identity } = JSON.parse(identity ?? "{}") as { tokenIdentifier?: string };
  return createHash("sha256").update(`${caller} ${tokenIdentifier}`).digest("base64url").slice(0, 16);
}
