import { Beer, Cigarette, CigaretteOff, CupSoda, Flame, type LucideIcon, Martini, Wind, Wine } from "lucide-react";

export const drinkIcons: Record<string, LucideIcon> = {
  Never: CupSoda,
  Occasionally: Wine,
  Socially: Martini,
  Regularly: Beer,
};

export const smokeIcons: Record<string, LucideIcon> = {
  Never: CigaretteOff,
  Occasionally: Wind,
  Socially: Flame,
  Regularly: Cigarette,
};
