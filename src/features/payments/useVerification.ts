import { useConvex, useQuery, type ConvexReactClient } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { outcomeOf, type Asked, type Outcome } from "./outcome";
import { words } from "./words";

const asking: Asked = { status: "asking" };

/** What became of a payment: the provider is asked once, and the order is live from then on. `again` asks once more. */
export function useVerification(orderId: string): { outcome: Outcome; again: () => void } {
  const convex = useConvex();
  const order = useQuery(api.payments.order, { orderId });
  const [attempt, setAttempt] = useState(0);
  const [asked, setAsked] = useState(asking);

  useEffect(() => {
    let isHere = true;
    void ask(convex, orderId).then((answer) => isHere && setAsked(answer));
    return () => {
      isHere = false;
    };
  }, [convex, orderId, attempt]);

  const again = () => {
    setAsked(asking);
    setAttempt(attempt + 1);
  };
  return { outcome: outcomeOf(order, asked), again };
}

/** Without a connection the question waits for one; one that was lost on its way is asked again. */
async function ask(convex: ConvexReactClient, orderId: string): Promise<Asked> {
  for (;;) {
    const { connectionCount } = convex.connectionState();
    try {
      return { status: "answered", answer: await convex.action(api.payments.verify, { orderId }) };
    } catch (error) {
      const now = convex.connectionState();
      const wasLost = !now.isWebSocketConnected || (connectionCount > 0 && now.connectionCount > connectionCount);
      if (!wasLost) return { status: "refused", message: messageOf(error, words.verifyFailed) };
    }
  }
}
