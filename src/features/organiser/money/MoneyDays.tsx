import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { dateText } from "../../../../convex/shared/clock";
import { features } from "../../../../convex/shared/prices";
import { Button } from "../../../components/Button";
import { Rows } from "../../../components/Rows";
import { SkeletonBlock } from "../../../components/ScreenSkeleton";
import { rupees } from "../../../lib/money";
import { Section } from "../Section";
import { otherStates, totalStates, useDays, type Day, type States } from "./useMoney";
import { words } from "./words";

/** The orders of each day, latest first. A day links to its orders. */
export function MoneyDays({ onDay }: { onDay: (day: string) => void }) {
  const { listed, isLoading, loadMore } = useDays();
  return (
    <Section title={words.byDay} text={words.dayHint} className="mt-10">
      {listed === undefined && <SkeletonBlock className="h-24" />}
      {listed?.days.length === 0 && <p className="border-t-2 border-line py-4 text-soft">{words.noDays}</p>}
      {listed !== undefined && (
        <Rows label={words.byDay}>
          {listed.days.map((dayOrders) => (
            <DayRow key={dayOrders.day} {...dayOrders} onDay={onDay} />
          ))}
        </Rows>
      )}
      {listed?.hasMore && (
        <Button variant="quiet" className="mt-4 max-sm:w-full" busy={isLoading} onClick={loadMore}>
          {words.moreDays}
        </Button>
      )}
    </Section>
  );
}

function DayRow({ day, products, onDay }: Day & { onDay: (day: string) => void }) {
  const all = totalStates(products);
  const sold = features.filter((feature) => products[feature].paid.orders > 0);
  const summary = [
    ...sold.map((feature) => `${words.products[feature]} ${products[feature].paid.orders}`),
    ...otherStates(all),
  ];
  const name = dateText(day, "weekdayMonth");
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-label={words.ordersOf(name)}
        onClick={() => onDay(day)}
        className="grid min-h-14 w-full grid-cols-[1fr_auto] items-center gap-x-4 py-2 text-left hover:bg-raised sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
      >
        <span className="font-semibold tabular-nums">{name}</span>
        <span className="text-note text-soft tabular-nums max-sm:order-last max-sm:col-span-2">
          {summary.join(" · ")}
        </span>
        <span className="text-right font-semibold tabular-nums">{rupees(all.paid.amount)}</span>
      </button>
    </li>
  );
}

export function MoneyTotals({ totals }: { totals: FunctionReturnType<typeof api.money.totals> | undefined }) {
  if (totals === undefined) {
    return <SkeletonBlock className="h-32" />;
  }
  const { products } = totals;
  return (
    <Section title={words.totals}>
      <div className="grid gap-3 sm:grid-cols-3">
        <Product name={words.products.together} states={totalStates(products)} />
        {features.map((feature) => (
          <Product key={feature} name={words.products[feature]} states={products[feature]} />
        ))}
      </div>
    </Section>
  );
}

function Product({ name, states }: { name: string; states: States }) {
  const others = otherStates(states);
  return (
    <section aria-label={name} className="min-w-0 rounded-md border-2 border-line p-4">
      <h3 className="text-body text-soft">{name}</h3>
      <p className="text-title font-semibold wrap-anywhere tabular-nums">{rupees(states.paid.amount)}</p>
      <p className="tabular-nums">{words.paid(states.paid.orders)}</p>
      <ul className="mt-1 text-note text-soft tabular-nums">
        {others.length === 0 ? <li>{words.noOthers}</li> : others.map((line) => <li key={line}>{line}</li>)}
      </ul>
    </section>
  );
}
