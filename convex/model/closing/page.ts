/** The public festival page: its settings, its picture and its closing day. */
import { env, type QueryCtx } from "../../_generated/server";
import type { AppState, ClosingPlan } from "../../shared/closing";
import { DRAWN, withTexts, type FestivalPage } from "../../shared/festivalTexts";
import { festivalOf } from "../festival/festival";
import { addressOf } from "../photos/shown";
import { planOf } from "../settings/closingDays";

type PublicClosing = { plan: ClosingPlan | null; state: AppState; stoppedAt: number | undefined };

export async function festivalPageOf(ctx: QueryCtx): Promise<FestivalPage> {
  const picture = ctx.db.query("festivalPictures").first();
  const [festival, closing, row] = await Promise.all([festivalOf(ctx), publicClosingOf(ctx), picture]);
  // An announcement from before the closing was written for an open app, so it is omitted.
  const isOutdated = (festival.announcement?.at ?? Infinity) < (closing.stoppedAt ?? -Infinity);
  const page = withTexts(isOutdated ? { ...festival, announcement: null } : festival, closing);
  if (row === null) return { ...page, socialPicture: `${env.SITE_URL.replace(/\/+$/, "")}${DRAWN}` };
  return { ...page, picture: addressOf(row.wide.path), socialPicture: addressOf(row.social.path) };
}

/** Returns the plan, whether the app is open, and when it closed (ms). */
async function publicClosingOf(ctx: QueryCtx): Promise<PublicClosing> {
  const { closing, plan } = await planOf(ctx);
  return {
    plan,
    stoppedAt: closing?.stoppedAt,
    state: closing?.doneAt !== undefined ? "erased" : closing?.stoppedAt !== undefined ? "closed" : "open",
  };
}
