import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { Page } from "../../components/Page";
import { Unanswered, useMutation } from "../../lib/acts";
import { messageOf } from "../../lib/errors";
import { toast } from "../../lib/toast";
import { useMe } from "../../session/useAttendee";
import { DeleteAccount } from "./DeleteAccount";
import { MeetingFields } from "./MeetingFields";
import { profileDraft } from "./profileDraft";
import { ProfileForm } from "./ProfileForm";
import { SignOutButton } from "./SignOutButton";
import type { ValidProfile } from "./profileSchemas";
import { words } from "./words";

const schema = async () => (await import("./profileSchemas")).profileSchema;
const initialValues = { hobbies: [], ageRange: { min: limits.ageMin, max: limits.ageMax } };

/** /create-profile: the form for a new profile. On success the route guard leads to /moderation-pending. */
export function CreateProfileScreen() {
  const { _id } = useMe();
  const [draft] = useState(() => profileDraft("create", _id));
  const create = useMutation(api.profiles.create);
  const send = async (profile: ValidProfile, photoIds: string[]) => {
    try {
      await create({ profile: { ...profile, photoIds } }).catch(lateAnswer);
      draft.clear();
      toast.success(words.created);
      return null;
    } catch (error) {
      return messageOf(error, words.createFailed);
    }
  };

  return (
    <main>
      <Page title={words.createTitle}>
        <p className="-mt-3 mb-8 text-soft">{words.createLead}</p>
        <ProfileForm
          {...{ schema, initialValues, draft }}
          asksGender
          meeting={<MeetingFields />}
          missingMessage={words.fillAll}
          button={words.create}
          onSend={send}
        >
          <SignOutButton variant="bare" />
        </ProfileForm>
        <DeleteAccount variant="bare" className="mt-4 w-full" />
      </Page>
    </main>
  );
}

/** If the connection broke on the way, says so and returns the answer that comes after it. Otherwise rethrows. */
function lateAnswer(error: unknown): Promise<unknown> {
  if (!(error instanceof Unanswered)) throw error;
  toast.error(messageOf(error, words.createFailed));
  return error.answer;
}
