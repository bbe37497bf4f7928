import type { Plugin } from "vite";

const script = "https://sdk.cashfree.com/js/v3/cashfree.js";

/**
 * Makes the page load the payment provider's script from the local stand-in. Only `npm start` and `npm run dev` use this plugin, a plain
 * `vite build` does not.
 */
export function payScript(payUrl: string): Plugin {
  return {
    name: "local-pay-script",
    transform: (code) =>
      code.includes(script) ? { code: code.replaceAll(script, `${payUrl}/js/v3/cashfree.js`), map: null } : null,
  };
}
