import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ArrowLeft } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { FormProvider, useForm, type DefaultValues } from "react-hook-form";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { perOptional } from "../../../convex/shared/optionalFields";
import { Button, ButtonLink } from "../../components/Button";
import { ErrorBoundary } from "../../components/ErrorBoundary";
import { OnlineSkeleton } from "../../components/OnlineSkeleton";
import { Page } from "../../components/Page";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { words as common } from "../../components/words";
import { useMe, type CurrentUser } from "../../session/useAttendee";
import { useLazyResolver } from "../../lib/useLazyResolver";
import { HobbyChips } from "./HobbyChips";
import { PhotoSlots } from "./PhotoSlots";
import type { Filled, Typed } from "./typedProfile";
import { DayChips, MEETING, MeetingFields } from "./MeetingFields";
import { AboutFields, CardFields, HabitFields, OptionalFields } from "./ProfileFields";
import { profileDraft, useSavedDraft } from "./profileDraft";
import { hasMissing, FormError } from "./FormError";
import { usePhotos } from "./usePhotos";
import { useUpdateProfile } from "./useUpdateProfile";
import { words } from "./words";

const RefusedChange = lazy(async () => ({ default: (await import("./RefusedChange")).RefusedChange }));
const schema = async () => (await import("./typedProfile")).typedEdit;

/**
 * /edit-profile: the form of /create-profile, filled in. Others see a change once a moderator has approved it. `home`: where it leads
 * afterwards. A person whose profile waits corrects it on their waiting page.
 */
export function EditProfileScreen({ home = "/profile" }: { home?: string }) {
  const me = useMe();
  const pending = useQuery(api.profiles.waiting, {});
  const isWaiting = me.moderationStatus === "pending";
  return (
    <Page title={words.editTitle}>
      <Link to={home} className={back}>
        <ArrowLeft aria-hidden className="size-5" />
        {isWaiting ? words.backToWaiting : words.back}
      </Link>
      {me.changeWaiting ? (
        <p role="status" className="mb-8 rounded-md bg-tealwash px-4 py-3 text-teal">
          {words.editReplaces}
        </p>
      ) : (
        <p className="mb-8 text-soft">{isWaiting ? words.correctLead : words.editLead}</p>
      )}
      {me.changeRefused && (
        <div className="mb-8">
          <ErrorBoundary fallback={() => null}>
            <Suspense fallback={null}>
              <RefusedChange />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
      {pending === undefined ? (
        <OnlineSkeleton>
          <ScreenSkeleton />
        </OnlineSkeleton>
      ) : (
        <EditForm me={me} pending={pending} home={home} />
      )}
    </Page>
  );
}

/** Starts from the saved draft, else from the pending change, else from the public profile. */
function EditForm({ me, pending, home }: { me: CurrentUser; pending: PendingChange; home: string }) {
  const navigate = useNavigate();
  const update = useUpdateProfile();
  const saved = (pending ?? me).photos;
  const [draft] = useState(() => profileDraft("edit", me._id, saved));
  const photos = usePhotos(draft.photos, draft.savePhotos);
  const picker = useRef<HTMLInputElement>(null);
  const lacksPhoto = photos.slots.length === 0;
  const form = useForm<Typed, unknown, Filled>({
    resolver: useLazyResolver(schema),
    defaultValues: { ...typedOf({ ...me, ...pending }), ...draft.typed },
    shouldFocusError: !lacksPhoto,
  });
  useSavedDraft(form.subscribe, draft);
  useScrollToMeeting();
  const { errors, isSubmitted, isSubmitting } = form.formState;
  const message = lacksPhoto || hasMissing(errors) ? words.fillRequired : photos.error;

  const submit = form.handleSubmit(async (filled) => {
    if (lacksPhoto) return;
    const photoIds = await photos.photoIds();
    // A photo that was chosen and did not arrive: saving without it would drop it unnoticed.
    if (photoIds === null) return;
    if (!(await update(filled, pending === null && isSame(photoIds, saved) ? null : photoIds))) return;
    draft.clear();
    await navigate(home);
  });

  return (
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
          error={isSubmitted && lacksPhoto ? common.required : null}
          input={picker}
          disabled={isSubmitting && !lacksPhoto}
        />
        <AboutFields asksGender={me.gender === null} />
        <MeetingFields hasInterest={me.interestedIn !== null}>
          <DayChips />
        </MeetingFields>
        <CardFields />
        <HobbyChips />
        <HabitFields />
        <OptionalFields />
        <div className="flex flex-col gap-4">
          <FormError text={isSubmitted ? message : null} />
          <Button type="submit" busy={isSubmitting}>
            {words.update}
          </Button>
          <ButtonLink to={home} look="quiet" onClick={draft.clear}>
            {words.cancel}
          </ButtonLink>
        </div>
      </form>
    </FormProvider>
  );
}

/** The deck links to the meeting fields, `/edit-profile#meeting`. */
function useScrollToMeeting() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${MEETING}`) document.getElementById(MEETING)?.scrollIntoView();
  }, [hash]);
}

function isSame(photoIds: readonly string[], saved: readonly { photoId: string }[]): boolean {
  return photoIds.join() === saved.map(({ photoId }) => photoId).join();
}

/** The change that waits for a moderator; null when there is none. */
type PendingChange = FunctionReturnType<typeof api.profiles.waiting>;
type Shown = Pick<CurrentUser, keyof Typed>;

/** The profile as form values. Unfilled fields stay empty. */
function typedOf(me: Shown): DefaultValues<Typed> {
  const { name, bio, phoneNumber, instagramHandle, hobbies, ageRange, festivalDays } = me;
  return {
    ...{ name, bio, phoneNumber, instagramHandle, hobbies, ageRange, festivalDays },
    ...perOptional((field) => me[field]),
    ...(me.age !== null && { age: me.age }),
    ...(me.gender !== null && { gender: me.gender }),
    ...(me.interestedIn !== null && { interestedIn: me.interestedIn }),
    ...(me.drinking !== null && { drinking: me.drinking }),
    ...(me.smoking !== null && { smoking: me.smoking }),
  };
}

const back =
  "-mt-3 mb-4 inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold text-teal underline-offset-4 hover:text-ink hover:underline";
