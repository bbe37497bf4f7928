import { useQuery } from "convex/react";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { limits } from "../../../../convex/shared/limits";
import { Badge } from "../../../components/Badge";
import { Button, ButtonLink } from "../../../components/Button";
import { Page } from "../../../components/Page";
import { ScreenSkeleton } from "../../../components/ScreenSkeleton";
import { useMinute } from "../../../lib/useMinute";
import { useStaff } from "../../../session/useStaff";
import { timeText } from "../../../lib/clock";
import { Section } from "../Section";
import { Invitations } from "./Invitations";
import { InviteDialog } from "./InviteDialog";
import { ManageDialog, type Member } from "./ManageDialog";
import { SecondFactorRule } from "./SecondFactorRule";
import { words } from "./words";

/** /organiser/staff: all moderators and organisers, who is on now, and the links that were sent. Live. */
export function StaffScreen() {
  const staff = useQuery(api.organiser.staff, {});
  const invitations = useQuery(api.organiser.invitations, {});
  const isRequired = useQuery(api.organiser.isSecondFactorRequired, {});
  const [isInviting, setInviting] = useState(false);
  const [managed, setManaged] = useState<Member["_id"] | null>(null);
  const now = useMinute();
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
      <ul className="border-t-2 border-line">
        {staff.map((row) => (
          <StaffRow key={row._id} member={row} now={now} onManage={() => setManaged(row._id)} />
        ))}
      </ul>
      <Invitations invitations={invitations} now={now} />
      <Section title={words.secondFactor} className="mt-10 max-w-2xl">
        <OwnSecondFactor />
        <SecondFactorRule staff={staff} isRequired={isRequired} />
      </Section>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {member !== undefined && <ManageDialog member={member} onClose={() => setManaged(null)} />}
    </Page>
  );
}

function OwnSecondFactor() {
  const { secondFactor } = useStaff();
  return (
    <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
      {secondFactor ? words.ownOn : words.ownOff}
      <ButtonLink look="bare" to="/staff/security">
        {words.ownSecurity}
      </ButtonLink>
    </p>
  );
}

function StaffRow({ member, now, onManage }: { member: Member; now: number; onManage: () => void }) {
  const { _id: me } = useStaff();
  return (
    <li className="flex items-center gap-4 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{member.email}</p>
        <p className="text-note text-soft">
          {words.kinds[member.kind]}
          {member._id === me && ` · ${words.you}`}
          {member.secondFactor && ` · ${words.secondFactor}`}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-x-4 max-sm:flex-col-reverse max-sm:items-end">
        <Presence seenAt={member.seenAt} now={now} />
        <Button look="bare" aria-label={words.manageNamed(member.email)} onClick={onManage}>
          {words.manage}
        </Button>
      </div>
    </li>
  );
}

function Presence({ seenAt, now }: { seenAt: number | null; now: number }) {
  if (seenAt === null) return <Badge>{words.neverSeen}</Badge>;
  if (seenAt > now - limits.staffOnMs) return <Badge look="teal">{words.on}</Badge>;
  return <Badge>{words.seen(timeText(seenAt))}</Badge>;
}
