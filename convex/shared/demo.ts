/** The mail domain of demo people. Nobody can read mail below `.invalid`, so no other account can have it. */
export const demoDomain = "demo.invalid";

export function isDemoAddress(email: string): boolean {
  return email.endsWith(`@${demoDomain}`);
}
