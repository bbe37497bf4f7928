import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import type { Feature } from "../../../convex/shared/prices";
import { useAction } from "../../lib/acts";
import { loadCheckout, type Checkout } from "../../lib/checkout";
import { isRefusal, messageOf } from "../../lib/errors";
import { toast } from "../../lib/toast";
import { useListen } from "../../lib/useListen";
import { words } from "./words";

/** Milliseconds. Longer than any browser takes to open the provider's page. */
const REDIRECT_TIMEOUT = 20_000;

/** A payment that failed before it started. The message is for the buyer. */
class PayError extends Error {}

class CheckoutUnavailable extends PayError {}

/**
 * Returns `pay`, which loads the provider's script, creates an order and opens the provider's page in this window. `isPaying` disables
 * other purchases. `onUnavailable` runs if the script cannot be loaded. A buyer who has left the screen is not redirected and sees no
 * errors.
 */
export function usePay(onUnavailable: () => void = () => undefined) {
  const createOrder = useAction(api.payments.createOrder);
  const navigate = useNavigate();
  const [isPaying, setPaying] = useState(false);
  const startAttempt = useAttempts(() => setPaying(false));

  const checkOut = async (feature: Feature, isCurrent: () => boolean): Promise<void> => {
    // Script first. Without it, an order could not be paid and would be left over.
    const provider = await loadCheckout().catch(() => {
      throw new CheckoutUnavailable(words.sdkFailed);
    });
    if (!isCurrent()) return;
    const order = await createOrder({ feature }).catch(throwOrderError);
    if (!isCurrent()) return;
    await openProviderPage(provider, order.paymentSessionId);
    // The provider continues in another window. This one waits for the outcome.
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

/** Normally the browser leaves this page. Returns only if the provider opened its own window. Otherwise throws `PayError`. */
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
 * Returns a function that starts a payment attempt and returns whether it is still current. An attempt ends when the buyer leaves the
 * screen, starts another one, or returns from the provider by the back button. In the last case the browser may restore the page in the
 * middle of paying, so `onBack` runs.
 */
function useAttempts(onBack: () => void): () => () => boolean {
  const attempts = useRef(0);
  useListen(window, "pageshow", ({ persisted }) => {
    if (!persisted) return;
    attempts.current += 1;
    onBack();
  });
  useEffect(() => () => void (attempts.current += 1), []);

  return () => {
    attempts.current += 1;
    const attempt = attempts.current;
    // The URL changes first. This screen may stay until the next one's script has loaded.
    const { pathname } = window.location;
    return () => attempt === attempts.current && pathname === window.location.pathname;
  };
}
