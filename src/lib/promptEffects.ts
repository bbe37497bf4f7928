import { options } from "preact";

const { port1, port2 } = new MessageChannel();
let flushes: (() => void)[] = [];
port1.onmessage = () => {
  const now = flushes;
  flushes = [];
  for (const flush of now) flush();
};

/** Runs effects in the next task. By default they wait for a frame and a timer, and a page in the background gets no frames. */
options.requestAnimationFrame = (flush) => {
  flushes.push(flush);
  port2.postMessage(null);
};
