import { prices, type Feature } from "../../../convex/shared/prices";
import { money } from "../../lib/money";

/** The server's price, as it is said. */
export function priceOf(feature: Feature): string {
  return money(prices[feature]);
}
