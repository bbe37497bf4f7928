import { afterEach, beforeAll } from "vitest";
import type { Checkout } from "../../lib/checkout";

const address = "https://sdk.cashfree.com/";
const { set: realSet } = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, "src") ?? {};

let answer: (script: HTMLScriptElement) => void = fail;

/** The payment provider's script, which never leaves the page here. Blocked until a test says otherwise. */
export const provider = {
  /** It comes, and its checkout does this. */
  comes: (checkout: Checkout["checkout"]) =>
    void (answer = (script) => {
      Object.assign(window, { Cashfree: () => ({ checkout }) });
      script.dispatchEvent(new Event("load"));
    }),
  isBlocked: () => void (answer = fail),
  /** The script does not load until the test says how that ends. Returns who requested it. */
  waits: () => {
    const asked: HTMLScriptElement[] = [];
    answer = (script) => void asked.push(script);
    return asked;
  },
};

/** What a checkout does that leaves for the provider's page: it does not come back. */
export const leaves = () => new Promise<never>(() => undefined);

beforeAll(() => {
  Object.defineProperty(HTMLScriptElement.prototype, "src", {
    configurable: true,
    set(this: HTMLScriptElement, url: string) {
      if (!url.startsWith(address)) return realSet?.call(this, url);
      // The script element must be in the page before it is answered.
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
