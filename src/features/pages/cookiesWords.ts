import type { Page } from "./page";

export const cookies: Page = {
  title: "Cookies",
  lead: "There are none. Here is what your browser keeps instead.",
  updated: "2025-11-20",
  sections: [
    {
      heading: "No cookies",
      body: ["We set no cookie, and nobody else sets one on our pages. That is why no banner asks you about them."],
    },
    {
      heading: "What your browser stores",
      body: [
        [
          "Local storage, while you are signed in: two tokens that say which session is yours. Signing out or deleting your account removes them.",
          "Session storage, while you fill in a form: a draft of what you typed, so that a reload does not lose it. Closing the tab removes it. Photos and passwords are never in it.",
          "The browser's cache: the app itself and photos that you saw, so that they load at once. Your browser clears it when it likes, or when you tell it to.",
        ],
        "All of it is needed for the app to work, and none of it follows you to other sites.",
      ],
    },
    {
      heading: "On the payment page",
      body: [
        "When you buy Gold or VIP you go to Cashfree's page. What that page stores is Cashfree's, under its own policy.",
      ],
    },
    {
      heading: "Page views",
      body: ["If page views are counted, it is done without cookies and without storing anything in your browser."],
    },
  ],
};
