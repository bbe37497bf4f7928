export const notFoundWords = {
  title: "Nothing on this wall",
  text: "This page does not exist, or it was taken down after the show.",
  home: "Back to the front page",
} as const;
