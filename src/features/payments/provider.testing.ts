import { afterEach, beforeAll } from "vitest";
import type { Checkout } from "../../lib/checkout";

const address = "https://sdk.cashfree.com/";
const { set: realSet } = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, "src") ?? {};

let answer: (script: HTMLScriptElement) => void = fail;

/** A fake of the payment provider's script, inside the page. Blocked by default. */
export const provider = {
  /** Loads the script with this checkout. */
  loads: (checkout: Checkout["checkout"]) =>
    void (answer = (script) => {
      Object.assign(window, { Cashfree: () => ({ checkout }) });
      script.dispatchEvent(new Event("load"));
    }),
  isBlocked: () => void (answer = fail),
  /** Keeps the script pending until the test loads or fails it. Returns the requests. */
  isPending: () => {
    const scripts: HTMLScriptElement[] = [];
    answer = (script) => void scripts.push(script);
    return scripts;
  },
};

/** A checkout that leaves for the provider's page and never resolves. */
export const leaves = () => new Promise<never>(() => undefined);

beforeAll(() => {
  Object.defineProperty(HTMLScriptElement.prototype, "src", {
    configurable: true,
    set(this: HTMLScriptElement, url: string) {
      if (!url.startsWith(address)) return realSet?.call(this, url);
      // The script element must be in the page before it loads.
      queueMicrotask(() => answer(this));
    },
  });
});

afterEach(() => {
  answer = fail;
  Reflect.deleteProperty(window, "Cashfree");
});

function fail(script: HTMLScriptElement) {
  script.dispatchEvent(new Event("error"));
}
