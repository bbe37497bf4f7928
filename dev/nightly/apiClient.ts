/** A round's people, and the two APIs that they use. */
import { setTimeout as wait } from "node:timers/promises";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import type { CreatedPerson } from "../bench/pushing";
import type { Running } from "../bench/sides";
import { callAs, type CallResult } from "./calls";
import { raceCast } from "./functions";

export interface Person {
  id: string;
  token: string;
}

/** Men and women in turn, moderators, a newcomer's version, and a version of the first member's profile. */
export interface People {
  members: Person[];
  moderators: Person[];
  versions: string[];
}

/** Milliseconds. A round's jobs take tens of milliseconds. */
const MAX_JOBS_MS = 30_000;

/** Creates a round's people in an empty store. */
export async function castOf(ours: Running): Promise<People> {
  const { members, moderators, versions } = await ours.call("action", raceCast.deal, {});
  const person = async (created: CreatedPerson) => ({ id: created.userId, token: await ours.sign(created) });
  const all = (created: CreatedPerson[]) => Promise.all(created.map(person));
  return { members: await all(members), moderators: await all(moderators), versions };
}

/** Waits until the round's jobs have ended. Returns a message if some take too long. */
export async function jobsDone(ours: Running): Promise<string[]> {
  const busy = () => ours.call("query", raceCast.busy, { now: Date.now() });
  const until = Date.now() + MAX_JOBS_MS;
  let names = await busy();
  for (; names.length > 0 && Date.now() < until; names = await busy()) await wait(5);
  return names.length === 0 ? [] : [`after ${MAX_JOBS_MS} ms still at work: ${names.join()}`];
}

/** A deployment's two APIs. */
export class ApiClient {
  readonly #ours: Running;

  constructor(ours: Running) {
    this.#ours = ours;
  }

  query<F extends FunctionReference<"query">>(
    fn: F,
    args: FunctionArgs<F>,
    { token }: Person,
  ): Promise<CallResult<FunctionReturnType<F>>> {
    return callAs(this.#ours.side.url, token, "query", fn, args);
  }

  mutate<F extends FunctionReference<"mutation">>(
    fn: F,
    args: FunctionArgs<F>,
    { token }: Person,
  ): Promise<CallResult<FunctionReturnType<F>>> {
    return callAs(this.#ours.side.url, token, "mutation", fn, args);
  }

  async post(path: string, body: object, { token }: Person): Promise<CallResult> {
    const headers = { "content-type": "application/json", "x-auth-token": token };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${this.#ours.side.siteUrl}/api${path}`, request);
    const value = (await response.json()) as { code?: string };
    if (response.status < 300) return { kind: "value", value };
    if (response.status < 500) return { kind: "refused", code: value.code ?? "" };
    return { kind: "broken", text: JSON.stringify(value) };
  }
}
