import { useState, type ReactNode } from "react";
import type { Festival } from "../../../../convex/shared/festival";
import { Button } from "../../../components/Button";
import { FestivalChanges } from "./FestivalChanges";
import { FestivalForm } from "./FestivalForm";
import { words } from "./words";
import { PicturePanel } from "./PicturePanel";

/** What the form changes. */
const fields = [
  ...([
    "name",
    "edition",
    "firstDay",
    "lastDay",
    "timeZone",
    "supportEmail",
    "socialUrl",
    "helpPoint",
    "line",
  ] as const),
  ...(["accent", "signUps", "signUpsFrom", "signUpsUntil", "sales"] as const),
];

/** The settings with a preview, the picture, and who changed what. */
export function FestivalSettings({ settings }: { settings: Festival & { picture: string } }) {
  return (
    <section aria-label={words.title} className="mt-12 border-t-2 border-line pt-8">
      <h2 className="mb-5 font-poster text-poster">{words.title}</h2>
      <Settings settings={settings} />
      <div className="mt-12 grid items-start gap-12 lg:grid-cols-2">
        <PicturePanel picture={settings.picture} />
        <FestivalChanges />
      </div>
    </section>
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

/** Whether nothing has changed since but the announcement, and what follows from the settings. */
function isSame(one: Festival, other: Festival): boolean {
  return fields.every((field) => one[field] === other[field]);
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mb-6 rounded-md border-2 border-teal bg-tealwash px-4 py-3">
      {children}
    </p>
  );
}
