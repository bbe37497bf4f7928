import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { Badge } from "../../components/Badge";
import { Page } from "../../components/Page";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { useMinute } from "../../lib/useMinute";
import { useStaff } from "../../session/useStaff";
import { words } from "./words";

type Member = FunctionReturnType<typeof api.organiser.staff>[number];

/** /organiser/staff: all moderators and organisers, and who is on now. Live. */
export function StaffScreen() {
  const staff = useQuery(api.organiser.staff, {});
  const now = useMinute();

  if (staff === undefined) return <ScreenSkeleton />;
  return (
    <Page title={words.staff} wide>
      <ul className="border-t-2 border-line">
        {staff.map((member) => (
          <StaffRow key={member._id} member={member} now={now} />
        ))}
      </ul>
    </Page>
  );
}

function StaffRow({ member, now }: { member: Member; now: number }) {
  const { _id: me } = useStaff();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-semibold">{member.email}</p>
        <p className="text-note text-soft">
          {words.kinds[member.kind]}
          {member._id === me && ` · ${words.you}`}
        </p>
      </div>
      <Presence seenAt={member.seenAt} now={now} />
    </li>
  );
}

function Presence({ seenAt, now }: { seenAt: number | null; now: number }) {
  if (seenAt === null) return <Badge>{words.neverSeen}</Badge>;
  if (seenAt > now - limits.staffOnMs) return <Badge look="teal">{words.on}</Badge>;
  return <Badge>{words.seen(dayAndTime.format(seenAt))}</Badge>;
}

const dayAndTime = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});
