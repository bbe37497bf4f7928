import { useQuery } from "convex/react";
import { useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import type { Festival } from "../../../convex/shared/festival";
import { Button } from "../../components/Button";
import { Page } from "../../components/Page";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { AnnouncementPanel } from "./AnnouncementPanel";
import { FestivalChanges } from "./FestivalChanges";
import { FestivalForm } from "./FestivalForm";
import { words } from "./festivalWords";

/** /organiser: the festival's settings, with a preview, the announcement, and who changed what. */
export function FestivalScreen() {
  const settings = useQuery(api.festival.settings, {});

  if (settings === undefined) return <ScreenSkeleton />;
  return (
    <Page title={words.title} wide>
      <Settings settings={settings} />
      <div className="mt-12 grid items-start gap-12 lg:grid-cols-2">
        <AnnouncementPanel announcement={settings.announcement} />
        <FestivalChanges />
      </div>
    </Page>
  );
}

/** The form starts from the settings as they were when it was opened; of later ones it tells, and takes nothing away that was typed. */
function Settings({ settings }: { settings: Festival }) {
  const [start, setStart] = useState(settings);
  const isOld = settings.version !== start.version && !isSame(settings, start);

  return (
    <>
      {settings.version === 0 && <Note>{words.fresh}</Note>}
      {isOld && (
        <Note>
          {words.changedMeanwhile}{" "}
          <Button look="bare" onClick={() => setStart(settings)}>
            {words.showNew}
          </Button>
        </Note>
      )}
      <FestivalForm
        key={start.version}
        start={start}
        version={isOld ? start.version : settings.version}
        onSaved={setStart}
      />
    </>
  );
}

/** Whether only the announcement has changed since. */
function isSame(one: Festival, other: Festival): boolean {
  const settingsOf = ({ announcement: _, version: __, ...rest }: Festival) => JSON.stringify(rest);
  return settingsOf(one) === settingsOf(other);
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mb-6 rounded-md border-2 border-teal bg-tealwash px-4 py-3">
      {children}
    </p>
  );
}
