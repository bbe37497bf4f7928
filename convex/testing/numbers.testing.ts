import { api, internal } from "../_generated/api";
import { pass } from "./clock.testing";
import type { organiser } from "./people.testing";
import { settled, type Product } from "./product.testing";
import { totalOf, type Counter, type Counts } from "../shared/numbers";

type Reader = Pick<Awaited<ReturnType<typeof organiser>>, "query">;

/** Lets a minute pass and the job run to its end. */
export async function addUp(t: Product, milliseconds = 60_000): Promise<void> {
  pass(milliseconds);
  await t.mutation(internal.numbers.rollUp, {});
  await settled(t);
}

/** Returns the non-zero counts of a day's hours, or of all days, by time. */
export async function countedOn(desk: Reader, day: string | null): Promise<Record<string, Partial<Counts>>> {
  const spans = await desk.query(api.numbers.read, { day });
  return Object.fromEntries(spans.map(({ from, counts }) => [from, nonZero(counts)]));
}

/** Returns the sum of all days. */
export async function totalIn(desk: Reader): Promise<Counts> {
  return totalOf((await desk.query(api.numbers.read, { day: null })).map(({ counts }) => counts));
}

/** Returns the non-zero counts of events, without those of mail and payment requests. */
export function nonZero(counts: Counts): Partial<Counts> {
  const shown = Object.entries(counts).filter(([name, count]) => count !== 0 && !services.has(name as Counter));
  return Object.fromEntries(shown);
}

const services = new Set<Counter>(["mailsSent", "mailsFailed", "paymentsAnswered", "paymentsFailed"]);
