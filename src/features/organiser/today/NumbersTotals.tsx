import type { ReactNode } from "react";
import { medianWait, type Counts } from "../../../../convex/shared/numbers";
import { limits } from "../../../../convex/shared/limits";
import { money } from "../../../lib/money";
import { useMinute } from "../../../lib/useMinute";
import { ageText, countText } from "./numbersText";
import { words } from "./numbersWords";
import type { Now } from "./useNumbers";

/** Who is there and what waits. */
export function NumbersNow({ now }: { now: Now }) {
  const at = useMinute();
  const { people, profilesWaiting, oldestProfile, mailsWaiting, codesWaiting = 0, oldestCode = null } = now;
  const most = countText(limits.mailsCounted);
  return (
    <Facts title={words.now} id="numbers-now">
      <Fact name={words.people} note={words.peopleHint}>
        {countText(people)}
      </Fact>
      <Fact
        name={words.profilesWaiting}
        note={oldestProfile === null ? words.noneWait : words.oldest(ageText(at - oldestProfile))}
      >
        {countText(profilesWaiting)}
      </Fact>
      <Fact name={words.mailsWaiting} note={words.mailsHint}>
        {mailsWaiting >= limits.mailsCounted ? words.mailsMost(most) : countText(mailsWaiting)}
      </Fact>
      <Fact
        name={words.codesWaiting}
        note={oldestCode === null ? words.noCodes : words.oldest(ageText(at - oldestCode))}
      >
        {codesWaiting >= limits.mailsCounted ? words.mailsMost(most) : countText(codesWaiting)}
      </Fact>
    </Facts>
  );
}

/** What happened in the whole period. */
export function NumbersTotals({ counts }: { counts: Counts }) {
  const { approvals, rejections, goldSold, vipSold, refunds } = counts;
  return (
    <Facts title={words.totals} id="numbers-totals">
      <Fact name={words.signUps}>{countText(counts.signUps)}</Fact>
      <Fact name={words.approvals} note={words.rejected(countText(rejections))}>
        {countText(approvals)}
      </Fact>
      <Fact name={words.waits} note={waitNote(counts)}>
        {waitText(counts)}
      </Fact>
      <Fact name={words.swipes} note={words.takenBack(countText(counts.undos))}>
        {countText(counts.swipes)}
      </Fact>
      <Fact name={words.matches}>{countText(counts.matches)}</Fact>
      <Fact name={words.messages}>{countText(counts.messages)}</Fact>
      <Fact name={words.reports}>{countText(counts.reports)}</Fact>
      <Fact name={words.sales} note={words.sold(countText(goldSold), countText(vipSold))}>
        {rupees(counts.goldAmount + counts.vipAmount)}
      </Fact>
      <Fact name={words.refunds} note={words.refundCount(countText(refunds))}>
        {rupees(counts.refundedAmount)}
      </Fact>
      <Fact name={words.mails} note={words.mailsFailed(countText(counts.mailsFailed))}>
        {countText(counts.mailsSent)}
      </Fact>
    </Facts>
  );
}

function Facts({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="mb-3 text-title">
        {title}
      </h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-t-2 border-line pt-4 sm:grid-cols-3 lg:grid-cols-5">
        {children}
      </dl>
    </section>
  );
}

function Fact({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-note font-semibold text-soft">{name}</dt>
      <dd className="text-title font-bold break-words tabular-nums">{children}</dd>
      {note !== undefined && <dd className="text-note text-soft">{note}</dd>}
    </div>
  );
}

function waitText(counts: Counts): string {
  const minutes = medianWait(counts);
  if (minutes === null) return "–";
  return minutes === Infinity ? "> 4 h" : `≤ ${minutes < 60 ? `${minutes} min` : `${minutes / 60} h`}`;
}

function waitNote(counts: Counts): string {
  const minutes = medianWait(counts);
  if (minutes === null) return words.noDecisions;
  return minutes === Infinity ? words.halfLonger : words.halfWithin(ageText(minutes * 60_000));
}

function rupees(amount: number): string {
  return money({ amount, currency: "INR" });
}
