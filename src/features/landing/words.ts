import { publicPageWords } from "../../components/publicPageWords";

export const words = {
  title: (name: string, edition: string) => `${name} ${edition}`,
  headline: ["Find your", "festival", "match"],
  lead: "Swipe through people who are at the festival too. When you both say yes, you see each other's Instagram.",
  startsInDays: (days: number) => (days === 1 ? "Starts tomorrow" : `Starts in ${days} days`),
  startsIn: (hours: number, minutes: number) => `Starts in ${hours} h ${minutes} min`,
  after: {
    headline: ["See you", "next", "time"],
    lead: (erasing: string) =>
      `Thank you for being here. Sales and sign-ups have ended. On ${erasing} we delete every profile, like, match and message.`,
    erased: "Thank you for being here. Every profile, like, match and message has been deleted.",
    yourData: "Download your data",
    seeMatches: "See your matches",
    signInToSee: "Sign in to see your matches",
  },
  getStarted: "Get Started",
  profile: "Profile",
  signIn: "Sign In",
  badge: "College festival",
  blurbsTitle: "How it feels",
  blurbs: [
    {
      title: "Smart Matching",
      text: "People who liked you come first, and everybody gets a turn. Five free swipes a day.",
    },
    {
      title: "Festival Vibes",
      text: "Made for one festival. Your match is a few stages away, not a few cities.",
    },
    {
      title: "Safe & Secure",
      text: "A moderator checks every profile first. Your number stays private, and only your matches see your handle.",
    },
  ],
  footer: "More",
  links: publicPageWords.links.filter(({ to }) => to !== "/cookies"),
  social: "Instagram",
  copyright: (year: string, name: string) => `© ${year} ${name}`,
} as const;
