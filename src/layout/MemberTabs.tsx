import { NewsProvider } from "../features/matches/NewsProvider";
import { useAttendee } from "../session/useAttendee";
import { Navigation } from "./Navigation";

/** Shows members the tabs on a page that visitors also see. On a phone the page ends above them. */
export function MemberTabs() {
  if (useAttendee().authState !== "approved") return null;
  return (
    <NewsProvider>
      <div className="h-(--bar) md:hidden" />
      <Navigation />
    </NewsProvider>
  );
}
