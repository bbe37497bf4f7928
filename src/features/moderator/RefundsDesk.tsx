import { useState } from "react";
import { lights } from "../../components/drawings";
import { Panel } from "../../components/Panel";
import { OtherRefund } from "./OtherRefund";
import { RefundQuestion } from "./RefundQuestion";
import { RefundTable } from "./RefundTable";
import { useRefund, type RefundRow } from "./useRefund";
import { words } from "./words";

/** Money that has to go back: what a moderator still has to refund, what is on its way, and what is done. */
export function RefundsDesk({ refunds }: { refunds: RefundRow[] }) {
  const { sending, send } = useRefund();
  const [target, setTarget] = useState<string | null>(null);
  const due = refunds.filter(({ status }) => status === "refundDue");
  const others = refunds.filter(({ status }) => status !== "refundDue");

  return (
    <main className="mx-auto flex w-full max-w-5xl min-h-0 flex-1 flex-col gap-8 p-4 lg:overflow-y-auto lg:p-6">
      {due.length === 0 ? (
        <Panel drawing={lights} title={words.noRefunds}>
          {words.noRefundsText}
        </Panel>
      ) : (
        <RefundTable title={words.refundsDue} rows={due} sending={sending} onRefund={setTarget} />
      )}
      {others.length > 0 && (
        <RefundTable title={words.refundsDone} rows={others} sending={sending} onRefund={setTarget} />
      )}
      <OtherRefund isSending={sending !== null} onRefund={setTarget} />
      {target !== null && (
        <RefundQuestion orderId={target} onClose={() => setTarget(null)} onRefund={() => void send(target)} />
      )}
    </main>
  );
}
