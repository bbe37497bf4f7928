/** The strength of a password: the meter shows it, and a reset needs a minimum. */
export type Strength = { score: number; colour: "red" | "orange" | "yellow" | "green"; feedback: string };

const criteria: { missing: string; met: (password: string) => boolean }[] = [
  { missing: "At least 8 characters", met: (password) => password.length >= 8 },
  { missing: "One uppercase letter", met: (password) => /[A-Z]/.test(password) },
  { missing: "One lowercase letter", met: (password) => /[a-z]/.test(password) },
  { missing: "One number", met: (password) => /[0-9]/.test(password) },
  { missing: "One special character", met: (password) => /[!@#$%^&*(),.?":{}|<>]/.test(password) },
];

/** Returns a score of 0 to 5, one point per criterion. The feedback names the missing ones. */
export function strengthOf(password: string): Strength {
  const missing = criteria.filter(({ met }) => !met(password)).map((criterion) => criterion.missing);
  const score = criteria.length - missing.length;
  return { score, colour: colourOf(score), feedback: missing.join(" • ") };
}

function colourOf(score: number): Strength["colour"] {
  if (score < 2) return "red";
  if (score === 2) return "orange";
  return score === 3 ? "yellow" : "green";
}
