import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** So close to the end counts as at the end, and so close to the beginning asks for older messages. */
const NEAR_END = 60;
const NEAR_TOP = 240;

/**
 * The scrolling of a thread: it stays at the newest message while somebody is there, and where they read otherwise, also when
 * older ones come in above. `first` is the position of the oldest one shown.
 */
export function useScroll(first: number, onTop: () => void) {
  const box = useRef<HTMLDivElement>(null);
  /** As it was when it was last looked at. */
  const before = useRef({ first, height: 0, visible: 0 });
  const isFollowing = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);

  useLayoutEffect(() => {
    const { current: element } = box;
    if (element === null) return;
    const { scrollHeight: height, clientHeight: visible } = element;
    if (isFollowing.current) element.scrollTop = height;
    else if (first < before.current.first) element.scrollTop += height - before.current.height;
    before.current = { first, height, visible };
  });

  // The keyboard of a phone, or a box that grows, takes height from the end.
  useEffect(() => {
    const { current: element } = box;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTop = element.scrollHeight;
      Object.assign(before.current, { height: element.scrollHeight, visible: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const { current: element } = box;
    if (element === null) return;
    const { height, visible } = before.current;
    // Who is at the end has not left it because the box or the lines have another size now.
    if (isFollowing.current && (height !== element.scrollHeight || visible !== element.clientHeight)) return;
    isFollowing.current = element.scrollHeight - element.clientHeight - element.scrollTop < NEAR_END;
    setAtEnd(isFollowing.current);
    if (element.scrollTop < NEAR_TOP) onTop();
  };
  const toEnd = () => {
    isFollowing.current = true;
    setAtEnd(true);
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  };
  return { box, isAtEnd, onScroll, toEnd };
}
