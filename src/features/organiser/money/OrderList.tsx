import { useState } from "react";
import { Button } from "../../../components/Button";
import { classes } from "../../../components/classes";
import { lights } from "../../../components/drawings";
import { Panel } from "../../../components/Panel";
import { SkeletonBlock } from "../../../components/SkeletonBlock";
import { RefundQuestion } from "./RefundQuestion";
import { useRefund } from "./useRefund";
import { OrderRow } from "./OrderRow";
import { words } from "./words";
import type { useOrders } from "./useMoney";

type Props = ReturnType<typeof useOrders> & { isNarrowed: boolean; onClear: () => void };

/** The orders found, each with what can be done about its money. */
export function OrderList({ orders, isStale, hasMore, isLoadingMore, more, isNarrowed, onClear }: Props) {
  const { sending, send } = useRefund();
  const [target, setTarget] = useState<string | null>(null);
  if (orders === null) return <Loading />;
  const isEnd = !hasMore && !isLoadingMore;
  if (orders.length === 0 && isEnd && !isStale) return <Nothing isNarrowed={isNarrowed} onClear={onClear} />;
  return (
    <>
      <ul
        aria-label={words.found}
        aria-busy={isStale}
        className={classes("mt-4 border-t-2 border-line transition-opacity", isStale && "opacity-60")}
      >
        {orders.map((order) => (
          <OrderRow key={order.orderId} order={order} isSending={sending === order.orderId} onRefund={setTarget} />
        ))}
      </ul>
      {orders.length === 0 && !isStale && (
        <p role="status" className="py-4 text-soft">
          {words.noneSoFar}
        </p>
      )}
      {!isEnd && (
        <Button look="quiet" className="mt-4 max-sm:w-full" busy={isLoadingMore} onClick={more}>
          {orders.length === 0 ? words.lookFurther : words.more}
        </Button>
      )}
      {target !== null && (
        <RefundQuestion orderId={target} onClose={() => setTarget(null)} onRefund={() => void send(target)} />
      )}
    </>
  );
}

function Nothing({ isNarrowed, onClear }: Pick<Props, "isNarrowed" | "onClear">) {
  if (!isNarrowed) {
    return (
      <Panel drawing={lights} title={words.noneYet}>
        {words.noneYetText}
      </Panel>
    );
  }
  const clear = (
    <Button look="quiet" onClick={onClear}>
      {words.clear}
    </Button>
  );
  return (
    <Panel drawing={lights} title={words.none} action={clear}>
      {words.noneText}
    </Panel>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={words.loading} className="mt-4 flex flex-col gap-3">
      {Array.from({ length: 6 }, (_, row) => (
        <SkeletonBlock key={row} className="h-14" />
      ))}
    </div>
  );
}
