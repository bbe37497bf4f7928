import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { Page } from "../../../components/Page";
import { Select } from "../../../components/Select";
import { TextField } from "../../../components/TextField";
import { lights } from "../../../components/drawings";
import { useAction } from "../../../lib/acts";
import { toastResult } from "../../../lib/toastResult";
import { FoundList } from "../FoundList";
import { SearchForm } from "../SearchForm";
import { Section } from "../Section";
import { useFound } from "../useFound";
import { ExportButton } from "./ExportButton";
import { MoneyDays } from "./MoneyDays";
import { MoneyTotals } from "./MoneyTotals";
import { OrderRow } from "./OrderRow";
import { RefundQuestion } from "./RefundQuestion";
import { useAskedOrders } from "./useMoney";
import { words } from "./words";

/** /organiser/money: sales by day, and every order with its refund actions. Live. */
export function MoneyScreen() {
  const totals = useQuery(api.money.totals, {});
  const { asked, type, set, clear } = useAskedOrders();
  const { sending, send } = useRefund();
  const [target, setTarget] = useState<string | null>(null);
  const showDay = (day: string) => {
    clear({ day });
    document.getElementById(ORDERS)?.scrollIntoView();
  };

  return (
    <Page title={words.money} wide>
      <MoneyTotals totals={totals} />
      <MoneyDays onDay={showDay} />
      <Section id={ORDERS} title={words.orders} aside={<ExportButton day={asked.day} />} className="mt-10">
        <SearchForm label={words.search} hint={words.searchHint} value={asked.search} onType={type}>
          <div className="min-w-36 flex-1 sm:max-w-48">
            <TextField
              type="date"
              label={words.day}
              value={asked.day ?? ""}
              onChange={(event) => set("day", event.target.value)}
            />
          </div>
          <div className="min-w-36 flex-1 sm:max-w-56">
            <Select
              label={words.status}
              placeholder={words.anyStatus}
              options={statuses}
              value={asked.status ?? ""}
              onChange={(event) => set("status", event.target.value)}
            />
          </div>
        </SearchForm>
        <FoundList
          label={words.found}
          found={useFound(api.money.orders, asked)}
          drawing={lights}
          empty={[words.noneYet, words.noneYetText]}
          none={[words.none, words.noneText]}
          isNarrowed={asked.search !== "" || asked.day !== undefined || asked.status !== undefined}
          onClear={() => clear()}
        >
          {(order) => (
            <OrderRow key={order.orderId} order={order} isSending={sending === order.orderId} onRefund={setTarget} />
          )}
        </FoundList>
      </Section>
      {target !== null && (
        <RefundQuestion orderId={target} onClose={() => setTarget(null)} onRefund={() => void send(target)} />
      )}
    </Page>
  );
}

/** Sends an order's money back through the provider. `sending` is the order that is being refunded. */
function useRefund() {
  const refund = useAction(api.payments.refund);
  const [sending, setSending] = useState<string | null>(null);
  const send = async (orderId: string): Promise<void> => {
    setSending(orderId);
    await toastResult(() => refund({ orderId }), { success: words.refundSent, failure: words.refundFailed });
    setSending(null);
  };
  return { sending, send };
}

const ORDERS = "orders";
const statuses = Object.entries(words.orderStatus).map(([value, label]) => ({ value, label }));
