/** The limit on an attendee's writes: every mutation counts against one budget, unless it has its own limit. */
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import { functionArgs } from "../../testing/authorisationCalls.testing";
import { makeCast, type Cast } from "../../testing/authorisationCast.testing";
import { freeze, pass } from "../../testing/clock.testing";
import { publicFunctions } from "../../testing/functions.testing";
import { refusalOf } from "../../shared/errors";
import { expectRefusal } from "../../testing/refusals.testing";

/** Mutations whose rule has a limit. A new mutation that is missing here counts against the budget. */
const withOwnLimit = [
  ...["auth:deleteAccount", "chat:look", "chat:markRead", "chat:send", "chat:typing", "matches:markLikesSeen"],
  ...["profiles:create", "profiles:update", "push:subscribe", "reports:block", "reports:file"],
  ...["swipes:advance", "swipes:swipe", "swipes:undo", "tickets:claim"],
];

test("a member over the write budget is refused every mutation that has no limit of its own", async () => {
  freeze();
  const cast = await makeCast();
  const member = memberOf(cast);
  const write = () => member.mutation(api.swipes.setAtFestivalFirst, { wanted: true });
  for (let i = 0; i < 60; i += 1) await write();

  await expectRefusal(write(), { code: "TOO_MANY_TRIES", retryAfter: 1_000 });
  const answers = [];
  for (const name of mutationsOfAttendees()) {
    const args = (await functionArgs[name.replace(":", ".")]?.(cast, "member")) ?? {};
    const called = member.mutation(makeFunctionReference<"mutation">(name), args);
    const refusal = await called.then(() => null, refusalOf);
    answers.push([name, refusal?.code === "TOO_MANY_TRIES"]);
  }
  expect(answers).toEqual(mutationsOfAttendees().map((name) => [name, !withOwnLimit.includes(name)]));
});

test("over REST, a member over the write budget gets 429 with Retry-After, and can write again after that time", async () => {
  freeze();
  const cast = await makeCast();
  const headers = { "x-auth-token": cast.callers.member?.token ?? "", "content-type": "application/json" };
  for (let i = 0; i < 60; i += 1) await memberOf(cast).mutation(api.swipes.setAtFestivalFirst, { wanted: true });
  const body = JSON.stringify({ matchId: cast.own("member").match });
  const unmatch = () => cast.t.fetch("/api/users/unmatch", { method: "POST", headers, body });

  const refused = await unmatch();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  pass(1_000);
  expect((await unmatch()).status).toBe(200);
});

function memberOf({ t, callers }: Cast) {
  return t.withIdentity({ ...callers.member, issuer: "https://site.test" });
}

const last = "auth:deleteAccount";

/** Returns the names of the attendees' mutations. The one that deletes the account is last. */
function mutationsOfAttendees(): string[] {
  const found = [...publicFunctions]
    .filter(([name, { isMutation, who }]) => isMutation && (who === "user" || who === "member") && name !== last)
    .map(([name]) => name);
  return [...found.toSorted(), last];
}
