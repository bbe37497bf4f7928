/**
 * Random histories of purchases in random interleavings. People and the provider act at the same time, and the provider's responses arrive
 * out of order, late or never. After every step nobody has a feature that the provider did not sell them, and the totals match a recount of
 * the orders. At the end, when everything is polled, the grants are exactly the paid and unrefunded orders.
 */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { deleteAccount } from "../../testing/auth.testing";
import { crowd } from "../../testing/crowd.testing";
import { moderator, type Person } from "../../testing/people.testing";
import { rowsIn, settled, setupTest, type Product } from "../../testing/product.testing";
import { posts, Provider, type Sold } from "../../testing/provider.testing";
import { refusalOf } from "../../shared/errors";
import { features, products, type Feature } from "../../shared/prices";
import { recordOf } from "../../shared/records";
import { totalsIn, recountOf } from "../../testing/shop.testing";
import { MINUTE, DAY } from "../../testing/clock.testing";
import { runs } from "../../testing/runs.testing";

/** Each run takes a twelfth of a second. */
const RUNS = runs(40);

type Act =
  | { act: "order" | "payTwice"; who: number; feature: Feature }
  | { act: "pay"; which: number; wrong: boolean }
  | { act: "fail" | "verify" | "webhook" | "refundHook" | "refund" | "giveBack"; which: number }
  | { act: "delete"; who: number };
/** Acts at the same time, `minutes` after the last step, and the faults of the provider's next responses. */
type Step = { acts: Act[]; minutes: number; faults: (number | "lost")[]; restart: boolean };

const which = fc.nat(7);
const who = fc.nat(1);
const feature = fc.constantFrom<Feature>("unlimited_swipes", "unlimited_swipes", "vip_boost");
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant("order"), who, feature }) },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant("pay"), which, wrong: fc.constantFrom(false, false, false, true) }),
  },
  { weight: 12, arbitrary: fc.record({ act: fc.constantFrom("verify", "webhook", "webhook", "fail"), which }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constantFrom("refund", "giveBack", "refundHook"), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("payTwice"), who, feature }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("delete"), who }) },
);
const step: fc.Arbitrary<Step> = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 4 }),
  minutes: fc.constantFrom(0, 0, 1, 5, 35, 35, 60),
  faults: fc.oneof(
    fc.constant<(number | "lost")[]>([]),
    fc.array(fc.constantFrom<number | "lost">(503, "lost"), { maxLength: 3 }),
  ),
  restart: fc.boolean(),
});

test("in every interleaving, the grants are the paid orders that are not refunded", async () => {
  const seen = { paid: 0, granted: 0, refunded: 0, twice: 0 };
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 4, maxLength: 12 }), async (scheduler, steps) => {
      const world = await World.begin(scheduler);
      for (const next of steps) await world.take(next);
      await world.recover();
      world.count(seen);
    }),
    { numRuns: RUNS },
  );
  // The generated histories must contain each of these often enough, or the property proves little. A few runs may miss one by chance.
  if (RUNS >= 40) expect(Math.min(...Object.values(seen))).toBeGreaterThan(RUNS / 50);
}, 600_000);

type Buyer = { person: Person; userId: Id<"users">; gone: boolean };
const her = { gender: "female", interestedIn: "everyone" } as const;

class World {
  private constructor(
    private readonly t: Product,
    private readonly provider: Provider,
    private readonly buyers: Buyer[],
    private readonly moderator: Person,
    private readonly scheduler: fc.Scheduler,
    private rows: Doc<"orders">[] = [],
  ) {}

  static async begin(scheduler: fc.Scheduler): Promise<World> {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T20:00:00+05:30") });
    const t = setupTest();
    const provider = new Provider();
    const people = await crowd(t, [her, her]);
    const buyers = people.map((person) => ({ person, userId: person.userId, gone: false }));
    const desk = await moderator(t);
    provider.pace = async (answer) => {
      await scheduler.schedule(Promise.resolve());
      const answered = await answer().catch((error: unknown) => error as Error);
      await scheduler.schedule(Promise.resolve());
      if (answered instanceof Error) throw answered;
      return answered;
    };
    return new World(t, provider, buyers, desk, scheduler);
  }

  async take({ acts, minutes, faults, restart }: Step): Promise<void> {
    vi.setSystemTime(Date.now() + minutes * MINUTE);
    this.provider.faults = faults;
    await this.done(Promise.all(acts.map(async (act) => await this.try(act))));
    if (restart) await this.restart();
    await this.look();
  }

  /** The provider responds again, and time passes until nothing is left to poll. */
  async recover(): Promise<void> {
    this.provider.faults = [];
    for (let round = 0; round < 3; round += 1) {
      this.provider.finishRefunds();
      vi.setSystemTime(Date.now() + 3 * DAY);
      await this.restart();
    }
    await this.look();
    for (const order of this.provider.orders.values()) {
      const row = this.rows.find(({ orderId }) => orderId === order.id);
      const { status } = row ?? { status: "unknown" };
      if (order.status !== "PAID") expect(["open", "failed"]).toContain(status);
      else if (this.provider.isPaid(order.id)) expect(["paid", "refundDue"]).toContain(status);
      else expect(status).toBe("refunded");
    }
    for (const buyer of this.buyers.filter(({ gone }) => !gone)) {
      const has = await this.has(buyer);
      for (const feature of features) {
        const sold = this.soldTo(buyer, feature).some(
          (order) => hasRightPrice(order, feature) && this.provider.isPaid(order.id),
        );
        expect([feature, has[feature]]).toEqual([feature, sold]);
      }
    }
  }

