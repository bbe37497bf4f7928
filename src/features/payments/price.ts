import { prices, type Feature } from "../../../convex/shared/prices";

/** A price as it is said: whole rupees without their hundredths. */
export function priceOf(feature: Feature): string {
  const { amount, currency } = prices[feature];
  const digits = amount % 100 === 0 ? 0 : 2;
  const shape = { style: "currency", currency, minimumFractionDigits: digits } as const;
  return new Intl.NumberFormat("en-IN", { ...shape, maximumFractionDigits: digits }).format(amount / 100);
}
