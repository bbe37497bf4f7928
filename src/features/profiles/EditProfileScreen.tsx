import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import type { DefaultValues } from "react-hook-form";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { optionalNames } from "../../../convex/shared/optionalFields";
import { ButtonLink } from "../../components/Button";
import { OnlineSkeleton } from "../../components/OnlineSkeleton";
import { Page } from "../../components/Page";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { useIsShown } from "../../lib/acts";
import { toast } from "../../lib/toast";
import { useToastedMutation } from "../../lib/toastResult";
import { useMe, type CurrentUser } from "../../session/useAttendee";
import { DayChips, MEETING, MeetingFields } from "./MeetingFields";
import { profileDraft } from "./profileDraft";
import { ProfileForm } from "./ProfileForm";
import { RefusedChange } from "./RefusedChange";
import type { ValidProfile, FormInput } from "./profileSchemas";
import { words } from "./words";
import { recordOf } from "../../../convex/shared/records";

const schema = async () => (await import("./profileSchemas")).profileEditSchema;

/**
 * /edit-profile: the form of /create-profile, filled in. Others see most changes only after a moderator's approval. `home`: the screen
 * after saving. People under review get this form on their waiting page.
 */
export function EditProfileScreen({ home = "/profile" }: { home?: string }) {
  const me = useMe();
  const pending = useQuery(api.profiles.waiting, {});
  const isWaiting = me.moderationStatus === "pending";
  return (
    <Page title={words.editTitle}>
      <Link to={home} className={backLink}>
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
      <div className="mb-8 empty:hidden">
        <RefusedChange />
      </div>
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
  const update = useToastedMutation(api.profiles.update, { success: words.updated, failure: words.updateFailed });
  const saved = (pending ?? me).photos;
  const [draft] = useState(() => profileDraft("edit", me._id, saved));
  const isShown = useIsShown();
  useScrollToMeeting();

  const send = async (profile: ValidProfile, photoIds: string[], hasChanged: () => boolean) => {
    // An update without `photoIds` keeps the photos.
    const isSamePhotos = pending === null && photoIds.join() === saved.map(({ photoId }) => photoId).join();
    const isSaved = await update({ profile: { ...profile, ...(!isSamePhotos && { photoIds }) } });
    if (!isSaved) return null;
    if (hasChanged()) {
      toast.info(words.typedOn);
      return null;
    }
    draft.clear();
    // On a slow connection, the answer may come after the person has left.
    if (isShown()) await navigate(home);
    return null;
  };

  return (
    <ProfileForm
      {...{ schema, draft }}
      initialValues={formInputOf({ ...me, ...pending })}
      asksGender={me.gender === null}
      meeting={
        <MeetingFields hasInterest={me.interestedIn !== null}>
          <DayChips />
        </MeetingFields>
      }
      missingMessage={words.fillRequired}
      button={words.update}
      onSend={send}
    >
      <ButtonLink to={home} variant="quiet" onClick={draft.clear}>
        {words.cancel}
      </ButtonLink>
    </ProfileForm>
  );
}

/** The deck links to the meeting fields at `/edit-profile#meeting`. */
function useScrollToMeeting() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${MEETING}`) document.getElementById(MEETING)?.scrollIntoView();
  }, [hash]);
}

/** The change under review. Null: none. */
type PendingChange = FunctionReturnType<typeof api.profiles.waiting>;
type Shown = Pick<CurrentUser, keyof FormInput>;

/** Returns the profile as form values. Unfilled fields stay empty. */
function formInputOf(me: Shown): DefaultValues<FormInput> {
  const { name, bio, phoneNumber, instagramHandle, hobbies, ageRange, festivalDays } = me;
  return {
    ...{ name, bio, phoneNumber, instagramHandle, hobbies, ageRange, festivalDays },
    ...recordOf(optionalNames, (field) => me[field]),
    ...(me.age !== null && { age: me.age }),
    ...(me.gender !== null && { gender: me.gender }),
    ...(me.interestedIn !== null && { interestedIn: me.interestedIn }),
    ...(me.drinking !== null && { drinking: me.drinking }),
    ...(me.smoking !== null && { smoking: me.smoking }),
  };
}

const backLink =
  "-mt-3 mb-4 inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold text-teal underline-offset-4 hover:text-ink hover:underline";
