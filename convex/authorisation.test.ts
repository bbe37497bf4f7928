/** Every kind of person at every public function and every route: the functions come from the modules, the routes from the router. */
import { makeFunctionReference } from "convex/server";
import { beforeAll, describe, expect, test } from "vitest";
import { functions, routes } from "./authorisation.testing";
import { functionArgs } from "./authorisationCalls.testing";
import { kinds, makeCast, type Cast, type Kind } from "./authorisationCast.testing";
import { requests } from "./authorisationRequests.testing";
import { putBack, stored } from "./authorisationStore.testing";
import http from "./http";
import { refusalOf, statusOf } from "./shared/errors";

type Registered = { isPublic?: boolean; isQuery?: boolean; isMutation?: boolean; isAction?: boolean };

const modules = import.meta.glob<Record<string, Registered>>(
  ["./**/*.ts", "!./_generated/**", "!./**/*.{test,testing,config}.ts"],
  { eager: true },
);

const expected = new Map([...rowsOf(functions), ...rowsOf(routes)]);
/** What each row got, or why it could not be tried. */
const found = new Map<string, string | Error>();

// All in one go, not one in each test: a row leaves its people to the next where it can.
beforeAll(async () => {
  let cast: Cast | null = null;
  for (const name of [...publicFunctions(), ...allRoutes()]) {
    cast ??= await makeCast();
    const row = await tried(name, cast).catch((error: unknown) => error as Error);
    found.set(name, row instanceof Error ? row : row.statuses);
    if (row instanceof Error || !row.isAsBefore) cast = null;
  }
}, 300_000);

describe("who may call which public function", () => {
  test("every public function has its row", () => {
    expect([...rowsOf(functions).keys()]).toEqual(publicFunctions());
  });

  test.each(publicFunctions())("%s", compare);
});

describe("who may call which route", () => {
  test("every route has its row", () => {
    expect([...rowsOf(routes).keys()].toSorted()).toEqual(allRoutes().toSorted());
  });

  test.each(allRoutes())("%s", compare);
});

type Attempt = () => Promise<string>;

/** Compares what a row got with what it is to get. */
function compare(name: string): void {
  const statuses = found.get(name);
  if (statuses instanceof Error) throw statuses;
  expect(`${name} ${statuses}`).toBe(`${name} ${expected.get(name) ?? "has no row"}`);
}

/**
 * Tries a row with every kind of person: first those who are to be refused, and what is stored is compared, then the others.
 * An exclamation mark: a refusal, this one or one of the others, changed something. Queries cannot write, so nothing is compared.
 */
async function tried(name: string, cast: Cast): Promise<{ statuses: string; isAsBefore: boolean }> {
  const isQuery = name.startsWith("query ");
  const attempts = new Map<Kind, Attempt>();
  const untouched = isQuery ? null : await stored(cast.t);
  for (const me of kinds) attempts.set(me, await prepare(name, cast, me));
  const prepared = isQuery ? null : await stored(cast.t);
  const cells = expected.get(name)?.split(" ") ?? [];
  const refused = kinds.filter((_, i) => /^\d+$/.test(cells[i] ?? ""));
  const said = new Map<Kind, string>();
  for (const me of refused) said.set(me, await attempts.get(me)!());
  if (prepared !== null && (await stored(cast.t)).text !== prepared.text) {
    for (const me of refused) said.set(me, `${said.get(me)}!`);
  }
  for (const me of kinds) if (!said.has(me)) said.set(me, await attempts.get(me)!());
  const statuses = kinds.map((me) => said.get(me)).join(" ");
  return { statuses, isAsBefore: untouched === null || (await putBack(cast.t, untouched)) };
}

/** The call of a function or route, as somebody would make it. */
async function prepare(name: string, cast: Cast, me: Kind): Promise<Attempt> {
  const [kind = "", path = ""] = name.split(" ");
  if (path.startsWith("/")) {
    const sent = (await requests[name]?.(cast, me)) ?? {};
    return () => request(cast, me, name, sent);
  }
  const args = await functionArgs[path]?.(cast, me);
  return () => call(cast, me, kind, path.replace(".", ":"), args ?? {});
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
  const { path: to = path.replace("*", "nothing"), body, form, csv } = sent;
  const caller = callers[me];
  const headers = {
    ...(caller && { "x-auth-token": caller.token }),
    ...(body && { "content-type": "application/json" }),
    ...(csv && { "content-type": "text/csv" }),
  };
  const { status } = await t.fetch(to, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(csv && { body: csv }),
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
