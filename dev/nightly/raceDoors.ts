/** The people of a round of races, and the doors through which they act. */
import type { Made } from "../bench/pushing";
import type { Running } from "../bench/sides";
import { callAs, type CallResult } from "./calls";

export interface Person {
  id: string;
  token: string;
}

/** Women and men in turn, moderators, and a version of a newcomer's profile and one of the first member's. */
export interface People {
  members: Person[];
  moderators: Person[];
  versions: string[];
}

interface Cast {
  members: Made[];
  moderators: Made[];
  versions: string[];
}
/** Makes the people of a round, in a store that holds nothing else. */
export async function castOf(ours: Running): Promise<People> {
  const { members, moderators, versions } = (await ours.call("action", "raceCast:deal", {})) as Cast;
  const person = async (made: Made) => ({ id: made.userId, token: await ours.sign(made) });
  const all = (made: Made[]) => Promise.all(made.map(person));
  return {
    members: await all(members),
    moderators: await all(moderators),
    versions,
  };
}

/** Both doors of a deployment. */
export class Doors {
  readonly #ours: Running;

  constructor(ours: Running) {
    this.#ours = ours;
  }

  async call(kind: "query" | "mutation", path: string, args: object, { token }: Person): Promise<CallResult> {
    return await callAs(this.#ours.side.url, token, kind, path, args);
  }

  async post(path: string, body: object, { token }: Person): Promise<CallResult> {
    const headers = { "content-type": "application/json", "x-auth-token": token };
    const asked = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${this.#ours.side.siteUrl}/api${path}`, asked);
    const value = (await response.json()) as { code?: string };
    if (response.status < 300) return { kind: "value", value };
    if (response.status < 500) return { kind: "refused", code: value.code ?? "" };
    return { kind: "broken", text: JSON.stringify(value) };
  }
}
