import type { Feature } from "../../../convex/shared/prices";

/** Golden letters. Only for the dark background. */
export const goldInk = "bg-linear-to-br from-[#fff1c4] via-[#e6bd62] to-[#c08f33] bg-clip-text text-transparent";

export const productStyles: Record<Feature, string> = {
  unlimited_swipes: "gold",
  vip_boost: "bg-linear-to-br from-[#f4f7fd] via-[#c3cce0] to-[#9fabc6] text-night",
};
