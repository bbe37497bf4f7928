/** The payment provider's page. Its script is the only foreign one, and is fetched only when somebody pays. */

/** What the provider's script gives for one payment. */
export type Checkout = {
  checkout: (order: { paymentSessionId: string; redirectTarget: "_self" }) => Promise<CheckoutResult | undefined>;
};

/** The browser normally leaves the page before there is a result. `redirect`: the provider continues in another window. */
export type CheckoutResult = { error?: { message?: string }; redirect?: boolean };

type Provider = (options: { mode: "production" | "sandbox" }) => Checkout;

const script = "https://sdk.cashfree.com/js/v3/cashfree.js";
const mode = import.meta.env.VITE_CASHFREE_MODE === "sandbox" ? "sandbox" : "production";
/** After this the script counts as unavailable. */
const TIMEOUT = 15_000;

/** Rejects when the provider's script cannot be loaded; a later call tries again. */
export async function loadCheckout(): Promise<Checkout> {
  // The library loads the script once per page and remembers a failure, so a second try needs a tag of our own.
  const checkout = await withTimeout(fromLibrary().catch(fromTag));
  if (checkout === null) throw new Error("There is no page to pay on");
  return checkout;
}

async function fromLibrary(): Promise<Checkout | null> {
  const { load } = await import("@cashfreepayments/cashfree-js");
  return await load({ mode });
}

function fromTag(): Promise<Checkout> {
  // Tags that the library's own tries left behind.
  for (const failed of document.querySelectorAll(`script[src="${script}"]`)) failed.remove();
  return new Promise((resolve, reject) => {
    const tag = document.createElement("script");
    tag.src = script;
    tag.onload = () => {
      const { Cashfree } = window as { Cashfree?: Provider };
      if (Cashfree === undefined) reject(new Error("The provider's script gave nothing"));
      else resolve(Cashfree({ mode }));
    };
    tag.onerror = () => reject(new Error("The provider's script did not load"));
    document.head.append(tag);
  });
}

async function withTimeout<T>(promise: Promise<T>): Promise<T> {
  let timer: number | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error("The provider's script did not come")), TIMEOUT);
  });
  return await Promise.race([promise, late]).finally(() => window.clearTimeout(timer));
}
