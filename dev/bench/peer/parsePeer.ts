/** People's actions on Parse Server with Parse's client: calls over HTTP, updates over LiveQuery. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Acts, Screen } from "../acts";

export const APPLICATION = "bench";
export const MASTER_KEY = "bench-master-key";
const PAUSE = 2;

interface Person {
  id: string;
  token: string;
}

interface ParseQuery {
  equalTo(field: string, value: unknown): ParseQuery;
}

/** The parts of Parse's client that the bench uses. Parse is not a dependency, so its own types are missing. */
export interface ParseSdk {
  initialize(applicationId: string): void;
  serverURL: string;
  Query: (new (className: string) => ParseQuery) & { or(...queries: ParseQuery[]): ParseQuery };
  Cloud: { run(name: string, params: object, options: { sessionToken: string }): Promise<unknown> };
  LiveQueryClient: new (options: object) => {
    open(): void;
    close(): unknown;
    on(event: "error", listener: () => void): void;
    subscribe(
      query: ParseQuery,
      sessionToken: string,
    ): { on(event: string, listener: (object: unknown) => void): void };
  };
}

/** A person in the review queue. A moderator decides on `profile`. */
interface Applicant extends Person {
  profile: string;
}

/** Parse Server under test, and its people. Even numbers are men. */
export class ParsePeer implements Acts {
  readonly #parse: ParseSdk;
  readonly #url: string;
  readonly members: Person[] = [];
  readonly #applicants: Applicant[] = [];
  #moderator = "";

  constructor(parse: ParseSdk, port: number) {
    this.#parse = parse;
    this.#url = `http://127.0.0.1:${port}/parse`;
    parse.initialize(APPLICATION);
    parse.serverURL = this.#url;
  }

  /** Creates members (half with Gold), applicants and a moderator. */
  async fill(members: number, applicants: number): Promise<void> {
    for (let n = 0; n < members; n++) {
      this.members.push(
        await this.#signUp({ gender: n % 2 === 0 ? "male" : "female", status: "approved", gold: n % 4 < 2 }),
      );
    }
    for (let n = 0; n < applicants; n++) {
      const person = await this.#signUp({ gender: "female", status: "pending", gold: false });
      const user = pointerTo(person);
      const access = { ACL: { [person.id]: { read: true } } };
      const { objectId } = await this.#send("POST", "classes/Profile", { user, status: "pending", ...access });
      this.#applicants.push({ ...person, profile: objectId });
    }
    const moderator = await this.#signUp({ gender: "female", status: "none", gold: false });
    const users = { __op: "AddRelation", objects: [pointerTo(moderator)] };
    await this.#send("POST", "roles", { name: "moderator", ACL: {}, users });
    this.#moderator = moderator.token;
  }

  async open(person: number, watches = false): Promise<Screen> {
    const me = this.members[person]!;
    const screen = watches ? await this.#watch(me, this.#matchesOf(me)) : null;
    return {
      swipe: (other, liked) => this.#swipe(me, this.members[other]!, liked),
      nextMatch: () => screen!.next("create"),
      close: async () => void (await screen?.client.close()),
    };
  }

  async approval(applicant: number): Promise<number> {
    const waiting = this.#applicants[applicant]!;
    const ownProfile = new this.#parse.Query("Profile").equalTo("user", pointerTo(waiting));
    const screen = await this.#watch(waiting, ownProfile);
    await wait(PAUSE);
    const start = performance.now();
    const decision = { id: waiting.profile, approved: true };
    const decided = this.#parse.Cloud.run("decide", decision, { sessionToken: this.#moderator });
    const [, seenAt] = await Promise.all([decided, screen.next("update")]);
    await screen.client.close();
    return seenAt - start;
  }

  #matchesOf({ id }: Person): ParseQuery {
    const { Query } = this.#parse;
    const sides = ["a", "b"].map((side) => new Query("Match").equalTo(side, pointerTo({ id })));
    return Query.or(...sides);
  }

  #swipe(me: Person, them: Person, liked: boolean): Promise<unknown> {
    return this.#parse.Cloud.run("swipe", { profileId: them.id, liked }, { sessionToken: me.token });
  }

  /** Opens a person's socket and subscribes to a query. `next` resolves at the next event, with its time. */
  async #watch({ token }: Person, query: ParseQuery) {
    const serverURL = this.#url.replace("http", "ws");
    const client = new this.#parse.LiveQueryClient({
      applicationId: APPLICATION,
      serverURL,
      sessionToken: token,
    });
    client.on("error", () => undefined);
    client.open();
    const subscription = client.subscribe(query, token);
    let onEvent = { create: (_: number) => {}, update: (_: number) => {} };
    for (const event of ["create", "update"] as const) {
      subscription.on(event, () => onEvent[event](performance.now()));
    }
    const next = (event: "create" | "update") =>
      new Promise<number>((resolve) => (onEvent = { ...onEvent, [event]: resolve }));
    await new Promise<unknown>((resolve) => subscription.on("open", resolve));
    return { client, next };
  }

  async #signUp(fields: object): Promise<Person> {
    const signUp = { authData: { anonymous: { id: randomUUID() } } };
    const { objectId, sessionToken } = await this.#send("POST", "users", signUp, {});
    await this.#send("PUT", `users/${objectId}`, fields);
    return { id: objectId, token: sessionToken };
  }

  async #send(method: "POST" | "PUT", endpoint: string, body: object, key: object = MASTER): Promise<Reply> {
    const parseHeaders = { "x-parse-application-id": APPLICATION, "x-parse-revocable-session": "1" };
    const headers = { "content-type": "application/json", ...parseHeaders, ...key };
    const response = await fetch(`${this.#url}/${endpoint}`, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${endpoint}: ${response.status} ${text}`);
    return JSON.parse(text) as Reply;
  }
}

interface Reply {
  objectId: string;
  /** Set after a sign-up. */
  sessionToken: string;
}

const MASTER = { "x-parse-master-key": MASTER_KEY };

function pointerTo({ id }: { id: string }) {
  return { __type: "Pointer", className: "_User", objectId: id };
}
