import { api } from "../_generated/api";
import { aMan } from "./crowd.testing";
import { approve, moderator, type Person } from "./people.testing";
import type { Product } from "./product.testing";
import { profileInput } from "./profiles.testing";
import type { ReportKind } from "../shared/reports";

/** The moderator's reason for suspensions. */
export const SUSPENSION = "You were rude to several people.";
export const REASON = "He sent rude words to my friend.";

/** Reports a person, as an old client does. */
export async function file(me: Person, { userId }: Person, reason = REASON) {
  return await me.mutation(api.reports.file, { reportedUserId: userId, reportedUserName: "somebody", reason });
}

export async function report(me: Person, { userId }: Person, fields: { kind: ReportKind; reason: string }) {
  return await me.mutation(api.reports.file, { reportedUserId: userId, ...fields });
}

export async function block(me: Person, { userId }: Person) {
  return await me.mutation(api.reports.block, { profileId: userId });
}

export async function suspend(t: Product, reporter: Person, reported: Person): Promise<Person> {
  await file(reporter, reported);
  const desk = await moderator(t);
  const report = (await desk.query(api.moderator.reports, {})).at(-1);
  await desk.mutation(api.moderator.suspend, { id: report!._id, reason: SUSPENSION });
  return desk;
}

export async function changeBio(t: Product, ravi: Person, bio: string): Promise<void> {
  await ravi.mutation(api.profiles.update, { profile: profileInput("Ravi", { ...aMan, bio }) });
  await approve(t, ravi);
}
