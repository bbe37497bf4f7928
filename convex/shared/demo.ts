/** By what demo people are known. Nobody reads mail at a domain below `.invalid`, so no other account is ever made there. */
export const demoDomain = "demo.invalid";

export function isDemoAddress(email: string): boolean {
  return email.endsWith(`@${demoDomain}`);
}
