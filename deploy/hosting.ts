/** Files in Netlify's format that tell a static host how to serve the page. */
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ExpectedError } from "./expected";
import { securityHeaders } from "./securityHeaders";

/** Writes `_headers` and `_redirects` into the folder of a built page. `npm start` sends the same headers. */
export function writeHosting(folder: string, page: Partial<Record<string, string>>): void {
  if (!existsSync(path.join(folder, "shell.html"))) {
    throw new ExpectedError(`${folder} holds no built page. Build it first: npx vite build.`);
  }
  const convexUrl = page.VITE_CONVEX_URL;
  if (!convexUrl) throw new ExpectedError("VITE_CONVEX_URL is not set. It names the deployment that the page uses.");
  // In the cloud, HTTP actions have a second host name. For a self-hosted deployment VITE_CONVEX_SITE_URL has it.
  const siteUrl = page.VITE_CONVEX_SITE_URL ?? convexUrl.replace(/\.convex\.cloud\/?$/, ".convex.site");
  const headers = securityHeaders({
    convexUrl: new URL(convexUrl).origin,
    siteUrl: new URL(siteUrl).origin,
    analyticsUrl: page.VITE_ANALYTICS_ENDPOINT,
  });
  const everywhere = { ...headers, "strict-transport-security": "max-age=31536000; includeSubDomains" };
  // A host applies all matching rules. Files without a cache rule are revalidated each time, as they must be.
  const rules = { "/*": everywhere, "/assets/*": { "cache-control": "public, max-age=31536000, immutable" } };
  writeFileSync(path.join(folder, "_headers"), `${Object.entries(rules).map(block).join("\n")}\n`);
  // A missing script of an earlier build must not return the page, which browsers would cache for a year.
  writeFileSync(path.join(folder, "_redirects"), "/assets/* /shell.html 404\n/* /shell.html 200\n");
}

function block([address, headers]: [string, Record<string, string>]): string {
  return [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join("\n");
}
