import { options } from "preact";

/**
 * Runs effects right after their render, before the paint: Escape closes a dialog as soon as it is seen. By default they wait for a frame
 * and a timer, and a page in the background gets no frames.
 */
options.requestAnimationFrame = (flush) => queueMicrotask(() => flush());
