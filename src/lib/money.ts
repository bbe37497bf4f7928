/** An amount in minor units as text: whole rupees without decimals. */
export function money({ amount, currency }: { amount: number; currency: string }): string {
  const digits = amount % 100 === 0 ? 0 : 2;
  const shape = { style: "currency", currency, minimumFractionDigits: digits } as const;
  return new Intl.NumberFormat("en-IN", { ...shape, maximumFractionDigits: digits }).format(amount / 100);
}

/** The same in the festival's own currency. */
export function rupees(amount: number): string {
  return money({ amount, currency: "INR" });
}
