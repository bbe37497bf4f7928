import { useQuery } from "convex/react";
import { Download } from "lucide-react";
import { api } from "../../../../convex/_generated/api";
import { Button } from "../../../components/Button";
import { Outline } from "../../../components/Outline";
import { Page } from "../../../components/Page";
import { Panel } from "../../../components/Panel";
import { Select } from "../../../components/Select";
import { SkeletonBlock } from "../../../components/SkeletonBlock";
import { classes } from "../../../components/classes";
import { lights } from "../../../components/drawings";
import { useFestival } from "../../../lib/festival";
import { saveFile } from "../../../lib/saveFile";
import { NumbersCharts } from "./NumbersCharts";
import { NumbersNow, NumbersTotals } from "./NumbersTotals";
import { csvOf } from "./numbersCsv";
import { dayText } from "./numbersText";
import { words } from "./numbersWords";
import { daysBefore, inTotal, usePeriod, useSpans, type Span } from "./useNumbers";
import { timeText } from "../../../lib/clock";

/** /organiser/numbers: how much happens, by the hour or by the day. Live, up to the last full minute. */
export function NumbersScreen() {
  const { period, value, today, choose } = usePeriod();
  const { spans, isStale } = useSpans(period);
  const now = useQuery(api.numbers.now, {});
  const { timeZone } = useFestival();

  if (now === undefined || spans === null) return <Loading />;
  const days = daysBefore(today, now.since, timeZone).map((day) => ({ value: day, label: dayText(day) }));
  const isListed = value === "" || value === "all" || days.some((day) => day.value === value);
  const options = [
    { value: "", label: words.today },
    { value: "all", label: words.allDays },
    ...(isListed ? days : [{ value, label: dayText(value) }, ...days]),
  ];
  return (
    <Page title={words.numbers} wide aside={<CsvButton spans={spans} name={period.day ?? "all"} />}>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="w-full sm:w-60">
          <Select
            label={words.period}
            options={options}
            value={value}
            onChange={({ target }) => choose(target.value)}
          />
        </div>
        <p className="text-note text-soft">
          {now.since === null ? words.notYet : words.since(timeText(now.since))}
          <br />
          {words.dayEdge}
        </p>
      </div>
      <NumbersNow now={now} />
      <div aria-busy={isStale} className={classes("transition-opacity", isStale && "opacity-60")}>
        <Counted spans={spans} />
      </div>
    </Page>
  );
}

function Counted({ spans }: { spans: Span[] }) {
  if (spans.length === 0) {
    return (
      <Panel drawing={lights} title={words.empty}>
        {words.emptyText}
      </Panel>
    );
  }
  return (
    <>
      <NumbersTotals counts={inTotal(spans).counts} />
      <NumbersCharts spans={spans} />
    </>
  );
}

function CsvButton({ spans, name }: { spans: Span[]; name: string }) {
  return (
    <Button
      look="quiet"
      disabled={spans.length === 0}
      onClick={() => saveFile(`numbers-${name}.csv`, csvOf(spans), "text/csv")}
    >
      <Download aria-hidden className="size-4" />
      {words.download}
    </Button>
  );
}

function Loading() {
  return (
    <Page title={words.numbers} wide>
      <Outline>
        <div role="status" aria-label={words.loading} className="grid gap-6 sm:grid-cols-3">
          {Array.from({ length: 9 }, (_, i) => (
            <SkeletonBlock key={i} className="h-20" />
          ))}
        </div>
      </Outline>
    </Page>
  );
}
