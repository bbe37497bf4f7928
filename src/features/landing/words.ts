import { festival } from "../../../convex/shared/festival";
import { publicPageWords } from "../../components/publicPageWords";

/** What the landing page says. */
export const words = {
  title: `${festival.name} ${festival.edition}`,
  headline: ["Find your", "festival", "match"],
  lead: "Swipe through people who are at the festival too. When you both say yes, you see each other's Instagram.",
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
      text: "Everyone here is at the festival. Your match is a few stages away, not a few cities.",
    },
    {
      title: "Safe & Secure",
      text: "A person looks at every profile first. Your number stays yours, your handle is for matches alone.",
    },
  ],
  footer: "More",
  links: publicPageWords.links.filter(({ to }) => to !== "/cookies"),
  social: "Instagram",
  copyright: (year: number) => `© ${year} ${festival.name}`,
} as const;

/** The festival's days as on a poster: '18–21 Dec'. */
export function festivalDays(): string {
  const day = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "short", timeZone: "UTC" });
  return day.formatRange(new Date(festival.firstDay), new Date(festival.lastDay));
}
