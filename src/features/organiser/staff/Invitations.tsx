import { Button } from "../../../components/Button";
import { timeText } from "../../../lib/clock";
import { useStaffActs, type Invitation } from "./useStaffActs";
import { words } from "../words";

/** The links that were mailed and not opened yet, with what to do about each. */
export function Invitations({ invitations, now }: { invitations: Invitation[]; now: number }) {
  if (invitations.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="mb-2 text-title">{words.invitations}</h2>
      <ul className="border-t-2 border-line">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation._id} invitation={invitation} now={now} />
        ))}
      </ul>
    </section>
  );
}

function InvitationRow({ invitation, now }: { invitation: Invitation; now: number }) {
  const { resend, withdraw } = useStaffActs();
  const { email, kind, isNew, by, expiresAt } = invitation;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold break-words">{email}</p>
        <p className="text-note text-soft">
          {words.kinds[kind]}
          {!isNew && ` · ${words.passwordLink}`}
          {" · "}
          {expiresAt > now ? words.invitedBy(by, timeText(expiresAt)) : words.expired(by)}
        </p>
      </div>
      <div className="flex gap-4">
        <Button look="bare" aria-label={words.resendNamed(email)} onClick={() => void resend(invitation)}>
          {words.resend}
        </Button>
        <Button look="bare" aria-label={words.withdrawNamed(email)} onClick={() => void withdraw(invitation)}>
          {words.withdraw}
        </Button>
      </div>
    </li>
  );
}
