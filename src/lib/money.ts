/** Formats an amount in minor units. Whole amounts have no decimals. */
export function money({ amount, currency }: { amount: number; currency: string }): string {
  const digits = amount % 100 === 0 ? 0 : 2;
  const shape = { style: "currency", currency, minimumFractionDigits: digits } as const;
  return new Intl.NumberFormat("en-IN", { ...shape, maximumFractionDigits: digits }).format(amount / 100);
}

export function rupees(amount: number): string {
  return money({ amount, currency: "INR" });
}
