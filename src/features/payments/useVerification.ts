import { useConvex, useQuery, type ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { products, type Feature } from "../../../convex/shared/prices";
import { messageOf } from "../../lib/errors";
import { words } from "./words";

type Order = FunctionReturnType<typeof api.payments.order> | undefined;
type Verification = FunctionReturnType<typeof api.payments.verify>;

/** The state of the verification request. `refused` has the message for the buyer. */
type VerifyRequest =
  | { status: "sent" }
  | { status: "answered"; verification: Verification }
  | { status: "refused"; message: string };

/**
 * The result that the buyer sees. `unconfirmed`: not confirmed by the bank yet. `cancelled`: the buyer left before paying. `refund`: the
 * money goes back.
 */
type Outcome =
  | { kind: "verifying" | "unconfirmed" | "cancelled" }
  | { kind: "success"; feature: Feature; message: string }
  | { kind: "failed" | "refund"; message: string };

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

/** The live order overrides the verification result: a webhook may settle it before, during or long after the request. */
function outcomeOf(order: Order, request: VerifyRequest): Outcome {
  if (order?.status === "paid") return granted(order.feature);
  if (request.status === "sent") return { kind: "verifying" };
  if (order?.status === "refundDue" || order?.status === "refunded")
    return { kind: "refund", message: messageIn(request) };
  if (request.status === "refused") return { kind: "failed", message: request.message };
  const { verified, pending, cancelled, feature, message } = request.verification;
  if (verified && feature !== null) return granted(feature, message);
  if (pending && order?.status !== "failed") return { kind: "unconfirmed" };
  if (cancelled) return { kind: "cancelled" };
  return { kind: "failed", message: message || words.paymentFailed };
}

function messageIn(request: Exclude<VerifyRequest, { status: "sent" }>): string {
  return request.status === "refused" ? request.message : request.verification.message;
}

function granted(feature: Feature, message = ""): Outcome {
  return { kind: "success", feature, message: message || products[feature].thanks };
}
