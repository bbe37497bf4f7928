/** What stands around every page that is only read. */
export const pageWords = {
  home: "Front page",
  inForceSince: "In force since",
  contents: "On this page",
  more: "More",
  links: [
    { to: "/about", label: "About" },
    { to: "/faq", label: "FAQ" },
    { to: "/contact", label: "Contact" },
    { to: "/terms", label: "Terms" },
    { to: "/privacy", label: "Privacy" },
    { to: "/cookies", label: "Cookies" },
    { to: "/refund-cancellation", label: "Refunds and cancellation" },
  ],
} as const;
