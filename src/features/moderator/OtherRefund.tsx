import { useState } from "react";
import { Button } from "../../components/Button";
import { TextField } from "../../components/TextField";
import { words } from "./words";

type Props = { isSending: boolean; onRefund: (orderId: string) => void };

/** Refunds an order that is not in the list, such as after a mail with the order number. */
export function OtherRefund({ isSending, onRefund }: Props) {
  const [orderId, setOrderId] = useState("");
  const typed = orderId.trim();

  return (
    <form
      className="flex max-w-xl flex-col gap-3 border-t-2 border-line pt-4 sm:flex-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== "") onRefund(typed);
      }}
    >
      <div className="flex-1">
        <TextField
          label={words.otherOrder}
          hint={words.otherOrderHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={orderId}
          onChange={(event) => setOrderId(event.target.value)}
        />
      </div>
      <Button type="submit" look="quiet" className={besideField} disabled={typed === ""} busy={isSending}>
        {words.refund}
      </Button>
    </form>
  );
}

/** At the height of the field: below its label, above its hint. */
const besideField = "sm:mt-7.5 sm:self-start";
