/**
 * What ends a session and is of no other use. A browser that signs out without a connection keeps this and deletes its tokens:
 * whoever has the phone next finds nothing there that opens the account. `<session id>|<hash of the refresh token>`; null for
 * what is no refresh token (`<token id>|<session id>`, as Convex Auth makes them). The id of a token cannot be guessed, so
 * its hash need not be slow.
 */
export async function signOutTicket(refreshToken: string): Promise<string | null> {
  const [, sessionId, ...more] = refreshToken.split("|");
  if (!sessionId || more.length > 0) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`sign-out ticket\n${refreshToken}`));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${sessionId}|${hash}`;
}
