import { expect, test } from "vitest";

type Registered = { isPublic?: boolean; isQuery?: boolean; isMutation?: boolean; isAction?: boolean };

const modules = import.meta.glob<Record<string, Registered>>(
  ["./**/*.ts", "!./_generated/**", "!./**/*.{test,testing,config}.ts"],
  { eager: true },
);

/** Everybody who can reach the deployment can call these, with any arguments. So a new one has to be added here on purpose. */
const callable = [
  "action auth.requestReset",
  "action auth.resetPassword",
  "action auth.sendOtp",
  "action auth.signIn",
  "action auth.signOut",
  "action auth.verifyOtp",
  "action payments.createOrder",
  "action payments.refund",
  "action payments.verify",
  "action profiles.uploadPhoto",
  "mutation auth.deleteAccount",
  "mutation contact.send",
  "mutation matches.respond",
  "mutation matches.unmatch",
  "mutation moderator.claim",
  "mutation moderator.decide",
  "mutation moderator.dismiss",
  "mutation moderator.restore",
  "mutation moderator.suspend",
  "mutation profiles.create",
  "mutation profiles.forgetRefusal",
  "mutation profiles.setMailWishes",
  "mutation profiles.update",
  "mutation reports.block",
  "mutation reports.file",
  "mutation swipes.advance",
  "mutation swipes.swipe",
  "query matches.list",
  "query matches.pendingLikes",
  "query moderator.claimed",
  "query moderator.queue",
  "query moderator.reports",
  "query moderator.stats",
  "query moderator.suspensions",
  "query moderator.trail",
  "query payments.order",
  "query payments.refunds",
  "query profiles.me",
  "query profiles.waiting",
  "query swipes.deck",
];

test("these are all the public functions", () => {
  const found = Object.entries(modules).flatMap(([path, module]) =>
    Object.entries(module)
      .filter(([, value]) => value?.isPublic === true)
      .map(([name, value]) => `${kindOf(value)} ${path.replace(/^\.\/|\.ts$/g, "")}.${name}`),
  );

  expect(found.sort()).toEqual(callable);
});

function kindOf({ isQuery, isMutation }: Registered): string {
  if (isQuery) return "query";
  return isMutation ? "mutation" : "action";
}
