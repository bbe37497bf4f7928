/** Every kind of person calls every public function and every route. The functions come from the modules, the routes from the router. */
import { beforeAll, describe, expect, test } from "vitest";
import { functions, kinds, routes, type Kind } from "../../testing/authorisation.testing";
import { allFunctions, allRoutes, prepare, tokenOf } from "../../testing/authorisationAsking.testing";
import { makeCast, type Cast } from "../../testing/authorisationCast.testing";
import { requests } from "../../testing/authorisationRequests.testing";
import { putBack, stored } from "../../testing/authorisationStore.testing";

const expected = new Map([...functions, ...routes]);
/** The result of each row, or why it could not run. */
const found = new Map<string, string | Error>();

// Runs all rows here, not one per test, because rows reuse each other's people where they can.
beforeAll(async () => {
  let cast: Cast | null = null;
  for (const name of [...allFunctions(), ...allRoutes()]) {
    cast ??= await makeCast();
    const row = await tried(name, cast).catch((error: unknown) => error as Error);
    found.set(name, row instanceof Error ? row : row.statuses);
    if (row instanceof Error || !row.isAsBefore) cast = null;
  }
}, 300_000);

describe("who may call which public function", () => {
  test("every public function has its row", () => {
    expect([...functions.keys()].toSorted()).toEqual(allFunctions());
  });

  test.each(allFunctions())("%s", compare);
});

describe("who may call which route", () => {
  test("every route has its row", () => {
    expect([...routes.keys()].toSorted()).toEqual(allRoutes().toSorted());
  });

  test.each(allRoutes())("%s", compare);

  test("a route refuses the wrong people before it reads their body", async () => {
    const cast = await makeCast();
    for (const route of allRoutes().filter((one) => /^(POST|DELETE) .*\w/.test(one))) {
      const { path, form, csv } = (await requests[route]?.(cast, "newcomer")) ?? {};
      const type = form ? "multipart/form-data; boundary=b" : csv ? "text/csv" : "application/json";
      const [method = "", to = ""] = route.replace("*", "nothing").split(" ");
      const cells = expected.get(route)?.split(" ") ?? [];
      for (const [i, me] of kinds.entries()) {
        const { body, state } = watchedNonsense();
        const sent = { method, headers: { ...tokenOf(cast, me), "content-type": type }, body, duplex: "half" };
        const { status } = await cast.t.fetch(path ?? to, sent);
        const isRefused = ["401", "403"].includes(cells[i] ?? "") && !ruledOut(route, me);
        const wanted = isRefused ? { status: Number(cells[i]), isRead: false } : { status: 400, isRead: true };
        expect({ status, ...state }, `${route} by ${me}`).toEqual(wanted);
      }
    }
  });
});

/** A body that no route can parse, and whether it was read. */
function watchedNonsense(): { body: ReadableStream; state: { isRead: boolean } } {
  const state = { isRead: false };
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    state.isRead = true;
    controller.enqueue(new Uint8Array(900).fill(0xff));
    controller.close();
  };
  return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), state };
}

/** The guard lets rejected and suspended people pass, because they have an account. Only the rule refuses them a profile. */
function ruledOut(route: string, me: Kind): boolean {
  return route.startsWith("POST /api/users/profile") && ["rejected", "suspended"].includes(me);
}

/** Compares a row's result with the expected one. */
function compare(name: string): void {
  const statuses = found.get(name);
  if (statuses instanceof Error) throw statuses;
  expect(`${name} ${statuses}`).toBe(`${name} ${expected.get(name) ?? "has no row"}`);
}

/**
 * Runs a row for every kind of person: first those it must refuse, then the others. If the refusals changed the store, each of them
 * gets an exclamation mark. Queries cannot write, so their store is not compared.
 */
async function tried(name: string, cast: Cast): Promise<{ statuses: string; isAsBefore: boolean }> {
  const isQuery = name.startsWith("query ");
  const attempts = new Map<Kind, Awaited<ReturnType<typeof prepare>>>();
  const untouched = isQuery ? null : await stored(cast.t);
  for (const me of kinds) attempts.set(me, await prepare(name, cast, me));
  const prepared = isQuery ? null : await stored(cast.t);
  const cells = expected.get(name)?.split(" ") ?? [];
  const refused = kinds.filter((_, i) => /^\d+$/.test(cells[i] ?? ""));
  const said = new Map<Kind, string>();
  for (const me of refused) said.set(me, (await attempts.get(me)!()).status);
  if (prepared !== null && (await stored(cast.t)).text !== prepared.text) {
    for (const me of refused) said.set(me, `${said.get(me)}!`);
  }
  for (const me of kinds) if (!said.has(me)) said.set(me, (await attempts.get(me)!()).status);
  const statuses = kinds.map((me) => said.get(me)).join(" ");
  return { statuses, isAsBefore: untouched === null || (await putBack(cast.t, untouched)) };
}
