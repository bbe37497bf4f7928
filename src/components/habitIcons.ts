import { Beer, Cigarette, CigaretteOff, CupSoda, Flame, type LucideIcon, Martini, Wind, Wine } from "lucide-react";

/** The icon of each answer about drinking. */
export const drinkIcons: Record<string, LucideIcon> = {
  Never: CupSoda,
  Occasionally: Wine,
  Socially: Martini,
  Regularly: Beer,
};

/** The icon of each answer about smoking. */
export const smokeIcons: Record<string, LucideIcon> = {
  Never: CigaretteOff,
  Occasionally: Wind,
  Socially: Flame,
  Regularly: Cigarette,
};
