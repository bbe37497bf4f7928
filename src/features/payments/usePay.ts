import { useAction } from "convex/react";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { type Feature } from "../../../convex/shared/prices";
import { loadCheckout, type Checkout } from "../../lib/checkout";
import { isRefusal, messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Longer than any browser takes to leave for the provider's page. */
const LEAVING = 20_000;

/** What ended an attempt to pay before it could begin, in words for the buyer. */
class Stopped extends Error {}

/**
 * Buys something: the provider's script, then an order, then the provider's page in this window. While `isPaying` nothing
 * else may be bought here. `onUnavailable` follows when the provider's script cannot be had.
 */
export function usePay(onUnavailable: () => void = () => undefined) {
  const within = useReach();
  const createOrder = useAction(api.payments.createOrder);
  const navigate = useNavigate();
  const [isPaying, setPaying] = useState(false);
  useBackFromProvider(() => setPaying(false));

  const attempt = async (feature: Feature): Promise<void> => {
    // The script first: an order that nobody can pay would only lie about.
    const provider = await loadCheckout().catch(() => {
      onUnavailable();
      throw new Stopped(words.sdkFailed);
    });
    const order = await within(() => createOrder({ feature })).catch((error: unknown) => {
      if (isRefusal(error, "PROVIDER_FAILED")) throw new Stopped(words.orderFailed);
      throw new Stopped(messageOf(error, words.orderFailed));
    });
    await leaveFor(provider, order.paymentSessionId);
    // The provider went on in another window; here its answer is waited for.
    void navigate(`/payment-success?order_id=${encodeURIComponent(order.orderId)}`);
  };

  const pay = async (feature: Feature): Promise<void> => {
    setPaying(true);
    try {
      await attempt(feature);
    } catch (error) {
      toast.error(error instanceof Stopped ? error.message : words.payFailed);
    } finally {
      setPaying(false);
    }
  };
  return { isPaying, pay };
}

/** Normally ends with this page. It returns only when the provider opened a window of its own. */
async function leaveFor(provider: Checkout, paymentSessionId: string): Promise<void> {
  const checkout = async () => await provider.checkout({ paymentSessionId, redirectTarget: "_self" });
  const answer = await Promise.race([
    checkout().catch(() => {
      throw new Stopped(words.checkoutFailed);
    }),
    new Promise<undefined>((resolve) => window.setTimeout(resolve, LEAVING)),
  ]);
  if (answer?.error !== undefined) throw new Stopped(answer.error.message || words.paymentFailed);
  if (answer?.redirect !== true) throw new Stopped(words.payFailed);
}

/** Whoever comes back with the back button may find the page as it was left: in the middle of paying. */
function useBackFromProvider(onBack: () => void) {
  const show = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && onBack());

  useEffect(() => {
    const listener = (event: PageTransitionEvent) => show(event);
    window.addEventListener("pageshow", listener);
    return () => window.removeEventListener("pageshow", listener);
  }, []);
}
