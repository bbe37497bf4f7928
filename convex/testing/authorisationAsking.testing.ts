/** Calls every public function and route as one of the cast. */
import { makeFunctionReference } from "convex/server";
import { functionArgs } from "./authorisationCalls.testing";
import type { Kind } from "./authorisation.testing";
import type { Cast } from "./authorisationCast.testing";
import { publicFunctions } from "./functions.testing";
import { requests } from "./authorisationRequests.testing";
import http from "../http";
import { refusalOf, statusOf } from "../shared/errors";

/** The result: "ok" or the status of the refusal, and the response as text. */
export type Reply = { status: string; text: string };
type Attempt = () => Promise<Reply>;

/** Returns every public function, as `query matches.list`. */
export function allFunctions(): string[] {
  return [...publicFunctions]
    .map(([name, { isQuery, isMutation }]) => {
      const kind = isQuery ? "query" : isMutation ? "mutation" : "action";
      return `${kind} ${name.replace(":", ".")}`;
    })
    .toSorted();
}

/** Returns every route, as `GET /api/users/me`. */
export function allRoutes(): string[] {
  return http.getRoutes().map(([path, method]) => `${method} ${path}`);
}

/** Returns the call of a function or route, as one of the cast would make it. */
export async function prepare(name: string, cast: Cast, me: Kind): Promise<Attempt> {
  const [kind = "", path = ""] = name.split(" ");
  if (path.startsWith("/")) {
    const sent = (await requests[name]?.(cast, me)) ?? {};
    return () => request(cast, me, name, sent);
  }
  const args = await functionArgs[path]?.(cast, me);
  return () => call(cast, me, kind, path.replace(".", ":"), args ?? {});
}

async function call({ t, callers }: Cast, me: Kind, kind: string, path: string, args: object): Promise<Reply> {
  const caller = callers[me];
  const by = caller === null ? t : t.withIdentity({ ...caller, issuer: "https://site.test" });
  const calls = {
    query: async () => await by.query(makeFunctionReference<"query">(path), args),
    mutation: async () => await by.mutation(makeFunctionReference<"mutation">(path), args),
    action: async () => await by.action(makeFunctionReference<"action">(path), args),
  };
  return await calls[kind as keyof typeof calls]().then(
    (answer: unknown) => ({ status: "ok", text: JSON.stringify(answer) ?? "" }),
    (error: unknown) => {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      return { status: String(statusOf[refusal.code]), text: JSON.stringify(refusal) };
    },
  );
}

async function request(
  { t, callers }: Cast,
  me: Kind,
  route: string,
  sent: Awaited<ReturnType<Requests>>,
): Promise<Reply> {
  const [method = "", path = ""] = route.split(" ");
  const { path: to = path.replace("*", "nothing"), body, form, csv } = sent;
  const headers = {
    ...tokenOf({ callers }, me),
    ...(body && { "content-type": "application/json" }),
    ...(csv && { "content-type": "text/csv" }),
  };
  const response = await t.fetch(to, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(csv && { body: csv }),
  });
  const { status } = response;
  return { status: status < 300 ? "ok" : String(status), text: await response.text() };
}

/** Returns the header with a person's token, if they have one. */
export function tokenOf({ callers }: Pick<Cast, "callers">, me: Kind): Record<string, string> {
  const caller = callers[me];
  return caller === null ? {} : { "x-auth-token": caller.token };
}

type Requests = (typeof requests)[string];
