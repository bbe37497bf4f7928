import { products, type Feature } from "../../../convex/shared/prices";
import { money } from "../../lib/money";

/** The price of a feature, as text. */
export function priceOf(feature: Feature): string {
  return money(products[feature].price);
}
