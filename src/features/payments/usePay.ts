import { useAction } from "convex/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { type Feature } from "../../../convex/shared/prices";
import { loadCheckout, type Checkout } from "../../lib/checkout";
import { isRefusal, messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Longer than any browser takes to leave for the provider's page. */
const LEAVING = 20_000;

/** What ended an attempt to pay before it could begin, in words for the buyer. */
class Stopped extends Error {}

/** The provider's script cannot be had. */
class Unavailable extends Stopped {}

/**
 * Buys something: the provider's script, then an order, then the provider's page in this window. While `isPaying` nothing
 * else may be bought here. `onUnavailable` follows when the provider's script cannot be had. Whoever has turned away
 * meanwhile is taken nowhere and told nothing.
 */
export function usePay(onUnavailable: () => void = () => undefined) {
  const callWithTimeout = useCallWithTimeout();
  const createOrder = useAction(api.payments.createOrder);
  const navigate = useNavigate();
  const [isPaying, setPaying] = useState(false);
  const begin = useAttempts(() => setPaying(false));

  const attempt = async (feature: Feature, isWanted: () => boolean): Promise<void> => {
    // The script first: an order that nobody can pay would only lie about.
    const provider = await loadCheckout().catch(() => {
      throw new Unavailable(words.sdkFailed);
    });
    if (!isWanted()) return;
    const order = await callWithTimeout(() => createOrder({ feature })).catch(stopForOrder);
    if (!isWanted()) return;
    await leaveFor(provider, order.paymentSessionId);
    // The provider went on in another window; here its answer is waited for.
    if (isWanted()) void navigate(`/payment-success?order_id=${encodeURIComponent(order.orderId)}`);
  };

  const pay = async (feature: Feature): Promise<void> => {
    const isWanted = begin();
    setPaying(true);
    try {
      await attempt(feature, isWanted);
    } catch (error) {
      if (!isWanted()) return;
      toast.error(error instanceof Stopped ? error.message : words.payFailed);
      if (error instanceof Unavailable) onUnavailable();
    } finally {
      if (isWanted()) setPaying(false);
    }
  };
  return { isPaying, pay };
}

function stopForOrder(error: unknown): never {
  throw new Stopped(isRefusal(error, "PROVIDER_FAILED") ? words.orderFailed : messageOf(error, words.orderFailed));
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

/**
 * Begins an attempt to pay, and answers whether it is still wanted: it is not once the buyer has left what sells, has
 * begun another one, or is back from the provider's page by the back button. They may then find the page as it was left,
 * in the middle of paying: `onBack`.
 */
function useAttempts(onBack: () => void): () => () => boolean {
  const attempts = useRef(0);
  const show = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    attempts.current += 1;
    onBack();
  });

  useEffect(() => {
    const listener = (event: PageTransitionEvent) => show(event);
    window.addEventListener("pageshow", listener);
    return () => {
      window.removeEventListener("pageshow", listener);
      attempts.current += 1;
    };
  }, []);

  return () => {
    attempts.current += 1;
    const mine = attempts.current;
    // The address is the first to change: what sold may stand until the script of the next screen is there.
    const { pathname } = window.location;
    return () => mine === attempts.current && pathname === window.location.pathname;
  };
}
