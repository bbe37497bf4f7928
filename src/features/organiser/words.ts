/** Every sentence of the organisers' frame, and those that several of their screens share. A second language is a second file like this one. */
export const words = {
  organiser: "Organiser",
  sections: "Sections",
  tabs: {
    ...{ today: "Today", people: "People", tickets: "Tickets", money: "Money", festival: "Festival" },
    ...{ staff: "Staff" },
  },
  desk: "Moderate",
  signOut: "Sign Out",
  changedMeanwhile: "Somebody else has changed the settings since you opened them.",
  filters: "Filters",
  clear: "Clear all",
  noneSoFar: "None of those looked at so far fits.",
  more: "Show more",
  lookFurther: "Look further",
  loading: "Loading",
  showNew: "Show the new settings",
} as const;
