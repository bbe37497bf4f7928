/** The payment provider's page. Its script is fetched when somebody pays, not before: it is the only one that is not ours. */

/** What the provider's script gives for one payment. */
export type Checkout = {
  checkout: (order: { paymentSessionId: string; redirectTarget: "_self" }) => Promise<CheckoutAnswer | undefined>;
};

/** The window normally leaves before there is an answer. `redirect`: the provider goes on in another window. */
export type CheckoutAnswer = { error?: { message?: string }; redirect?: boolean };

type Provider = (options: { mode: "production" | "sandbox" }) => Checkout;

const script = "https://sdk.cashfree.com/js/v3/cashfree.js";
const mode = import.meta.env.VITE_CASHFREE_MODE === "sandbox" ? "sandbox" : "production";
/** A script that has not come by now is not coming. */
const PATIENCE = 15_000;

/** Rejects when the provider's script cannot be had; a later call asks for it again. */
export async function loadCheckout(): Promise<Checkout> {
  // The library asks once in the life of a page and remembers the failure, so whoever tries again needs another way.
  const checkout = await inTime(fromLibrary().catch(fromTag));
  if (checkout === null) throw new Error("There is no page to pay on");
  return checkout;
}

async function fromLibrary(): Promise<Checkout | null> {
  const { load } = await import("@cashfreepayments/cashfree-js");
  return await load({ mode });
}

function fromTag(): Promise<Checkout> {
  // What the library's own tries left behind.
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

async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: number | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error("The provider's script did not come")), PATIENCE);
  });
  return await Promise.race([promise, late]).finally(() => window.clearTimeout(timer));
}
