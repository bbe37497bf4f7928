import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { Page } from "../../../components/Page";
import { ExportPanel } from "./ExportPanel";
import { MoneyDays } from "./MoneyDays";
import { MoneyTotals } from "./MoneyTotals";
import { OrderFilters } from "./OrderFilters";
import { OrderList } from "./OrderList";
import { words } from "./words";
import { useAskedOrders, useOrders } from "./useMoney";

/** /organiser/money: what was sold, day by day, and every order. Live. */
export function MoneyScreen() {
  const totals = useQuery(api.money.totals, {});
  const { asked, ...change } = useAskedOrders();
  const found = useOrders(asked);

  return (
    <Page title={words.money} wide>
      <MoneyTotals totals={totals} />
      <MoneyDays
        onDay={(day) => {
          change.showDay(day);
          document.getElementById(ORDERS)?.scrollIntoView();
        }}
      />
      <section id={ORDERS} className="mt-10">
        <h2 className="mb-3 text-lead">{words.orders}</h2>
        <OrderFilters asked={asked} type={change.type} set={change.set} />
        <OrderList
          {...found}
          isNarrowed={asked.search !== "" || asked.day !== undefined || asked.status !== undefined}
          onClear={change.clear}
        />
      </section>
      <ExportPanel />
    </Page>
  );
}

const ORDERS = "orders";
