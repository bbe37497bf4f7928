import { useQuery } from "convex/react";
import { useId, useState, type ChangeEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Festival } from "../../../../convex/shared/festival";
import type { FestivalForm as FestivalSettings } from "../../../../convex/shared/festivalForm";
import { limits } from "../../../../convex/shared/limits";
import { Button } from "../../../components/Button";
import { Note } from "../../../components/Note";
import { Page } from "../../../components/Page";
import { ScreenSkeleton } from "../../../components/ScreenSkeleton";
import { timeText } from "../../../lib/clock";
import { toast } from "../../../lib/toast";
import { useToastedAction, useToastedMutation } from "../../../lib/toastResult";
import { useBusy } from "../../../lib/useBusy";
import { ChangedNote, Section } from "../Section";
import { Closing } from "./Closing";
import { FestivalForm } from "./FestivalForm";
import { fieldNames, valueNames, words } from "./words";

/** /organiser/festival: the settings with a preview, the picture, the log of changes, and the closing. Live. */
export function FestivalScreen() {
  const settings = useQuery(api.festival.settings, {});

  if (settings === undefined) return <ScreenSkeleton />;
  return (
    <Page title={words.title} wide>
      <Settings settings={settings} />
      <div className="mt-12 grid items-start gap-12 lg:grid-cols-2">
        <PicturePanel picture={settings.picture} />
        <FestivalChanges />
      </div>
      <Closing />
    </Page>
  );
}

/** The form starts from the settings when it was opened. It says when newer ones exist, and keeps the input. */
function Settings({ settings }: { settings: Festival }) {
  const [initial, setInitial] = useState(settings);
  const [shown, setShown] = useState(settings);
  const isOutdated = settings.version !== initial.version && !isSame(settings, initial);
  const version = isOutdated ? initial.version : settings.version;
  const continueFrom = (saved: FestivalSettings) => {
    const next = { ...initial, ...saved };
    // A save without a change makes no new version, except for the first save.
    const isUnchanged = version > 0 && isSame(next, initial);
    setInitial({ ...next, version: isUnchanged ? version : version + 1 });
  };
  const show = () => {
    setInitial(settings);
    setShown(settings);
  };

  return (
    <div className="flex flex-col gap-6">
      {settings.version === 0 && <Note variant="teal">{words.fresh}</Note>}
      {isOutdated && <ChangedNote onShow={show} />}
      <FestivalForm key={shown.version} initial={initial} version={version} onSaved={continueFrom} />
    </div>
  );
}

/** True if the form's fields are equal. Their versions may differ, because two saves can cancel each other out. */
function isSame(a: Festival, b: Festival): boolean {
  const fields = Object.keys(fieldNames).filter((field) => field !== "announcement" && field !== "picture");
  return fields.every((field) => a[field as keyof Festival] === b[field as keyof Festival]);
}

function FestivalChanges() {
  const changes = useQuery(api.festival.changes, {});

  if (changes === undefined) return null;
  return (
    <Section title={words.history}>
      {changes.length === 0 && <p className="text-soft">{words.noChanges}</p>}
      <ol className="border-t-2 border-line empty:hidden">
        {changes.map(({ _id, at, name, changes: fields }) => (
          <li key={_id} className="border-b border-line py-2">
            <p className="text-note text-soft">
              {name} · <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
            </p>
            {fields.map(({ field, before, after }) => (
              <p key={field} className="break-words">
                <span className="font-semibold">{fieldNames[field] ?? field}:</span> {valueText(field, before)} →{" "}
                {valueText(field, after)}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Returns a value's label in the form: "Lagoon", not "lagoon". */
function valueText(field: string, value: string): string {
  return valueNames[field]?.[value] ?? (value || words.nothing);
}

/** The organisers' picture. A chosen file is published at once. */
function PicturePanel({ picture }: { picture: string }) {
  const upload = useToastedAction(api.festivalPicture.upload, words.pictureUpload);
  const remove = useToastedMutation(api.festivalPicture.remove, words.pictureRemoval);
  const id = useId();
  const [isBusy, send] = useBusy(async (file: File) => {
    // Null: the file is locked, or no longer there.
    const image = await file.arrayBuffer().catch(() => null);
    if (image === null) toast.error(words.pictureUpload.failure);
    else await upload({ image });
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Without this, choosing the same file again would cause no event.
    target.value = "";
    if (file === undefined) return;
    // Checked here, because the deployment would refuse it only after the upload.
    if (file.size >= limits.photoMaxBytes) return void toast.error(words.pictureTooLarge);
    void send(file);
  };

  return (
    <Section title={words.picture} text={words.pictureText}>
      {picture !== "" && (
        <img
          src={picture}
          alt={words.pictureNow}
          loading="lazy"
          width={1600}
          height={900}
          className="aspect-video w-full max-w-md rounded-md border-2 border-line object-cover"
        />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <label htmlFor={id} aria-busy={isBusy} className={choice}>
          {isBusy ? words.pictureComing : picture === "" ? words.choosePicture : words.chooseOther}
          <input
            id={id}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            disabled={isBusy}
            className="sr-only"
            onChange={choose}
          />
        </label>
        {picture !== "" && (
          <Button variant="bare" onClick={() => void remove({})}>
            {words.removePicture}
          </Button>
        )}
      </div>
    </Section>
  );
}

const choice =
  "inline-flex min-h-11 cursor-pointer items-center rounded-md border-2 border-line bg-raised px-4 font-semibold " +
  "focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-teal hover:border-teal aria-busy:opacity-60";
