import { useQuery } from "convex/react";
import { Download } from "lucide-react";
import { api } from "../../../../convex/_generated/api";
import { medianWait, salesOf, type Counts } from "../../../../convex/shared/numbers";
import { features, products, type Feature } from "../../../../convex/shared/prices";
import { Button } from "../../../components/Button";
import { Facts, type Fact } from "../../../components/Facts";
import { Panel } from "../../../components/Panel";
import { Select } from "../../../components/Select";
import { SkeletonBlock } from "../../../components/ScreenSkeleton";
import { classes } from "../../../components/classes";
import { lights } from "../../../components/drawings";
import { timeText } from "../../../lib/clock";
import { useFestival } from "../../../lib/festival";
import { rupees } from "../../../lib/money";
import { saveFile } from "../../../lib/saveFile";
import { Section } from "../Section";
import { NumbersCharts } from "./NumbersCharts";
import { ageText, countText, dayText } from "./numbersText";
import { words } from "./numbersWords";
import { csvOf, daysBefore, totalCounts, usePeriod, useSpans } from "./useNumbers";

/** The activity by hour or by day, up to the last full minute. Live. */
export function NumbersPanel() {
  const { period, value, today, choose } = usePeriod();
  const { spans, isStale } = useSpans(period);
  const current = useQuery(api.numbers.now, {});
  const { timeZone } = useFestival();
  const days = daysBefore(today, current?.since ?? null, timeZone);
  const dayOptions = value === "" || value === "all" || days.includes(value) ? days : [value, ...days];
  const options = [
    { value: "", label: words.today },
    { value: "all", label: words.allDays },
    ...dayOptions.map((day) => ({ value: day, label: dayText(day) })),
  ];
  const download = () => saveFile(`numbers-${period.day ?? "all"}.csv`, csvOf(spans ?? []), "text/csv");

  return (
    <Section
      id="numbers"
      className="mt-12 border-t-2 border-line pt-8"
      title={words.numbers}
      text={`${current?.since ? words.since(timeText(current.since)) : words.notYet} ${words.dayEdge} ${words.withoutDemo}`}
    >
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="w-full sm:w-60">
          <Select
            label={words.period}
            options={options}
            value={value}
            onChange={(event) => choose(event.target.value)}
          />
        </div>
        <Button variant="quiet" disabled={!spans?.length} onClick={download}>
          <Download aria-hidden className="size-4" />
          {words.download}
        </Button>
      </div>
      {spans === null && <SkeletonBlock className="h-60" />}
      {spans?.length === 0 && (
        <Panel drawing={lights} title={words.empty}>
          {words.emptyText}
        </Panel>
      )}
      {spans !== null && spans.length > 0 && (
        <div aria-busy={isStale} className={classes("transition-opacity", isStale && "opacity-60")}>
          <NumbersTotals counts={totalCounts(spans)} />
          <NumbersCharts spans={spans} />
        </div>
      )}
    </Section>
  );
}

function NumbersTotals({ counts }: { counts: Counts }) {
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

/** Returns the median wait for a decision, in short and as a sentence. */
function waitOf(counts: Counts): [string, string] {
  const minutes = medianWait(counts);
  if (minutes === null) return ["–", words.noDecisions];
  if (minutes === Infinity) return ["> 4 h", words.halfLonger];
  return [`≤ ${minutes < 60 ? `${minutes} min` : `${minutes / 60} h`}`, words.halfWithin(ageText(minutes * 60_000))];
}
