import { useState } from "react";
import { Panel } from "../../components/Panel";
import { OtherRefund } from "./OtherRefund";
import { RefundQuestion, type Asked } from "./RefundQuestion";
import { RefundTable } from "./RefundTable";
import { useRefund, type RefundRow } from "./useRefund";
import { words } from "./words";

/** Money that has to go back: what waits for a person, what is on its way, and what was done. */
export function RefundsDesk({ refunds }: { refunds: RefundRow[] }) {
  const { sending, send } = useRefund();
  const [asked, setAsked] = useState<Asked | null>(null);
  const due = refunds.filter(({ status }) => status === "refundDue");
  const others = refunds.filter(({ status }) => status !== "refundDue");

  return (
    <main className="mx-auto flex w-full max-w-5xl min-h-0 flex-1 flex-col gap-8 p-4 lg:overflow-y-auto lg:p-6">
      {due.length === 0 ? (
        <Panel drawing="lights" title={words.noRefunds}>
          {words.noRefundsText}
        </Panel>
      ) : (
        <RefundTable title={words.refundsDue} rows={due} sending={sending} onRefund={setAsked} />
      )}
      {others.length > 0 && <RefundTable title={words.refundsDone} rows={others} sending={sending} />}
      <OtherRefund isSending={sending !== null} onRefund={(orderId) => setAsked({ orderId })} />
      <RefundQuestion asked={asked} onClose={() => setAsked(null)} onRefund={(orderId) => void send(orderId)} />
    </main>
  );
}
