import { useQuery } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { Page } from "../../../components/Page";
import { lights } from "../../../components/drawings";
import { useToastedAction } from "../../../lib/toastResult";
import { SearchedList, useUrlSearch, type Filter } from "../SearchedList";
import { Section } from "../Section";
import { ExportButton } from "./ExportButton";
import { MoneyDays, MoneyTotals } from "./MoneyDays";
import { OrderRow } from "./OrderRow";
import { RefundQuestion } from "./RefundQuestion";
import { words } from "./words";

type Args = Omit<FunctionArgs<typeof api.money.orders>, "paginationOpts">;

/** /organiser/money: sales by day, and every order with its refund actions. Live. */
export function MoneyScreen() {
  const totals = useQuery(api.money.totals, {});
  const urlSearch = useUrlSearch(filterFields);
  const { search, filters, clear } = urlSearch;
  const refund = useToastedAction(api.payments.refund, words.refunding);
  const [sending, setSending] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const send = async (orderId: string) => {
    setSending(orderId);
    await refund({ orderId });
    setSending(null);
  };
  const showDay = (day: string) => {
    clear({ day });
    document.getElementById(ORDERS)?.scrollIntoView();
  };

  return (
    <Page title={words.money} wide>
      <MoneyTotals totals={totals} />
      <MoneyDays onDay={showDay} />
      <Section id={ORDERS} title={words.orders} aside={<ExportButton day={filters.day} />} className="mt-10">
        <SearchedList
          query={api.money.orders}
          args={{ search, ...filters } as Args}
          urlSearch={urlSearch}
          filters={filterFields}
          texts={words.list}
          drawing={lights}
        >
          {(order) => (
            <OrderRow key={order.orderId} order={order} isSending={sending === order.orderId} onRefund={setTarget} />
          )}
        </SearchedList>
      </Section>
      {target !== null && (
        <RefundQuestion orderId={target} onClose={() => setTarget(null)} onRefund={() => void send(target)} />
      )}
    </Page>
  );
}

const ORDERS = "orders";
const filterFields: Filter[] = [
  { name: "day", label: words.day },
  { name: "status", label: words.status, anyLabel: words.anyStatus, options: words.orderStatus },
];
