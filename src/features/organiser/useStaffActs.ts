import { useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** One of the staff, and a link that waits to be opened, as organisers see them. */
export type Member = FunctionReturnType<typeof api.organiser.staff>[number];
export type Invitation = FunctionReturnType<typeof api.organiser.invitations>[number];

/** What an organiser does with the staff, and what they are told. Each answers whether it is done. */
export function useStaffActs() {
  const call = useToastedCall();
  const [invite, resend, withdraw] = [
    useMutation(api.organiser.invite),
    useMutation(api.organiser.resend),
    useMutation(api.organiser.withdraw),
  ];
  const [setKind, sendPassword, remove] = [
    useMutation(api.organiser.setKind),
    useMutation(api.organiser.sendPassword),
    useMutation(api.organiser.removeMember),
  ];
  const [turnOff, requireAll] = [
    useMutation(api.organiser.turnOffSecondFactor),
    useMutation(api.organiser.requireSecondFactor),
  ];
  const told = async (action: () => Promise<unknown>, success: string | null, failure: string): Promise<boolean> =>
    (await call(action, { ...(success !== null && { success }), failure })).ok;

  return {
    invite: (typed: FunctionArgs<typeof api.organiser.invite>) =>
      told(() => invite(typed), words.sent, words.sendFailed),
    resend: ({ _id: id }: Invitation) => told(() => resend({ id }), words.sent, words.sendFailed),
    withdraw: ({ _id: id }: Invitation) => told(() => withdraw({ id }), words.withdrawn, words.withdrawFailed),
    setKind: ({ _id: userId }: Member, kind: Member["kind"]) =>
      told(() => setKind({ userId, kind }), words.kindChanged, words.kindFailed),
    sendPassword: ({ _id: userId }: Member) =>
      told(() => sendPassword({ userId }), words.passwordSent, words.passwordFailed),
    turnOff: ({ _id: userId }: Member) => told(() => turnOff({ userId }), words.turnedOff, words.turnOffFailed),
    requireAll: (required: boolean) => told(() => requireAll({ required }), null, words.ruleFailed),
    remove: ({ _id: userId }: Member) => told(() => remove({ userId }), words.removed, words.removeFailed),
  };
}