  count(seen: { paid: number; granted: number; refunded: number; twice: number }): void {
    const some = (what: (row: Doc<"orders">) => boolean) => Number(this.rows.some(what));
    seen.paid += some(({ paidAt }) => paidAt !== undefined);
    seen.granted += some(({ status }) => status === "paid");
    seen.refunded += some(({ status }) => status === "refunded");
    seen.twice += some(({ cause }) => cause === "twice");
  }

  /** Runs the polling job, as after a crash. */
  private async restart(): Promise<void> {
    await this.t.mutation(internal.payments.pollDue, {});
    await this.done(settled(this.t));
  }

  private async done(work: Promise<unknown>): Promise<void> {
    await this.scheduler.waitFor(work);
    await this.scheduler.waitFor(settled(this.t));
  }

  /** Refusals are expected. Any other error fails the test. */
  private async try(act: Act): Promise<void> {
    try {
      await this.do(act);
    } catch (error) {
      if (refusalOf(error) === null) throw error;
    }
  }

  private async do(act: Act): Promise<unknown> {
    if ("who" in act) {
      const buyer = this.buyers[act.who];
      if (buyer === undefined) return;
      if (act.act === "payTwice") return await this.payTwice(buyer, act.feature);
      if (act.act === "order") return await buyer.person.action(api.payments.createOrder, { feature: act.feature });
      buyer.gone = true;
      return await deleteAccount(buyer.person);
    }
    const all = [...this.provider.orders.values()];
    const order = all[act.which % Math.max(all.length, 1)];
    if (order === undefined) return;
    const orderId = order.id;
    if (act.act === "verify") return await this.buyerOf(order)?.person.action(api.payments.verify, { orderId });
    if (act.act === "refund") return await this.moderator.action(api.payments.refund, { orderId });
    if (act.act === "webhook") return await posts(this.t, orderId);
    if (act.act === "refundHook") return await posts(this.t, orderId, "REFUND_STATUS_WEBHOOK");
    if (act.act === "fail") return this.provider.fails(orderId);
    if (act.act === "pay") return this.pay(order, act.wrong);
    const waits = order.refunds.some(({ status }) => status === "PENDING");
    if (this.provider.isPaid(orderId) && !waits) this.provider.giveBack(orderId);
  }

  /** Pays in a tab that was left open, and in one opened much later. */
  private async payTwice({ person }: Buyer, feature: Feature): Promise<void> {
    const first = await person.action(api.payments.createOrder, { feature });
    vi.setSystemTime(Date.now() + 35 * MINUTE);
    const second = await person.action(api.payments.createOrder, { feature });
    for (const { orderId } of [first, second]) this.pay(this.provider.order(orderId), false);
  }

  private pay(order: Sold, wrong: boolean): void {
    const open = Date.now() < Date.parse(String(order.asked.order_expiry_time)) + 60 * MINUTE;
    this.provider.refunding = wrong ? "PENDING" : "SUCCESS";
    if (open) this.provider.pay(order.id, wrong ? 1 : undefined);
  }

  /** Checks that every feature of a buyer was sold to them and comes from one order. */
  private async look(): Promise<void> {
    this.rows = await rowsIn(this.t, "orders");
    expect(await totalsIn(this.t)).toEqual(recountOf(this.rows));
    for (const row of this.rows.filter(({ paidAt }) => paidAt !== undefined)) {
      expect(this.provider.order(row.orderId).status).toBe("PAID");
    }
    for (const buyer of this.buyers.filter(({ gone }) => !gone)) {
      const has = await this.has(buyer);
      for (const feature of features) {
        const granting = this.rows.filter(
          (row) => row.userId === buyer.userId && row.feature === feature && row.status === "paid",
        );
        expect([feature, granting.length]).toEqual([feature, has[feature] ? 1 : 0]);
        for (const { orderId } of granting) expect(hasRightPrice(this.provider.order(orderId), feature)).toBe(true);
      }
    }
  }

  private async has({ person }: Buyer): Promise<Record<Feature, boolean>> {
    const me = await person.query(api.profiles.me, {});
    return recordOf(features, (feature) => me[products[feature].has]);
  }

  private soldTo({ userId }: Buyer, feature: Feature): Sold[] {
    const { name } = products[feature];
    return [...this.provider.orders.values()].filter(
      (order) => customerOf(order) === userId && String(order.asked.order_note).endsWith(name),
    );
  }

  private buyerOf(order: Sold): Buyer | undefined {
    return this.buyers.find(({ userId }) => userId === customerOf(order));
  }
}

function customerOf({ asked }: Sold): Id<"users"> {
  return (asked.customer_details as { customer_id: Id<"users"> }).customer_id;
}

function hasRightPrice({ amount, currency }: Sold, feature: Feature): boolean {
  return amount * 100 === products[feature].price.amount && currency === products[feature].price.currency;
}
