import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { limits } from "../../../../convex/shared/limits";
import { Badge } from "../../../components/Badge";
import { Button, ButtonLink } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { Page } from "../../../components/Page";
import { Row, Rows } from "../../../components/Rows";
import { ScreenSkeleton } from "../../../components/ScreenSkeleton";
import { SwitchField } from "../../../components/SwitchField";
import { timeText } from "../../../lib/clock";
import { useToastedMutation } from "../../../lib/toastResult";
import { useFocusAfterRemoval } from "../../../lib/useFocusAfterRemoval";
import { useMinute } from "../../../lib/useMinute";
import { useStaff } from "../../../session/useStaff";
import { Section } from "../Section";
import { InviteDialog } from "./InviteDialog";
import { ManageDialog, type Member } from "./ManageDialog";
import { words } from "./words";

/** /organiser/staff: all moderators and organisers, who is on duty, and the links sent. Live. */
export function StaffScreen() {
  const staff = useQuery(api.organiser.staff, {});
  const invitations = useQuery(api.organiser.invitations, {});
  const isRequired = useQuery(api.organiser.isSecondFactorRequired, {});
  const [isInviting, setInviting] = useState(false);
  const [managed, setManaged] = useState<Member["_id"] | null>(null);
  const now = useMinute();
  const focus = useFocusAfterRemoval();
  const member = staff?.find(({ _id }) => _id === managed);

  if (staff === undefined || invitations === undefined || isRequired === undefined) return <ScreenSkeleton />;
  return (
    <Page
      wide
      title={words.staff}
      aside={
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden className="size-5" />
          {words.invite}
        </Button>
      }
    >
      <Rows>
        {staff.map((row) => (
          <StaffRow key={row._id} member={row} now={now} onManage={() => setManaged(row._id)} />
        ))}
      </Rows>
      {invitations.length > 0 && (
        <Section title={words.invitations} className="mt-10">
          <div {...focus}>
            <Rows>
              {invitations.map((invitation) => (
                <InvitationRow key={invitation._id} invitation={invitation} now={now} />
              ))}
            </Rows>
          </div>
        </Section>
      )}
      <Section title={words.secondFactor} className="mt-10 max-w-2xl">
        <OwnSecondFactor />
        <SecondFactorRule staff={staff} isRequired={isRequired} />
      </Section>
      {isInviting && <InviteDialog staff={staff} onClose={() => setInviting(false)} />}
      {member !== undefined && <ManageDialog member={member} onClose={() => setManaged(null)} />}
    </Page>
  );
}

function OwnSecondFactor() {
  const { secondFactor } = useStaff();
  return (
    <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
      {secondFactor ? words.ownOn : words.ownOff}
      <ButtonLink variant="bare" to="/staff/security">
        {words.ownSecurity}
      </ButtonLink>
    </p>
  );
}

function StaffRow({ member, now, onManage }: { member: Member; now: number; onManage: () => void }) {
  const { _id: me } = useStaff();
  const { _id, email, kind, secondFactor, seenAt } = member;
  const note = [words.kinds[kind], _id === me && words.you, secondFactor && words.secondFactor];
  return (
    <Row name={email} note={note.filter(Boolean).join(" · ")}>
      <Presence seenAt={seenAt} now={now} />
      <Button variant="bare" aria-label={words.manageNamed(email)} onClick={onManage}>
        {words.manage}
      </Button>
    </Row>
  );
}

function Presence({ seenAt, now }: { seenAt: number | null; now: number }) {
  if (seenAt === null) return <Badge>{words.neverSeen}</Badge>;
  if (seenAt > now - limits.staffOnMs) return <Badge variant="teal">{words.on}</Badge>;
  return <Badge>{words.seen(timeText(seenAt))}</Badge>;
}

type Invitation = FunctionReturnType<typeof api.organiser.invitations>[number];

function InvitationRow({ invitation, now }: { invitation: Invitation; now: number }) {
  const resend = useToastedMutation(api.organiser.resend, words.sending);
  const withdraw = useToastedMutation(api.organiser.withdraw, words.withdrawing);
  const { _id: id, email, kind, isNew, by, expiresAt } = invitation;
  const expiry = expiresAt > now ? words.invitedBy(by, timeText(expiresAt)) : words.expired(by);
  return (
    <Row name={email} note={[words.kinds[kind], !isNew && words.passwordLink, expiry].filter(Boolean).join(" · ")}>
      <Button variant="bare" aria-label={words.resendNamed(email)} onClick={() => void resend({ id })}>
        {words.resend}
      </Button>
      <Button variant="bare" aria-label={words.withdrawNamed(email)} onClick={() => void withdraw({ id })}>
        {words.withdraw}
      </Button>
    </Row>
  );
}

/** The rule that all staff need a second factor. Before it locks out staff without one, it says how many. */
function SecondFactorRule({ staff, isRequired }: { staff: readonly Member[]; isRequired: boolean }) {
  const require = useToastedMutation(api.organiser.requireSecondFactor, { failure: words.ruleFailed });
  const { _id: me } = useStaff();
  const [isAsking, setAsking] = useState(false);
  const withoutFactor = staff.filter(({ secondFactor }) => !secondFactor);

  return (
    <>
      <SwitchField
        label={words.rule}
        hint={words.ruleHint}
        on={isRequired}
        onChange={async (required) => {
          if (required && withoutFactor.length > 0) setAsking(true);
          else await require({ required });
        }}
      />
      {isAsking && (
        <ConfirmDialog
          title={words.ruleQuestion}
          description={words.ruleFollows(
            withoutFactor.length,
            staff.length,
            withoutFactor.some(({ _id }) => _id === me),
          )}
          confirm={words.ruleConfirm}
          onConfirm={() => require({ required: true })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
