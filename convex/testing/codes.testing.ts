/** Queued sign-up codes of a crowd. */
import { vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { jump, MINUTE } from "./clock.testing";
import { limitMail } from "./mails.testing";
import { drawCode } from "../model/auth/codes";
import { pace } from "../model/outbox";
import { settled, setupTest, type Product } from "./product.testing";

export const email = "asha@people.test";
/** The recipient of the first code of `queueCodes`. */
export const first = "person0@people.test";
/** Asks for a code, as a person who signs up does. */
export const ask = (t: Product, to = email) => t.action(api.auth.sendOtp, { email: to });

/** Creates a product with the real provider's rate limit, on a clock that jumps. */
export function crowded(): Product {
  const t = setupTest();
  jump();
  pace.perSecond = 4;
  limitMail(5);
  return t;
}

/** Queues codes, as when a crowd signs up at the same time. Returns their ids. */
export async function queueCodes(t: Product, count: number, at = "@people.test"): Promise<Id<"outbox">[]> {
  const codes = await Promise.all(Array.from({ length: count }, (_, i) => drawCode(`person${i}${at}`)));
  return await t.run(async (ctx) => {
    const ids: Id<"outbox">[] = [];
    for (const code of codes) {
      ids.push(await ctx.db.insert("outbox", { channel: "code", ...code, tries: 0, due: Date.now() }));
    }
    return ids;
  });
}

/** Sends the due codes. */
export async function send(t: Product): Promise<void> {
  await t.action(internal.mails.send, {});
  await settled(t, 1);
}

/** Moves the clock, and runs the job of each minute along the way. */
export async function pass(t: Product, span: number): Promise<void> {
  for (const end = Date.now() + span; Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, MINUTE));
    await t.mutation(internal.outbox.retryDue, {});
    await settled(t, 1);
  }
}

/** Hides the logs about a failing provider. */
export function quiet(): void {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
}
