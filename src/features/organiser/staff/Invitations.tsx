import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { Button } from "../../../components/Button";
import { Row, Rows } from "../../../components/Rows";
import { timeText } from "../../../lib/clock";
import { Section } from "../Section";
import { useToastedMutation } from "../../../lib/useToasted";
import { words } from "./words";

/** A link that waits to be opened. */
type Invitation = FunctionReturnType<typeof api.organiser.invitations>[number];

/** The links that were mailed and not opened yet, with what to do about each. */
export function Invitations({ invitations, now }: { invitations: Invitation[]; now: number }) {
  if (invitations.length === 0) return null;
  return (
    <Section title={words.invitations} className="mt-10">
      <Rows>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation._id} invitation={invitation} now={now} />
        ))}
      </Rows>
    </Section>
  );
}

function InvitationRow({ invitation, now }: { invitation: Invitation; now: number }) {
  const resend = useToastedMutation(api.organiser.resend, { success: words.sent, failure: words.sendFailed });
  const withdraw = useToastedMutation(api.organiser.withdraw, {
    success: words.withdrawn,
    failure: words.withdrawFailed,
  });
  const { _id: id, email, kind, isNew, by, expiresAt } = invitation;
  const until = expiresAt > now ? words.invitedBy(by, timeText(expiresAt)) : words.expired(by);
  return (
    <Row name={email} note={[words.kinds[kind], !isNew && words.passwordLink, until].filter(Boolean).join(" · ")}>
      <Button look="bare" aria-label={words.resendNamed(email)} onClick={() => void resend({ id })}>
        {words.resend}
      </Button>
      <Button look="bare" aria-label={words.withdrawNamed(email)} onClick={() => void withdraw({ id })}>
        {words.withdraw}
      </Button>
    </Row>
  );
}
