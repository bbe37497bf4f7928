import { section, type Page } from "./page";

export const cookies = (): Page => ({
  title: "Cookies",
  lead: "There are none. Here is what your browser keeps instead.",
  updated: "2026-11-29",
  sections: [
    section(
      "No cookies",
      "We set no cookie, and nobody else sets one on our pages. That is why no banner asks you about them.",
    ),
    section(
      "What your browser stores",
      [
        "Local storage, while you are signed in: two tokens that say which session is yours. Signing out or deleting your account removes them.",
        "Local storage, while a swipe is on its way: the card's internal number, and whether you liked it. It is deleted when the swipe has arrived, and when you sign out.",
        "Local storage, while you write a message: what you typed, until it is sent or you delete it. Signing out deletes it too.",
        "Local storage, while you are signed in: the matches, messages, profile and next cards that you saw last, so that you can read them without a signal. They are deleted when you sign out or your session ends. A match's messages are deleted with the match.",
        "Local storage, while you sign up: the address we sent the code to, for ten minutes.",
        "Local storage, once you have signed out: a note that you signed out yourself, until you sign in again. It says nothing else.",
        "Local storage, if you sign out without a connection: a token that ends your session on our server, until it has arrived there.",
        "Local storage, if you switch off notifications on this device, or dismiss the organisers' announcement: a note that you did so.",
        "Session storage, while you fill in a form: a draft of what you typed, so that a reload does not lose it. Closing the tab or signing out removes it. Passwords are never in it.",
        "The offline store: the app's own files, kept by a service worker so that the app opens without a connection. It has nothing about you or anyone else.",
        "The browser's cache: photos that you saw, so that they load at once. Your browser clears it from time to time, or when you tell it to.",
      ],
      "All of it is needed for the app to work, and none of it follows you to other sites.",
    ),
    section(
      "On the payment page",
      "When you buy Gold or VIP, you go to Cashfree's page. Cashfree's own policy covers what that page stores.",
    ),
    section(
      "Page views",
      "If we count page views, we do it without cookies and without storing anything in your browser.",
    ),
  ],
});
