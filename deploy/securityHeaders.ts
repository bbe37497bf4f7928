export interface PageOrigins {
  convexUrl: string;
  siteUrl: string;
  /** The payment stand-in. Undefined: the real provider. */
  payUrl?: string | undefined;
  /** URL that page views are sent to. Undefined: none are counted. */
  analyticsUrl?: string | undefined;
}

/** Returns the security headers for all responses of the page's host, in production and locally. */
export function securityHeaders({ convexUrl, siteUrl, payUrl, analyticsUrl }: PageOrigins): Record<string, string> {
  const pay = payUrl === undefined ? provider : { script: payUrl, page: payUrl };
  const counted = analyticsUrl ? ` ${new URL(analyticsUrl).origin}` : "";
  const policy = {
    "default-src": "'self'",
    "script-src": `'self' ${pay.script}`,
    // The toast and dialog libraries insert style elements.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": `'self' data: blob: ${siteUrl} ${convexUrl}`,
    "font-src": "'self'",
    "connect-src": `'self' ${convexUrl} ${convexUrl.replace("http", "ws")} ${siteUrl} ${pay.page}${counted}`,
    "object-src": "'none'",
    "base-uri": "'none'",
    // The provider's script opens the checkout with a form, and inserts frames.
    "form-action": `'self' ${pay.page}`,
    "frame-src": `${pay.script} ${pay.page}`,
    "frame-ancestors": "'none'",
  };
  return {
    "content-security-policy": Object.entries(policy)
      .map((entry) => entry.join(" "))
      .join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    // The door check uses the camera: only on this origin, and not in other origins' frames.
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=(self), browsing-topics=()",
    "cross-origin-opener-policy": "same-origin",
  };
}

const provider = {
  script: "https://sdk.cashfree.com",
  page: "https://api.cashfree.com https://sandbox.cashfree.com https://payments.cashfree.com https://payments-test.cashfree.com",
};
