import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { invitationTokenFor } from "./mails.testing";
import { PASSWORD, type Person } from "./people.testing";
import { settled, type Product } from "./product.testing";

/** A password that is strong enough for a staff link. */
export const STAFF_PASSWORD = "Gate keeper 9!";

/** Invites an address. Returns the token of the mailed link. */
export async function invited(
  t: Product,
  organiser: Person,
  email: string,
  kind: "moderator" | "organiser" = "moderator",
): Promise<string> {
  if (kind === "organiser") await organiser.action(api.organiser.makeOrganiser, { email, password: PASSWORD });
  else await organiser.mutation(api.organiser.invite, { email, kind });
  return await mailedToken(t, email.trim().toLowerCase());
}

/** Returns the token of the newest link mailed to an address. */
export async function mailedToken(t: Product, email: string): Promise<string> {
  await settled(t);
  return invitationTokenFor(email);
}

/** Opens a link and sets a password. */
export async function accept(t: Product, token: string, password = STAFF_PASSWORD): Promise<null> {
  return await t.action(api.staff.acceptInvitation, { token, password });
}

/** Returns the invitation of an address, as organisers list it. */
export async function invitationOf(organiser: Person, email: string): Promise<Id<"invitations">> {
  const waiting = await organiser.query(api.organiser.invitations, {});
  return waiting.find((invitation) => invitation.email === email)!._id;
}
