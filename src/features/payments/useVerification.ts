import { useConvex, useQuery, type ConvexReactClient } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { outcomeOf, type VerifyRequest, type Outcome } from "./outcome";
import { words } from "./words";

const sent: VerifyRequest = { status: "sent" };

/** Returns the outcome of a payment. Verifies it with the provider once, and follows the order live. `verifyAgain` verifies once more. */
export function useVerification(orderId: string): { outcome: Outcome; verifyAgain: () => void } {
  const convex = useConvex();
  const order = useQuery(api.payments.order, { orderId });
  const [attempt, setAttempt] = useState(0);
  const [request, setRequest] = useState(sent);

  useEffect(() => {
    let isCurrent = true;
    void verify(convex, orderId).then((answered) => isCurrent && setRequest(answered));
    return () => {
      isCurrent = false;
    };
  }, [convex, orderId, attempt]);

  const verifyAgain = () => {
    setRequest(sent);
    setAttempt(attempt + 1);
  };
  return { outcome: outcomeOf(order, request), verifyAgain };
}

/** Verifies an order. Offline, the client waits for a connection. A request lost with the connection is repeated. */
async function verify(convex: ConvexReactClient, orderId: string): Promise<VerifyRequest> {
  for (;;) {
    const { connectionCount } = convex.connectionState();
    try {
      return { status: "answered", verification: await convex.action(api.payments.verify, { orderId }) };
    } catch (error) {
      const current = convex.connectionState();
      const wasLost =
        !current.isWebSocketConnected || (connectionCount > 0 && current.connectionCount > connectionCount);
      if (!wasLost) return { status: "refused", message: messageOf(error, words.verifyFailed) };
    }
  }
}
