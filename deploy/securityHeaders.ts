/** The origins that the page talks to. */
export interface PageOrigins {
  convexUrl: string;
  siteUrl: string;
  /** The stand-in in the payment provider's place; none: the provider itself. */
  payUrl?: string | undefined;
  /** Where page views are sent, when they are counted at all. */
  analyticsUrl?: string | undefined;
}

/** The headers of every answer of the page's host, in production and here: what a browser may do with the page. */
export function securityHeaders({ convexUrl, siteUrl, payUrl, analyticsUrl }: PageOrigins): Record<string, string> {
  const pay = payUrl === undefined ? provider : { script: payUrl, page: payUrl };
  const counted = analyticsUrl ? ` ${new URL(analyticsUrl).origin}` : "";
  const policy = {
    "default-src": "'self'",
    "script-src": `'self' ${pay.script}`,
    // Toasts and dialogs of the libraries bring style elements of their own.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": `'self' data: blob: ${siteUrl} ${convexUrl}`,
    "font-src": "'self'",
    "connect-src": `'self' ${convexUrl} ${convexUrl.replace("http", "ws")} ${siteUrl} ${pay.page}${counted}`,
    "object-src": "'none'",
    "base-uri": "'none'",
    // The provider's checkout opens by a form, wherever its answer leads, and its script brings frames.
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
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(self), browsing-topics=()",
    "cross-origin-opener-policy": "same-origin",
  };
}

const provider = {
  script: "https://sdk.cashfree.com",
  page: "https://api.cashfree.com https://sandbox.cashfree.com https://payments.cashfree.com https://payments-test.cashfree.com",
};
