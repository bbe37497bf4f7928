/** What a static host has to know of the page, written beside the built page in the form that Netlify reads. */
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Expected } from "./expected";
import { securityHeaders } from "./securityHeaders";

/** Writes `_headers` and `_redirects` into the folder of a built page. The same headers are sent by the local start. */
export function writeHosting(folder: string, page: Partial<Record<string, string>>): void {
  if (!existsSync(path.join(folder, "shell.html"))) {
    throw new Expected(`${folder} holds no built page. Build it first: npx vite build.`);
  }
  const convexUrl = page.VITE_CONVEX_URL;
  if (!convexUrl) throw new Expected("VITE_CONVEX_URL is not set: say which deployment the page is for.");
  // The cloud keeps its HTTP actions at a second name; a self-hosted one says where they are.
  const siteUrl = page.VITE_CONVEX_SITE_URL ?? convexUrl.replace(/\.convex\.cloud\/?$/, ".convex.site");
  const headers = securityHeaders({
    convexUrl: new URL(convexUrl).origin,
    siteUrl: new URL(siteUrl).origin,
    analyticsUrl: page.VITE_ANALYTICS_ENDPOINT,
  });
  const everywhere = { ...headers, "strict-transport-security": "max-age=31536000; includeSubDomains" };
  // A host adds up the rules that fit; without one for the rest it asks again each time, which is what the rest needs.
  const rules = { "/*": everywhere, "/assets/*": { "cache-control": "public, max-age=31536000, immutable" } };
  writeFileSync(path.join(folder, "_headers"), `${Object.entries(rules).map(block).join("\n")}\n`);
  // A script of an earlier build is not to be answered with the page, and kept for a year as that script.
  writeFileSync(path.join(folder, "_redirects"), "/assets/* /shell.html 404\n/* /shell.html 200\n");
}

function block([address, headers]: [string, Record<string, string>]): string {
  return [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join("\n");
}
