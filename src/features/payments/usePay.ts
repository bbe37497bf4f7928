import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import type { Feature } from "../../../convex/shared/prices";
import { useAction } from "../../lib/acts";
import { loadCheckout, type Checkout } from "../../lib/checkout";
import { isRefusal, messageOf } from "../../lib/errors";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Longer than any browser takes to leave for the provider's page. */
const REDIRECT_TIMEOUT = 20_000;

/** A payment failed before it could begin. The message is for the buyer. */
class PayError extends Error {}

class CheckoutUnavailable extends PayError {}

/**
 * Buys something: the provider's script, then an order, then the provider's page in this window. While `isPaying` nothing
 * else may be bought here. `onUnavailable` follows when the provider's script cannot be loaded. A buyer who has turned away
 * meanwhile is neither redirected nor told anything.
 */
export function usePay(onUnavailable: () => void = () => undefined) {
  const createOrder = useAction(api.payments.createOrder);
  const navigate = useNavigate();
  const [isPaying, setPaying] = useState(false);
  const startAttempt = useAttempts(() => setPaying(false));

  const checkOut = async (feature: Feature, isCurrent: () => boolean): Promise<void> => {
    // The script first: without it the order could not be paid and would be left over.
    const provider = await loadCheckout().catch(() => {
      throw new CheckoutUnavailable(words.sdkFailed);
    });
    if (!isCurrent()) return;
    const order = await createOrder({ feature }).catch(throwOrderError);
    if (!isCurrent()) return;
    await openProviderPage(provider, order.paymentSessionId);
    // The provider continues in another window; this one waits for the outcome.
    if (isCurrent()) void navigate(`/payment-success?order_id=${encodeURIComponent(order.orderId)}`);
  };

  const pay = async (feature: Feature): Promise<void> => {
    const isCurrent = startAttempt();
    setPaying(true);
    try {
      await checkOut(feature, isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      toast.error(error instanceof PayError ? error.message : words.payFailed);
      if (error instanceof CheckoutUnavailable) onUnavailable();
    } finally {
      if (isCurrent()) setPaying(false);
    }
  };
  return { isPaying, pay };
}

function throwOrderError(error: unknown): never {
  throw new PayError(isRefusal(error, "PROVIDER_FAILED") ? words.orderFailed : messageOf(error, words.orderFailed));
}

/** Normally the browser leaves this page. It returns only when the provider opened a window of its own. */
async function openProviderPage(provider: Checkout, paymentSessionId: string): Promise<void> {
  const checkout = async () => await provider.checkout({ paymentSessionId, redirectTarget: "_self" });
  const result = await Promise.race([
    checkout().catch(() => {
      throw new PayError(words.checkoutFailed);
    }),
    new Promise<undefined>((resolve) => window.setTimeout(resolve, REDIRECT_TIMEOUT)),
  ]);
  if (result?.error !== undefined) throw new PayError(result.error.message || words.paymentFailed);
  if (result?.redirect !== true) throw new PayError(words.payFailed);
}

/**
 * Starts an attempt to pay and returns whether it is still the current one. It is not once the buyer has left the screen,
 * has started another attempt, or is back from the provider's page by the back button. Then the browser may show the page
 * as it was left, in the middle of paying: `onBack`.
 */
function useAttempts(onBack: () => void): () => () => boolean {
  const attempts = useRef(0);
  const handlePageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    attempts.current += 1;
    onBack();
  });

  useEffect(() => {
    const listener = (event: PageTransitionEvent) => handlePageShow(event);
    window.addEventListener("pageshow", listener);
    return () => {
      window.removeEventListener("pageshow", listener);
      attempts.current += 1;
    };
  }, []);

  return () => {
    attempts.current += 1;
    const attempt = attempts.current;
    // The address changes first: this screen may stay until the script of the next one is there.
    const { pathname } = window.location;
    return () => attempt === attempts.current && pathname === window.location.pathname;
  };
}
