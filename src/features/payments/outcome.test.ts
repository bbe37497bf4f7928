import { expect, test } from "vitest";
import { outcomeOf, type Asked } from "./outcome";

const asking: Asked = { status: "asking" };
const unknown: Asked = { status: "refused", message: "Payment verification failed. Please contact support." };
const answer = (part: Partial<Extract<Asked, { status: "answered" }>["answer"]>): Asked => ({
  status: "answered",
  answer: { verified: false, pending: false, feature: "vip_boost", message: "", ...part },
});
const order = (status: "open" | "paid" | "failed" | "refundDue" | "refunded") =>
  ({ status, feature: "vip_boost" }) as const;

test("until the provider has answered, the buyer waits", () => {
  expect(outcomeOf(undefined, asking)).toEqual({ kind: "verifying" });
  expect(outcomeOf(order("open"), asking)).toEqual({ kind: "verifying" });
});

test("a failure before this visit does not hide what the provider is about to say", () => {
  expect(outcomeOf(order("failed"), asking)).toEqual({ kind: "verifying" });
});

test("a paid order is a success whatever asking gave", () => {
  const success = {
    kind: "success",
    feature: "vip_boost",
    message: "Payment successful! Your profile is now boosted as VIP.",
  };
  for (const asked of [asking, unknown, answer({ message: "Payment failed" }), answer({ pending: true })]) {
    expect(outcomeOf(order("paid"), asked)).toEqual(success);
  }
});

test("Gold and VIP have sentences of their own", () => {
  expect(outcomeOf({ status: "paid", feature: "unlimited_swipes" }, asking)).toEqual({
    kind: "success",
    feature: "unlimited_swipes",
    message: "Payment successful! You now have unlimited swipes.",
  });
});

test("the provider's yes is a success before the live order knows", () => {
  expect(outcomeOf(order("open"), answer({ verified: true, message: "Done" }))).toEqual({
    kind: "success",
    feature: "vip_boost",
    message: "Done",
  });
});

test("money that comes back is said so, even where the provider says paid", () => {
  for (const status of ["refundDue", "refunded"] as const) {
    const message = "You already have VIP. This payment will be refunded.";
    expect(outcomeOf(order(status), answer({ verified: true, message }))).toEqual({ kind: "refund", message });
  }
});

test("a payment that the bank has not confirmed is waited for, until it fails", () => {
  expect(outcomeOf(order("open"), answer({ pending: true }))).toEqual({ kind: "waiting" });
  expect(outcomeOf(order("failed"), answer({ pending: true }))).toEqual({ kind: "failed", message: "Payment failed" });
});

test("a failed payment says the provider's sentence, or that it failed", () => {
  expect(outcomeOf(order("failed"), answer({ message: "Insufficient funds" }))).toMatchObject({
    message: "Insufficient funds",
  });
  expect(outcomeOf(order("failed"), answer({}))).toEqual({ kind: "failed", message: "Payment failed" });
});

test("an order that is nobody's or somebody else's fails with the deployment's sentence", () => {
  expect(outcomeOf(null, unknown)).toEqual({ kind: "failed", message: unknown.message });
});
