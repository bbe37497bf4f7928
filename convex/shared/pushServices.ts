/**
 * The push services of browsers. A browser names its own push service, so a caller could name any address. We request only these: no
 * private address, no port, no host of the caller's choice.
 */

/** Hosts. A leading dot means all hosts below. Chrome and others, Firefox, Safari, Edge. */
const hosts = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  ".push.services.mozilla.com",
  "web.push.apple.com",
  ".push.apple.com",
  ".notify.windows.com",
];
const MAX_LENGTH = 1_000;

/** True if the address is at a push service. `standIn`: the origin of a local one. */
export function isPushEndpoint(text: string, standIn?: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
  const { href, origin, protocol, username, password, port, hostname } = new URL(text);
  // Browsers send addresses in normal form. Any other form could be parsed in two ways.
  if (href !== text || username !== "" || password !== "") return false;
  if (standIn && URL.canParse(standIn) && origin === new URL(standIn).origin) return true;
  return protocol === "https:" && port === "" && hosts.some((host) => isAt(hostname, host));
}

function isAt(hostname: string, host: string): boolean {
  return host.startsWith(".") ? hostname.endsWith(host) && hostname.length > host.length : hostname === host;
}
