import { useQuery_experimental as useQueryResult } from "convex/react";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { ButtonLink } from "../../components/Button";
import { Drawing } from "../../components/Drawing";
import { wall } from "../../components/drawings";
import { Quote } from "../../components/Note";
import { PageLinks } from "../../components/PageLinks";
import { Photo } from "../../components/Photo";
import { Title } from "../../components/Title";
import { timeText } from "../../lib/clock";
import { after } from "../../lib/events";
import { useFestival } from "../../lib/festival";
import { lazyPart } from "../../lib/lazyPart";
import { roughly } from "../../lib/roughly";
import { toast } from "../../lib/toast";
import { useOpenNow } from "../../lib/useOpenNow";
import { lastRejection } from "../../session/lastRejection";
import { useAttendee, useMe, type CurrentUser } from "../../session/useAttendee";
import { DeleteAccount } from "./DeleteAccount";
import { ownWords } from "./ownWords";
import { hasProfileDraft } from "./profileDraft";
import { SignOutButton } from "./SignOutButton";
import { words } from "./words";

const EditProfileScreen = lazyPart("EditProfileScreen", () => import("./EditProfileScreen"));
const CORRECTION = "/moderation-pending?edit";
/** Milliseconds a rejection is shown before the person is signed out. */
const REJECTION_SHOWN = 3_000;

/** /moderation-pending: shows the decision as soon as it is made. After an approval the route guard leads to /swipe, except from the form. */
export function ModerationPendingScreen() {
  const me = useMe();
  const [search] = useSearchParams();

  if (me.moderationStatus === "rejected") return <Rejected me={me} />;
  if (me.moderationStatus === "suspended") return <Suspended me={me} />;
  if (me.moderationStatus === "approved") return <Approved me={me} />;
  if (search.has("edit")) return <Correction />;
  return <UnderReview me={me} />;
}

function UnderReview({ me }: { me: CurrentUser }) {
  return (
    <PendingLayout title={ownWords.underReview}>
      <Polaroid me={me} />
      <div role="status" className="flex flex-col items-center gap-3">
        <h1 className="text-poster">{ownWords.underReview}</h1>
        <Dots />
      </div>
      <div className="flex max-w-sm flex-col gap-3 text-soft">
        <p>{ownWords.underReviewText}</p>
        <p className="font-semibold text-ink">{useReviewTime()}</p>
        <p className="wrap-anywhere">{ownWords.reviewMail(me.email)}</p>
      </div>
      <div className="flex flex-col items-center gap-2">
        <ButtonLink to={CORRECTION} variant="quiet">
          {ownWords.correct}
        </ButtonLink>
        <SignOutButton variant="bare" />
        <DeleteAccount variant="bare" />
      </div>
    </PendingLayout>
  );
}

function useReviewTime(): string {
  const status = useQueryResult({ query: api.numbers.status, args: {} });
  const { approvals, reviewMinutes } = status.status === "success" ? status.data : {};
  if (approvals?.state === "slow") return ownWords.reviewSlow;
  return reviewMinutes ? ownWords.reviewTakes(roughly(reviewMinutes * 60_000)) : ownWords.reviewUsual;
}

/** The submitted profile as a form. Part of this screen, because people under review reach no other. */
function Correction() {
  return (
    <main>
      <EditProfileScreen home="/moderation-pending" />
    </main>
  );
}

/** The approval arrived while the form was open. Unsent changes are now a member's draft, so the members' form continues with them. */
function Approved({ me }: { me: CurrentUser }) {
  const [hasChanges] = useState(() => hasProfileDraft("edit", me._id));
  useEffect(() => {
    if (hasChanges) toast.info(ownWords.approvedWithChanges);
  }, [hasChanges]);
  return <Navigate to={hasChanges ? "/edit-profile" : "/swipe"} replace />;
}

function Rejected({ me: { rejectionReason: reason, maySignUpAgain } }: { me: CurrentUser }) {
  const { signOut } = useAttendee();
  const { supportEmail } = useFestival();
  const { signUps } = useOpenNow();
  const signOutQuietly = useEffectEvent(() => {
    signOut();
    // Written after the sign-out, because that clears all drafts, including this one.
    if (reason !== null) lastRejection.write({ reason });
  });

  useEffect(() => after(REJECTION_SHOWN, signOutQuietly), []);

  return (
    <PendingLayout title={ownWords.rejected}>
      <Drawing>{wall}</Drawing>
      <div role="alert" className="flex w-full max-w-sm flex-col items-center gap-4">
        <h1 className="text-poster">{ownWords.rejected}</h1>
        <p className="text-soft">
          {ownWords.rejectedText} {maySignUpAgain ? signUps && ownWords.mayReturn : ownWords.mayNotReturn(supportEmail)}
        </p>
        {reason !== null && <Quote label={words.rejectedReason}>{reason}</Quote>}
      </div>
      <SignOutButton variant="bare" />
    </PendingLayout>
  );
}

function Suspended({ me: { suspension } }: { me: CurrentUser }) {
  return (
    <PendingLayout title={ownWords.suspended}>
      <Drawing />
      <div role="status" className="flex w-full max-w-sm flex-col items-center gap-4">
        <h1 className="text-poster">{ownWords.suspended}</h1>
        {suspension !== null && (
          <p className="text-note text-soft">{ownWords.suspendedAt(timeText(suspension.at, "longDayTime"))}</p>
        )}
        <p className="text-soft">{ownWords.suspendedText}</p>
        {suspension !== null && <Quote label={ownWords.suspendedReason}>{suspension.reason}</Quote>}
        <p className="text-soft">{ownWords.suspendedAnswerText}</p>
      </div>
      <div className="flex w-full max-w-sm flex-col items-stretch gap-3">
        <ButtonLink to="/contact?appeal">{ownWords.answer}</ButtonLink>
        <SignOutButton />
        <DeleteAccount variant="bare" />
      </div>
    </PendingLayout>
  );
}

function PendingLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stagelight flex min-h-dvh flex-col px-5">
      <Title>{title}</Title>
      <main className="grid flex-1 grid-cols-1 place-items-center pt-[calc(3rem+var(--ribbon))] pb-12">
        <div className="flex w-full flex-col items-center gap-7 text-center">{children}</div>
      </main>
      <footer className="pb-4 text-note text-soft">
        <PageLinks centred />
      </footer>
    </div>
  );
}

function Polaroid({ me }: { me: CurrentUser }) {
  return (
    <figure className="relative w-48 max-w-[85%] -rotate-3 rounded-sm bg-paper p-2.5 pb-3 shadow-lift">
      <span aria-hidden className="band absolute -top-3 left-1/2 h-6 w-24 -translate-x-1/2 rotate-6" />
      <div className="aspect-4/5 overflow-hidden rounded-sm">
        <Photo photo={me.photos[0]} use="list" name={me.name} />
      </div>
      <figcaption
        dir="auto"
        className="mt-2 text-center text-balance wrap-anywhere font-poster text-lead font-semibold text-night"
      >
        {me.name}
      </figcaption>
    </figure>
  );
}

/** Three dots that light up in turn. With reduced motion they stay lit. */
function Dots() {
  return (
    <span aria-hidden className="flex gap-2.5">
      {["0ms", "200ms", "400ms"].map((animationDelay) => (
        <span key={animationDelay} style={{ animationDelay }} className="hot size-3.5 animate-breathe rounded-full" />
      ))}
    </span>
  );
}
