/** Every sentence of the organisers' frame and of the staff. A second language is a second file like this one. */
export const words = {
  organiser: "Organiser",
  sections: "Sections",
  tabs: { festival: "Festival", people: "People", staff: "Staff" },
  desk: "Moderate",
  signOut: "Sign Out",

  staff: "Staff",
  kinds: { moderator: "Moderator", organiser: "Organiser" },
  you: "You",
  on: "On now",
  seen: (when: string) => `Last here ${when}`,
  neverSeen: "Not signed in",
} as const;
