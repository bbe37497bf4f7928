/** The prices, in hundredths of a rupee. */
export const prices = {
  unlimited_swipes: { amount: 9900, currency: "INR" },
  vip_boost: { amount: 5000, currency: "INR" },
} as const;

export type Feature = keyof typeof prices;

export const featureNames: Record<Feature, string> = { unlimited_swipes: "Gold", vip_boost: "VIP" };
