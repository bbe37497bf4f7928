import { expect, test } from "vitest";
import { outcomeOf, type VerifyRequest } from "./outcome";

const sent: VerifyRequest = { status: "sent" };
const refused: VerifyRequest = { status: "refused", message: "Payment verification failed. Please contact support." };
const answered = (part: Partial<Extract<VerifyRequest, { status: "answered" }>["verification"]>): VerifyRequest => ({
  status: "answered",
  verification: { verified: false, pending: false, cancelled: false, feature: "vip_boost", message: "", ...part },
});
const order = (status: "open" | "paid" | "failed" | "refundDue" | "refunded") =>
  ({ status, feature: "vip_boost" }) as const;

test("until the provider has answered, the buyer waits", () => {
  expect(outcomeOf(undefined, sent)).toEqual({ kind: "verifying" });
  expect(outcomeOf(order("open"), sent)).toEqual({ kind: "verifying" });
});

test("an earlier failure of the order does not hide the check that is still running", () => {
  expect(outcomeOf(order("failed"), sent)).toEqual({ kind: "verifying" });
});

test("a paid order is a success, whatever the provider answers", () => {
  const success = {
    kind: "success",
    feature: "vip_boost",
    message: "Payment successful! Your profile is now boosted as VIP.",
  };
  for (const request of [sent, refused, answered({ message: "Payment failed" }), answered({ pending: true })]) {
    expect(outcomeOf(order("paid"), request)).toEqual(success);
  }
});

test("a paid order for Gold has its own sentence", () => {
  expect(outcomeOf({ status: "paid", feature: "unlimited_swipes" }, sent)).toEqual({
    kind: "success",
    feature: "unlimited_swipes",
    message: "Payment successful! You now have unlimited swipes.",
  });
});

test("a payment that the provider verifies is a success before the live query shows it", () => {
  expect(outcomeOf(order("open"), answered({ verified: true, message: "Done" }))).toEqual({
    kind: "success",
    feature: "vip_boost",
    message: "Done",
  });
});

test("an order to be refunded, or refunded, says so even if the provider says paid", () => {
  for (const status of ["refundDue", "refunded"] as const) {
    const message = "You already have VIP. This payment will be refunded.";
    expect(outcomeOf(order(status), answered({ verified: true, message }))).toEqual({ kind: "refund", message });
  }
});

test("a payment that the bank has not confirmed stays unconfirmed until it fails", () => {
  expect(outcomeOf(order("open"), answered({ pending: true }))).toEqual({ kind: "unconfirmed" });
  expect(outcomeOf(order("failed"), answered({ pending: true }))).toEqual({
    kind: "failed",
    message: "Payment failed",
  });
});

test("a failed payment shows the provider's sentence, or 'Payment failed'", () => {
  expect(outcomeOf(order("failed"), answered({ message: "Insufficient funds" }))).toMatchObject({
    message: "Insufficient funds",
  });
  expect(outcomeOf(order("failed"), answered({}))).toEqual({ kind: "failed", message: "Payment failed" });
});

test("an order that does not exist, or is another buyer's, fails with the deployment's sentence", () => {
  expect(outcomeOf(null, refused)).toEqual({ kind: "failed", message: refused.message });
});
