import type { Plugin } from "vite";

const library = "@cashfreepayments/cashfree-js";
const script = "https://sdk.cashfree.com/js/v3/cashfree.js";

/**
 * Has the page load the payment provider's script from this machine's stand-in. Only a local start adds this to the
 * build; `vite build` by itself knows nothing of it.
 */
export function payScript(payUrl: string): Plugin {
  return {
    name: "local-pay-script",
    // Bundled ahead of time, the library would pass by here unseen in dev.
    config: () => ({ optimizeDeps: { exclude: [library] } }),
    transform: (code) =>
      code.includes(script) ? { code: code.replaceAll(script, `${payUrl}/js/v3/cashfree.js`), map: null } : null,
  };
}
