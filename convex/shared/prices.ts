/**
 * Everything on sale. Rules, shapes, REST, figures and screens read this table. A key is the product's public name. Prices in hundredths of
 * a rupee. `key` begins the names of figures, filters and decisions. `since` is the profile's field, `has` the flag on a card.
 */
import { namesOf } from "./records";

export const products = {
  unlimited_swipes: {
    name: "Gold",
    fullName: "Gold",
    price: { amount: 9900, currency: "INR" },
    key: "gold",
    since: "premiumPurchasedAt",
    has: "isPremium",
    thanks: "Payment successful! You now have unlimited swipes.",
  },
  vip_boost: {
    name: "VIP",
    fullName: "VIP Boost",
    price: { amount: 5000, currency: "INR" },
    key: "vip",
    since: "vipPurchasedAt",
    has: "isVIP",
    thanks: "Payment successful! Your profile is now boosted as VIP.",
  },
} as const;

type Products = typeof products;
type Column = "key" | "since" | "has";
export type Feature = keyof Products;

/** When a profile got each product, in ms. Absent: it does not have it. */
export type Grants = { [Field in Products[Feature]["since"]]?: number | undefined };

/** Returns the product for a name in a client's order. Gold has two. */
export function featureOf(name: Feature | "premium_plan"): Feature {
  return name === "premium_plan" ? "unlimited_swipes" : name;
}

export const features = namesOf(products);
export const grantFields = features.map((feature) => products[feature].since);

/** Returns an object with one value per product, under its name in a column of the table and `suffix`. */
export function perField<Name extends Column, T, Suffix extends string = "">(
  column: Name,
  valueOf: (feature: Feature) => T,
  suffix = "" as Suffix,
): Record<`${Products[Feature][Name]}${Suffix}`, T> {
  const named = features.map((feature) => [products[feature][column] + suffix, valueOf(feature)]);
  return Object.fromEntries(named) as Record<`${Products[Feature][Name]}${Suffix}`, T>;
}

/** Flags of what a person has bought. */
export type Badges = ReturnType<typeof badgesOf>;

/** Returns the flags of what a profile has. Null: there is no profile. */
export function badgesOf(profile: Grants | null) {
  return perField("has", (feature) => profile?.[products[feature].since] !== undefined);
}
