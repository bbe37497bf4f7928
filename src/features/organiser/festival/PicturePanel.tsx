import { useId, type ChangeEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import { limits } from "../../../../convex/shared/limits";
import { Button } from "../../../components/Button";
import { toast } from "../../../lib/toast";
import { useBusy } from "../../../lib/useBusy";
import { Section } from "../Section";
import { useToastedAction, useToastedMutation } from "../../../lib/toastResult";
import { words } from "./words";

/** The organisers' picture. A chosen file is published at once. */
export function PicturePanel({ picture }: { picture: string }) {
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
