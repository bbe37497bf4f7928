import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { features } from "../../../../convex/shared/prices";
import { SkeletonBlock } from "../../../components/ScreenSkeleton";
import { rupees } from "../../../lib/money";
import { Section } from "../Section";
import { words } from "./words";
import { together, othersOf, type States } from "./useMoney";

/** The totals of all orders, by product and together. Undefined: loading. */
export function MoneyTotals({ totals }: { totals: FunctionReturnType<typeof api.money.totals> | undefined }) {
  if (totals === undefined) {
    return <SkeletonBlock className="h-32" />;
  }
  const { products } = totals;
  return (
    <Section title={words.totals}>
      <div className="grid gap-3 sm:grid-cols-3">
        <Product name={words.products.together} states={together(products)} />
        {features.map((feature) => (
          <Product key={feature} name={words.products[feature]} states={products[feature]} />
        ))}
      </div>
    </Section>
  );
}

function Product({ name, states }: { name: string; states: States }) {
  const others = othersOf(states);
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
