import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

/** Pixels. This close to the end counts as at the end. This close to the top loads older messages. */
const NEAR_END = 60;
const NEAR_TOP = 240;

type Older = {
  /** The position of the oldest message shown. */
  first: number;
  canLoad: boolean;
  load: () => void;
};

/**
 * Scrolls a thread. The box is laid out from the end, so `scrollTop` counts down from 0 at the newest message. The browser keeps that
 * distance when the keyboard opens or older messages load. So scrolling and resizing need not be distinguished, and only growth below the
 * reader is compensated here.
 */
export function useScroll(older: Older) {
  const [isAtEnd, setAtEnd] = useState(true);
  const { box, lines, note } = usePlace();
  const top = useOlderAtTop(box, older);

  const onScroll = () => {
    if (box.current === null) return;
    note();
    setAtEnd(fromEnd(box.current) < NEAR_END);
  };
  const toEnd = () => {
    box.current?.scrollTo({ top: 0 });
    setAtEnd(true);
  };
  return { box, lines, top, isAtEnd, onScroll, toEnd };
}

/** Keeps the reader's place when content below grows. Stays at the bottom if the reader was already there. */
function usePlace() {
  const box = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  /** The lowest visible line at the last check, and the pixels below it. */
  const noted = useRef<{ line: Element; below: number } | null>(null);

  const note = () => {
    if (box.current === null || lines.current === null) return;
    const { bottom } = box.current.getBoundingClientRect();
    const line = [...lines.current.children].findLast((one) => one.getBoundingClientRect().top < bottom);
    noted.current = line ? { line, below: below(lines.current, line) } : null;
  };
  const keep = useEffectEvent(() => {
    const { current: element } = box;
    if (element === null || lines.current === null) return;
    const { line, below: before } = noted.current ?? {};
    const grown = line?.isConnected && before !== undefined ? below(lines.current, line) - before : 0;
    if (grown !== 0) element.scrollTop = fromEnd(element) < NEAR_END ? 0 : element.scrollTop - grown;
    note();
  });

  useLayoutEffect(() => keep());
  // Lines also change size on their own: when a font loads, or the screen's width changes.
  useEffect(() => {
    if (lines.current === null) return;
    const observer = new ResizeObserver(() => keep());
    observer.observe(lines.current);
    return () => observer.disconnect();
  }, []);
  return { box, lines, note };
}

/**
 * Loads older messages whenever the top is near. Checks again after each load, so a reader who is still there gets more without another
 * scroll.
 */
function useOlderAtTop(box: RefObject<HTMLDivElement | null>, { first, canLoad, load }: Older) {
  const top = useRef<HTMLDivElement>(null);
  const ask = useEffectEvent(load);
  useEffect(() => {
    if (!canLoad || top.current === null) return;
    const near = { root: box.current, rootMargin: `${NEAR_TOP}px 0px 0px` };
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && ask(), near);
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [box, first, canLoad]);
  return top;
}

/** Returns how far the reader has scrolled up, in pixels. */
function fromEnd({ scrollTop }: Element): number {
  return -scrollTop;
}

function below(lines: Element, line: Element): number {
  return lines.getBoundingClientRect().bottom - line.getBoundingClientRect().bottom;
}
