/** The payment provider's page. Its script is the only foreign one, and is fetched when a member pays. */

/** The provider's interface for one payment. */
export type Checkout = {
  checkout: (order: { paymentSessionId: string; redirectTarget: "_self" }) => Promise<CheckoutResult | undefined>;
};

/** The browser normally leaves the page before there is a result. `redirect`: the provider continues in another window. */
type CheckoutResult = { error?: { message?: string }; redirect?: boolean };

type Provider = (options: { mode: "production" | "sandbox" }) => Checkout;

const script = "https://sdk.cashfree.com/js/v3/cashfree.js";
const mode = import.meta.env.VITE_CASHFREE_MODE === "sandbox" ? "sandbox" : "production";
/** Milliseconds after which the script counts as unavailable. */
const TIMEOUT = 15_000;

/** Loads the provider's script once. Rejects if that fails. The next call tries again. */
export async function loadCheckout(): Promise<Checkout> {
  const loaded = loadedCheckout();
  if (loaded !== null) return loaded;
  const tag = document.createElement("script");
  return await new Promise<Checkout>((resolve, reject) => {
    const fail = () => reject(new Error("The provider's script did not load"));
    tag.onload = () => {
      const checkout = loadedCheckout();
      if (checkout === null) fail();
      else resolve(checkout);
    };
    tag.onerror = fail;
    window.setTimeout(fail, TIMEOUT);
    tag.src = script;
    document.head.append(tag);
  }).finally(() => tag.remove());
}

/** The provider's library. Null until it is loaded. */
function loadedCheckout(): Checkout | null {
  const { Cashfree } = window as { Cashfree?: Provider };
  return Cashfree?.({ mode }) ?? null;
}
