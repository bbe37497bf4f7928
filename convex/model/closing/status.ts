/** The closing as organisers and the command line see it: its days, and the progress of the erasing. */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { closingStatus } from "../../validators/closing";
import { erasureRunOf, festivalDetailsOf } from "../festival/festival";
import { planOf } from "../settings/closingDays";
import { erasures, type Erasure } from "./erasures";

type Status = Infer<typeof closingStatus>;

export async function closingStatusOf(ctx: QueryCtx): Promise<Status> {
  const { calendar, closing, plan } = await planOf(ctx);
  const run = closing && (await erasureRunOf(ctx, closing._id));
  return {
    festival: (await festivalDetailsOf(ctx)).name,
    stage: stageOf(closing),
    timeZone: calendar.timeZone,
    lastDay: calendar.lastDay,
    erasesOn: plan?.erasesOn ?? null,
    latestDay: plan?.latestDay ?? null,
    endableAt: plan?.endableAt ?? null,
    announcesAt: plan?.announcesAt ?? null,
    stopsAt: plan?.stopsAt ?? null,
    erasesAt: plan?.erasesAt ?? null,
    announcedAt: closing?.announcedAt ?? null,
    stoppedAt: closing?.stoppedAt ?? null,
    startedAt: closing?.startedAt ?? null,
    doneAt: closing?.doneAt ?? null,
    phase: run?.phase ?? null,
    batches: run?.turn ?? 0,
    steps: (run?.steps ?? []).map((step) => ({ ...step, kept: retentionReason(step.table) })),
    proof: run?.proof ?? null,
  };
}

function stageOf(closing: Doc<"closings"> | null): Status["stage"] {
  if (closing?.doneAt !== undefined) return "done";
  if (closing?.startedAt !== undefined) return "erasing";
  if (closing?.stoppedAt !== undefined) return "stopped";
  return closing?.announcedAt === undefined ? "planned" : "announced";
}

function retentionReason(table: string): string | null {
  const erasure = (erasures as Record<string, Erasure>)[table];
  if (erasure === undefined || erasure === "all") return null;
  if (erasure === "people") return "the staff";
  return "kept" in erasure ? erasure.kept : erasure.withoutPeople;
}
