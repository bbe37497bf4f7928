import { useConvex, useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { saveFile } from "../../lib/saveFile";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./closingWords";

/** How far the closing of the festival is. */
export type Status = FunctionReturnType<typeof api.closing.status>;
type Order = FunctionReturnType<typeof api.closing.orders>["rows"][number];

/** What an organiser does to close the festival, and what they are told. Each answers whether it is done. */
export function useClosing() {
  const call = useToastedCall();
  const convex = useConvex();
  const [announce, plan] = [useMutation(api.closing.announce), useMutation(api.closing.plan)];
  const [stop, begin] = [useMutation(api.closing.stop), useMutation(api.closing.begin)];
  const told = async (action: () => Promise<unknown>, success: string, failure: string): Promise<boolean> =>
    (await call(action, { success, failure })).ok;

  const saveOrders = async () => {
    const orders: Order[] = [];
    for (let cursor: string | null = null; ;) {
      const page: FunctionReturnType<typeof api.closing.orders> = await convex.query(api.closing.orders, { cursor });
      orders.push(...page.rows);
      if (page.next === null) return saveFile(words.ordersFile, csvOf(orders), "text/csv");
      cursor = page.next;
    }
  };

  return {
    announce: () => told(() => announce({}), words.announced, words.announceFailed),
    plan: (wanted: FunctionArgs<typeof api.closing.plan>) => told(() => plan(wanted), words.saved, words.saveFailed),
    stop: (name: string) => told(() => stop({ name }), words.stopped, words.stopFailed),
    begin: (name: string) => told(() => begin({ name }), words.begun, words.beginFailed),
    downloadOrders: async () => (await call(saveOrders, { failure: words.downloadFailed })).ok,
  };
}

/** Amounts in rupees, times as ISO dates. No field can begin a formula or hold a comma: all are ids, words and numbers. */
function csvOf(orders: Order[]): string {
  const dateOf = (at: number | null) => (at === null ? "" : new Date(at).toISOString());
  const rows = orders.map(({ orderId, feature, amount, currency, status, ...order }) =>
    [
      ...[orderId, feature, (amount / 100).toFixed(2), currency, status],
      ...[dateOf(order.orderedAt), dateOf(order.paidAt), order.refundId ?? "", dateOf(order.refundedAt)],
    ].join(","),
  );
  return [HEADER, ...rows, ""].join("\r\n");
}

const HEADER = "order,product,amount,currency,state,ordered,paid,refund,refunded";
