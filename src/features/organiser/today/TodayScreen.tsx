import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { Page } from "../../../components/Page";
import { ScreenSkeleton } from "../../../components/ScreenSkeleton";
import { AnnouncementPanel } from "./AnnouncementPanel";
import { FirstSteps } from "./FirstSteps";
import { NumbersPanel } from "./NumbersPanel";
import { TodayFigures } from "./TodayFigures";
import { words } from "./words";

/** /organiser: the figures of today, the first steps until they are done, the announcement, and the numbers. */
export function TodayScreen() {
  const settings = useQuery(api.festival.settings, {});

  if (settings === undefined) return <ScreenSkeleton />;
  return (
    <Page title={words.today} wide>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <TodayFigures />
          <FirstSteps settings={settings} />
        </div>
        <AnnouncementPanel announcement={settings.announcement} />
      </div>
      <NumbersPanel />
    </Page>
  );
}
