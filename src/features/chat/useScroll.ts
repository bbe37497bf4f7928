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
  const { box, lines, saveAnchor } = useScrollAnchor();
  const top = useOlderAtTop(box, older);

  const onScroll = () => {
    if (box.current === null) return;
    saveAnchor();
    setAtEnd(distanceFromEnd(box.current) < NEAR_END);
  };
  const toEnd = () => {
    box.current?.scrollTo({ top: 0 });
    setAtEnd(true);
  };
  return { box, lines, top, isAtEnd, onScroll, toEnd };
}

/** Keeps the reader's place when content below grows. Stays at the bottom if the reader was already there. */
function useScrollAnchor() {
  const box = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  /** The lowest visible line at the last check, and the pixels below it. */
  const anchor = useRef<{ line: Element; spaceBelow: number } | null>(null);

  const saveAnchor = () => {
    if (box.current === null || lines.current === null) return;
    const { bottom } = box.current.getBoundingClientRect();
    const line = [...lines.current.children].findLast((child) => child.getBoundingClientRect().top < bottom);
    anchor.current = line ? { line, spaceBelow: spaceBelow(lines.current, line) } : null;
  };
  const restoreAnchor = useEffectEvent(() => {
    const { current: element } = box;
    if (element === null || lines.current === null) return;
    const { line, spaceBelow: spaceBefore } = anchor.current ?? {};
    const growth = line?.isConnected && spaceBefore !== undefined ? spaceBelow(lines.current, line) - spaceBefore : 0;
    if (growth !== 0) element.scrollTop = distanceFromEnd(element) < NEAR_END ? 0 : element.scrollTop - growth;
    saveAnchor();
  });

  useLayoutEffect(() => restoreAnchor());
  // Lines also change size on their own: when a font loads, or the screen's width changes.
  useEffect(() => {
    if (lines.current === null) return;
    const observer = new ResizeObserver(() => restoreAnchor());
    observer.observe(lines.current);
    return () => observer.disconnect();
  }, []);
  return { box, lines, saveAnchor };
}

/**
 * Loads older messages whenever the top is near. Checks again after each load, so a reader who is still there gets more without another
 * scroll.
 */
function useOlderAtTop(box: RefObject<HTMLDivElement | null>, { first, canLoad, load }: Older) {
  const top = useRef<HTMLDivElement>(null);
  const loadOlder = useEffectEvent(load);
  useEffect(() => {
    if (!canLoad || top.current === null) return;
    const options = { root: box.current, rootMargin: `${NEAR_TOP}px 0px 0px` };
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && loadOlder(), options);
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [box, first, canLoad]);
  return top;
}

/** Returns how far the reader has scrolled up, in pixels. */
function distanceFromEnd({ scrollTop }: Element): number {
  return -scrollTop;
}

function spaceBelow(lines: Element, line: Element): number {
  return lines.getBoundingClientRect().bottom - line.getBoundingClientRect().bottom;
}
