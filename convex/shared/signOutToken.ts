/**
 * Returns a token that can end a session and nothing else: `<session id>|<hash of the refresh token>`. Returns null for text that is not a
 * refresh token (`<token id>|<session id>`, as Convex Auth makes them). A browser that signs out without a connection keeps this and
 * deletes its tokens. So the phone's next user cannot get into the account. A token's id cannot be guessed, so a fast hash is enough.
 */
export async function signOutToken(refreshToken: string): Promise<string | null> {
  const [, sessionId, ...more] = refreshToken.split("|");
  if (!sessionId || more.length > 0) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`sign-out ticket\n${refreshToken}`));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${sessionId}|${hash}`;
}
