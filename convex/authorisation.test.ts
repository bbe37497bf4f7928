/** Every kind of person at every public function and every route: the functions come from the modules, the routes from the router. */
import { makeFunctionReference } from "convex/server";
import { describe, expect, test } from "vitest";
import { functions, routes } from "./authorisation.testing";
import { functionArgs, requests } from "./authorisationCalls.testing";
import { kinds, makeCast, type Cast, type Kind } from "./authorisationCast.testing";
import http from "./http";
import { everything, settled } from "./product.testing";
import { refusalOf, statusOf } from "./shared/errors";

type Registered = { isPublic?: boolean; isQuery?: boolean; isMutation?: boolean; isAction?: boolean };

const modules = import.meta.glob<Record<string, Registered>>(
  ["./**/*.ts", "!./_generated/**", "!./**/*.{test,testing,config}.ts"],
  { eager: true },
);

describe("who may call which public function", () => {
  const expected = rowsOf(functions);

  test("every public function has its row", () => {
    expect([...expected.keys()]).toEqual(publicFunctions());
  });

  test.each(publicFunctions())("%s", async (name) => {
    const [kind = "", path = ""] = name.split(" ");
    await compare(name, expected, async (cast, me) => {
      const args = await functionArgs[path]?.(cast, me);
      return () => call(cast, me, kind, path.replace(".", ":"), args ?? {});
    });
  });
});

describe("who may call which route", () => {
  const expected = rowsOf(routes);

  test("every route has its row", () => {
    expect([...expected.keys()].toSorted()).toEqual(allRoutes().toSorted());
  });

  test.each(allRoutes())("%s", async (route) => {
    await compare(route, expected, async (cast, me) => {
      const sent = (await requests[route]?.(cast, me)) ?? {};
      return () => request(cast, me, route, sent);
    });
  });
});

type Attempt = () => Promise<string>;

/** Tries a row with every kind of person, and compares the statuses. An exclamation mark: a refusal changed something. */
async function compare(
  name: string,
  expected: Map<string, string>,
  prepare: (cast: Cast, me: Kind) => Promise<Attempt>,
): Promise<void> {
  const cast = await makeCast();
  const attempts: Attempt[] = [];
  for (const me of kinds) attempts.push(await prepare(cast, me));
  const found: string[] = [];
  let before = await stored(cast);
  for (const attempt of attempts) {
    const status = await attempt();
    const after = await stored(cast);
    found.push(status === "ok" || after === before ? status : `${status}!`);
    before = after;
  }
  expect(`${name} ${found.join(" ")}`).toBe(`${name} ${expected.get(name) ?? "has no row"}`);
}

/** Everything that is stored once no job is left to run. */
async function stored({ t }: Cast): Promise<string> {
  await settled(t);
  return await everything(t);
}

async function call({ t, callers }: Cast, me: Kind, kind: string, path: string, args: object): Promise<string> {
  const caller = callers[me];
  const by = caller === null ? t : t.withIdentity({ ...caller, issuer: "https://site.test" });
  const calls = {
    query: async () => await by.query(makeFunctionReference<"query">(path), args),
    mutation: async () => await by.mutation(makeFunctionReference<"mutation">(path), args),
    action: async () => await by.action(makeFunctionReference<"action">(path), args),
  };
  return await calls[kind as keyof typeof calls]().then(
    () => "ok",
    (error: unknown) => {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      return String(statusOf[refusal.code]);
    },
  );
}

async function request({ t, callers }: Cast, me: Kind, route: string, sent: Awaited<ReturnType<Requests>>) {
  const [method = "", path = ""] = route.split(" ");
  const { path: to = path.replace("*", "nothing"), body, form } = sent;
  const caller = callers[me];
  const headers = {
    ...(caller && { "x-auth-token": caller.token }),
    ...(body && { "content-type": "application/json" }),
  };
  const { status } = await t.fetch(to, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  });
  return status < 300 ? "ok" : String(status);
}

type Requests = (typeof requests)[string];

function publicFunctions(): string[] {
  return Object.entries(modules)
    .flatMap(([path, module]) =>
      Object.entries(module)
        .filter(
          ([, value]) => value?.isPublic === true && (value.isQuery ?? value.isMutation ?? value.isAction) === true,
        )
        .map(([name, value]) => `${kindOf(value)} ${path.replace(/^\.\/|\.ts$/g, "")}.${name}`),
    )
    .toSorted();
}

function allRoutes(): string[] {
  return http.getRoutes().map(([path, method]) => `${method} ${path}`);
}

function kindOf({ isQuery, isMutation }: Registered): string {
  if (isQuery) return "query";
  return isMutation ? "mutation" : "action";
}

/** The rows of a table by their names, which are its first two words; each with what the columns say. */
function rowsOf(table: string): Map<string, string> {
  const [header = "", ...rows] = table.trim().split("\n");
  expect(header.trim().split(/ +/)).toEqual(kinds);
  return new Map(
    rows.map((row) => {
      const [kind, name, ...cells] = row.trim().split(/ +/);
      return [`${kind} ${name}`, cells.join(" ")];
    }),
  );
}
