import { medianWait, salesOf, type Counts } from "../../../../convex/shared/numbers";
import { features, products, type Feature } from "../../../../convex/shared/prices";
import { Facts, type Fact } from "../../../components/Facts";
import { rupees } from "../../../lib/money";
import { ageText, countText } from "./numbersText";
import { words } from "./numbersWords";

/** What happened in the whole period. */
export function NumbersTotals({ counts }: { counts: Counts }) {
  const facts: Fact[] = [
    [words.signUps, countText(counts.signUps)],
    [words.approvals, countText(counts.approvals), words.rejected(countText(counts.rejections))],
    [words.waits, ...waitOf(counts)],
    [words.swipes, countText(counts.swipes), words.takenBack(countText(counts.undos))],
    [words.matches, countText(counts.matches)],
    [words.messages, countText(counts.messages)],
    [words.reports, countText(counts.reports)],
    [words.sales, rupees(salesOf(counts)), features.map((feature) => soldText(counts, feature)).join(", ")],
    [words.refunds, rupees(counts.refundedAmount), words.refundCount(countText(counts.refunds))],
    [words.mails, countText(counts.mailsSent), words.mailsFailed(countText(counts.mailsFailed))],
  ];
  return <Facts isLarge className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-5" facts={facts} />;
}

function soldText(counts: Counts, feature: Feature): string {
  const { key, name } = products[feature];
  return `${countText(counts[`${key}Sold`])} ${name}`;
}

/** How long half of the people waited for a decision, and the same as a sentence. */
function waitOf(counts: Counts): [string, string] {
  const minutes = medianWait(counts);
  if (minutes === null) return ["–", words.noDecisions];
  if (minutes === Infinity) return ["> 4 h", words.halfLonger];
  return [`≤ ${minutes < 60 ? `${minutes} min` : `${minutes / 60} h`}`, words.halfWithin(ageText(minutes * 60_000))];
}
