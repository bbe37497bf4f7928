import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { shortCount } from "./numbersText";

type Props = {
  labels: string[];
  values: number[];
  /** A value, in full. */
  text: (value: number) => string;
};

/** Bars on a canvas, which screen readers skip: the same is in the table beside it. A touch or the mouse names a bar's value. */
export function BarChart({ labels, values, text }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const isDark = useIsDark();

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const onPoint = ({ cursor }: uPlot) => setPointed(cursor.idx ?? null);
    const options = { ...optionsOf(element, labels), hooks: { setCursor: [onPoint] } };
    const chart = new uPlot(options, [values.map((_, i) => i), values], element);
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
    // The colours come from the style sheet.
  }, [labels, values, isDark]);

  const value = pointed === null ? undefined : values[pointed];
  return (
    <div aria-hidden className="relative">
      <p className="absolute -top-1 right-0 z-10 rounded-sm bg-raised/90 px-1 text-note font-semibold tabular-nums">
        {value !== undefined && `${labels[pointed ?? 0]} · ${text(value)}`}
      </p>
      <div ref={place} className="h-44 w-full" />
    </div>
  );
}

const HEIGHT = 176;
/** Whole numbers: half a match does not happen. */
const steps = [1, 2, 5].flatMap((step) => Array.from({ length: 9 }, (_, i) => step * 10 ** i)).sort((a, b) => a - b);

function optionsOf(element: HTMLElement, labels: string[]): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  const axis = { stroke: colour("soft"), font: `12px ${style.fontFamily}`, ticks: { show: false } };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.6, labels.length - 0.4] },
      y: { range: (_, __, most) => [0, Math.max(1, most * 1.08)] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        space: 48,
        incrs: [1, 2, 3, 4, 6, 8, 12, 24],
        values: (_, at) => at.map((i) => labels[i] ?? ""),
      },
      {
        ...axis,
        size: 44,
        grid: { stroke: colour("line"), width: 1 },
        incrs: steps,
        values: (_, at) => at.map(shortCount),
      },
    ],
    series: [
      {},
      {
        fill: colour("teal"),
        points: { show: false },
        ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.75, 64], radius: 0.15 }) }),
      },
    ],
  };
}

function useIsDark(): boolean {
  const [isDark, setIsDark] = useState(() => dark().matches);
  useEffect(() => {
    const query = dark();
    const change = () => setIsDark(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  return isDark;
}

function dark(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}
