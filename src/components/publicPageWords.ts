export const publicPageWords = {
  home: "Front page",
  more: "More",
  links: [
    { to: "/about", label: "About" },
    { to: "/faq", label: "FAQ" },
    { to: "/contact", label: "Contact" },
    { to: "/status", label: "Status" },
    { to: "/terms", label: "Terms" },
    { to: "/privacy", label: "Privacy" },
    { to: "/cookies", label: "Cookies" },
    { to: "/refund-cancellation", label: "Refunds and cancellation" },
  ],
} as const;
