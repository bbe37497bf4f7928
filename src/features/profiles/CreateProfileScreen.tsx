import { useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { Page } from "../../components/Page";
import { words as common } from "../../components/words";
import { useMe } from "../../session/useAttendee";
import { useLazyResolver } from "../../lib/useLazyResolver";
import { HobbyChips } from "./HobbyChips";
import { PhotoSlots } from "./PhotoSlots";
import type { Filled, Typed } from "./typedProfile";
import { profileDraft, useSavedDraft } from "./profileDraft";
import { AboutFields, CardFields, HabitFields, OptionalFields } from "./ProfileFields";
import { MeetingFields } from "./MeetingFields";
import { useCreateProfile } from "./useCreateProfile";
import { hasMissing, FormError } from "./FormError";
import { usePhotos } from "./usePhotos";
import { SignOutButton } from "./SignOutButton";
import { words } from "./words";

const schema = async () => (await import("./typedProfile")).typedProfile;

const anyAge = { min: limits.ageMin, max: limits.ageMax };

/** /create-profile: the form for a new profile. On success the route guard leads to /moderation-pending. */
export function CreateProfileScreen() {
  const { _id } = useMe();
  const [draft] = useState(() => profileDraft("create", _id));
  const photos = usePhotos(draft.photos, draft.savePhotos);
  const picker = useRef<HTMLInputElement>(null);
  const lacksPhoto = photos.slots.length === 0;
  const form = useForm<Typed, unknown, Filled>({
    resolver: useLazyResolver(schema),
    defaultValues: { hobbies: [], ageRange: anyAge, ...draft.typed },
    // The photo comes first and is no field of the form: when it is missing, the focus goes there.
    shouldFocusError: !lacksPhoto,
  });
  const create = useCreateProfile(draft.clear);
  const [refusal, setRefusal] = useState<string | null>(null);
  useSavedDraft(form.subscribe, draft);

  const { errors, isSubmitted, isSubmitting } = form.formState;
  const isMissing = lacksPhoto || hasMissing(errors);
  const stillNeeded = isSubmitted && lacksPhoto ? common.required : null;
  const message = isMissing ? words.fillAll : (refusal ?? photos.error);
  const submit = form.handleSubmit(async (filled) => {
    setRefusal(null);
    const photoIds = await photos.photoIds();
    if (photoIds !== null) setRefusal(await create(filled, photoIds));
  });

  return (
    <main>
      <Page title={words.createTitle}>
        <p className="-mt-3 mb-8 text-soft">{words.createLead}</p>
        <FormProvider {...form}>
          <form
            noValidate
            onSubmit={(event) => {
              if (lacksPhoto) picker.current?.focus();
              void submit(event);
            }}
            className="flex flex-col gap-10"
          >
            <PhotoSlots
              photos={photos}
              error={stillNeeded}
              input={picker}
              // Without a photo nothing is sent, and the focus stays here.
              disabled={isSubmitting && !lacksPhoto}
            />
            <AboutFields asksGender />
            <MeetingFields />
            <CardFields />
            <HobbyChips />
            <HabitFields />
            <OptionalFields />
            <div className="flex flex-col gap-4">
              <FormError text={isSubmitted ? message : null} />
              <Button type="submit" busy={isSubmitting}>
                {words.create}
              </Button>
              <SignOutButton look="bare" />
            </div>
          </form>
        </FormProvider>
      </Page>
    </main>
  );
}
