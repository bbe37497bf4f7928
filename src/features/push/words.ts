export const words = {
  title: "Notifications",
  question: "Want to know when you match?",
  questionText: "We can tell you about a match or a message while the app is closed. We won't say who.",
  yes: "Yes, tell me",
  notNow: "Not now",
  gotIt: "Got it",
  refused: "Notifications stay off",
  refusedText:
    "Your browser blocks notifications. To change that, open the site settings beside the address, then Notifications, then Allow.",
  here: "On this device",
  hereHint: "Quiet from four to ten in the morning.",
  kinds: {
    match: { label: "New matches", hint: "When someone likes you back." },
    message: { label: "Messages", hint: "When a match writes to you." },
    likes: { label: "New likes", hint: "Once a day at most. It never says who." },
    approval: { label: "My profile", hint: "When a moderator has decided." },
    announcement: { label: "News from the festival", hint: "From the organisers." },
  },
  showNames: "Show names",
  showNamesHint: "Anyone who sees your phone can read them.",
  denied:
    "Notifications are blocked for this site. Allow them in your browser: open the site settings beside the address, then Notifications, then Allow.",
  install:
    "On an iPhone or iPad, first put the app on your home screen: tap Share, then Add to Home Screen. Open it from there and switch notifications on.",
  unsupported: "This browser can't show notifications. We e-mail you what matters.",
  failed: "Failed to switch notifications",
} as const;
