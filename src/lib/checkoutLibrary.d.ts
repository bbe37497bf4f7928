/** The package brings no types. */
declare module "@cashfreepayments/cashfree-js" {
  import type { Checkout } from "./checkout";

  /** Resolves with null where there is no document. */
  export function load(options: { mode: "production" | "sandbox" }): Promise<Checkout | null>;
}
