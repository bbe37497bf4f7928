import { useQuery } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { Badge } from "../../../components/Badge";
import { Button } from "../../../components/Button";
import { lights } from "../../../components/drawings";
import { Page } from "../../../components/Page";
import { timeText } from "../../../lib/clock";
import { money } from "../../../lib/money";
import { useToastedAction } from "../../../lib/toastResult";
import { SearchedList, useUrlSearch, type Filter } from "../SearchedList";
import { Section } from "../Section";
import { ExportButton } from "./ExportButton";
import { MoneyDays, MoneyTotals } from "./MoneyDays";
import { RefundQuestion } from "./RefundQuestion";
import type { ListedOrder } from "./useMoney";
import { words } from "./words";

type Args = Omit<FunctionArgs<typeof api.money.orders>, "paginationOpts">;

/** /organiser/money: sales by day, and every order with its refund actions. Live. */
export function MoneyScreen() {
  const totals = useQuery(api.money.totals, {});
  const urlSearch = useUrlSearch(filterFields);
  const { search, filters, clear } = urlSearch;
  const refund = useToastedAction(api.payments.refund, words.refunding);
  const [sending, setSending] = useState<readonly string[]>([]);
  const [target, setTarget] = useState<string | null>(null);
  const send = async (orderId: string) => {
    setSending((ids) => [...ids, orderId]);
    await refund({ orderId });
    setSending((ids) => ids.filter((id) => id !== orderId));
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
            <OrderRow
              key={order.orderId}
              order={order}
              isSending={sending.includes(order.orderId)}
              onRefund={setTarget}
            />
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

type Props = { order: ListedOrder; isSending: boolean; onRefund: (orderId: string) => void };

/** One order: a line on wide screens, a block on a phone. The buyer's name links to their page. */
function OrderRow({ order, isSending, onRefund }: Props) {
  const { orderId, providerId, feature, status, cause, createdAt, given, buyer, isDemo } = order;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_6rem_9rem]">
      <div className="min-w-0">
        {buyer === null ? (
          <p className="font-semibold text-soft">{words.goneBuyer}</p>
        ) : (
          <Link
            dir="auto"
            to={`/organiser/people/${buyer._id}`}
            className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-teal underline decoration-2 underline-offset-4 hover:text-ink"
          >
            {buyer.name === "" ? words.nameless : buyer.name}
          </Link>
        )}
        <p className="text-note text-soft">
          {words.features[feature]} · {timeText(createdAt)}
        </p>
      </div>
      <div className="min-w-0 max-md:order-last max-md:col-span-2">
        {status !== "refunding" && (
          <Badge variant={status === "paid" ? "teal" : status === "refundDue" ? "bad" : "plain"}>
            {words.orderStatus[status]}
          </Badge>
        )}
        {isDemo && <p>{words.demoOrder}</p>}
        {cause !== null && <p>{words.causes[cause]}</p>}
        {given !== null && <p className="text-note text-soft">{words.givenBy(given.by, timeText(given.since))}</p>}
        <p className="text-note break-all text-soft select-all">{orderId}</p>
        {providerId !== null && <p className="text-note break-all text-soft">{words.providerNumber(providerId)}</p>}
      </div>
      <p className="text-right text-lead font-semibold tabular-nums">{money(order)}</p>
      <div className="flex flex-col items-end gap-2 max-md:order-last max-md:col-span-2 max-md:items-start">
        <RefundState order={order} isSending={isSending} onRefund={onRefund} />
      </div>
    </li>
  );
}

/** The refund button of an order, or the refund's progress. A refund that the provider has not accepted can be sent again. */
function RefundState({ order, isSending, onRefund }: Props) {
  const { orderId, providerId, status, given, isDemo } = order;
  const isWaiting = status === "refunding" && !given?.taken;
  if (status === "refunding" && !isWaiting) return <Badge variant="teal">{words.refundOnItsWay}</Badge>;
  if (status === "refunded" || status === "open" || status === "failed") return null;
  // Nobody paid the orders that `npm start` makes for demo people.
  if (isDemo && providerId === null) return null;
  return (
    <>
      {isWaiting && <Badge variant="teal">{words.refundWaits}</Badge>}
      <Button variant="quiet" className="max-md:w-full" busy={isSending} onClick={() => onRefund(orderId)}>
        {isWaiting ? words.refundAgain : words.refund}
      </Button>
    </>
  );
}
