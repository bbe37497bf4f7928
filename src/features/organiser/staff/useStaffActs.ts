import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useAction, useMutation } from "../../../lib/acts";
import { toastResult } from "../../../lib/toastResult";
import type { Proof } from "../ProofQuestion";
import { words } from "../words";

/** One of the staff, and a link that waits to be opened, as organisers see them. */
export type Member = FunctionReturnType<typeof api.organiser.staff>[number];
export type Invitation = FunctionReturnType<typeof api.organiser.invitations>[number];

/** What an organiser does to another organiser, by their password. */
export type OrganiserChange = FunctionArgs<typeof api.organiser.changeOrganiser>["act"];

/** What an organiser does with the staff, and what they are told. Each answers whether it is done. */
export function useStaffActs() {
  const [invite, resend, withdraw] = [
    useMutation(api.organiser.invite),
    useMutation(api.organiser.resend),
    useMutation(api.organiser.withdraw),
  ];
  const [sendPassword, remove] = [useMutation(api.organiser.sendPassword), useMutation(api.organiser.removeMember)];
  const [turnOff, requireAll] = [
    useMutation(api.organiser.turnOffSecondFactor),
    useMutation(api.organiser.requireSecondFactor),
  ];
  const makeOrganiser = useAction(api.organiser.makeOrganiser);
  const changeOrganiser = useAction(api.organiser.changeOrganiser);
  const told = async (action: () => Promise<unknown>, success: string | null, failure: string): Promise<boolean> =>
    (await toastResult(action, { ...(success !== null && { success }), failure })).ok;

  return {
    invite: (typed: FunctionArgs<typeof api.organiser.invite>) =>
      told(() => invite(typed), words.sent, words.sendFailed),
    resend: ({ _id: id }: Invitation) => told(() => resend({ id }), words.sent, words.sendFailed),
    withdraw: ({ _id: id }: Invitation) => told(() => withdraw({ id }), words.withdrawn, words.withdrawFailed),
    inviteOrganiser: (typed: FunctionArgs<typeof api.organiser.makeOrganiser>) =>
      told(() => makeOrganiser(typed), words.sent, words.sendFailed),
    makeOrganiser: ({ email }: Member, proof: Proof) =>
      told(() => makeOrganiser({ email, ...proof }), words.kindChanged, words.kindFailed),
    changeOrganiser: ({ _id: userId }: Member, act: OrganiserChange, proof: Proof) =>
      told(() => changeOrganiser({ userId, act, ...proof }), changed[act].success, changed[act].failure),
    sendPassword: ({ _id: userId }: Member) =>
      told(() => sendPassword({ userId }), words.passwordSent, words.passwordFailed),
    turnOff: ({ _id: userId }: Member) => told(() => turnOff({ userId }), words.turnedOff, words.turnOffFailed),
    requireAll: (required: boolean) => told(() => requireAll({ required }), null, words.ruleFailed),
    remove: ({ _id: userId }: Member) => told(() => remove({ userId }), words.removed, words.removeFailed),
  };
}

const changed = {
  makeModerator: { success: words.kindChanged, failure: words.kindFailed },
  remove: { success: words.removed, failure: words.removeFailed },
  turnOffSecondFactor: { success: words.turnedOff, failure: words.turnOffFailed },
} as const;
