import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useIsVisible } from "../../lib/visibility";
import { newQrReader } from "./qrReader";

/** `refused`: by the person or the browser's settings. `missing`: no camera, or an unencrypted page. `busy`: the camera does not start. */
export type CameraState = "off" | "starting" | "on" | "refused" | "missing" | "busy";

/**
 * Reads QR codes from the camera while it is on and the page is visible. Reports a code once while it stays in view, and again after `AWAY`
 * ms out of view.
 */
export function useScanner(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOn, setOn] = useState(false);
  const [isReady, setReady] = useState(false);
  const [problem, setProblem] = useState<CameraState>("off");
  const isVisible = useIsVisible();
  const found = useEffectEvent(onCode);

  useEffect(() => {
    if (!isOn || !isVisible) return;
    const over = new AbortController();
    const ready = () => setReady(true);
    run(video, over.signal, ready, (text) => found(text)).catch((error: unknown) => {
      if (over.signal.aborted) return;
      setProblem(problemOf(error));
      setOn(false);
    });
    return () => {
      over.abort();
      setReady(false);
    };
  }, [isOn, isVisible]);

  const state: CameraState = isOn ? (isReady ? "on" : "starting") : problem;
  return { video, state, start: () => setOn(true) };
}

async function run(
  video: { readonly current: HTMLVideoElement | null },
  over: AbortSignal,
  onReady: () => void,
  onCode: (text: string) => void,
): Promise<void> {
  // Unencrypted pages have no `mediaDevices`, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) throw new DOMException("No cameras here", "NotFoundError");
  const read = await newQrReader();
  const [stream, awake] = await Promise.all([devices.getUserMedia({ video: wanted, audio: false }), keepAwake()]);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    void awake?.release();
  };
  const frame = video.current;
  if (over.aborted || frame === null) return stop();
  over.addEventListener("abort", stop);
  frame.srcObject = stream;
  await frame.play();
  onReady();
  const last = { text: "", at: -Infinity };
  while (!over.aborted) {
    const text = frame.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await read(frame) : null;
    if (over.aborted) return;
    if (text !== null) {
      const isAgain = text === last.text && performance.now() < last.at + AWAY;
      Object.assign(last, { text, at: performance.now() });
      if (!isAgain) onCode(text);
    }
    await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
  }
}

/** Keeps the screen on, where supported. Returns null otherwise. */
async function keepAwake(): Promise<WakeLockSentinel | null> {
  const lock = navigator.wakeLock as WakeLock | undefined;
  return (await lock?.request("screen").catch(() => null)) ?? null;
}

function problemOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "busy";
}

const wanted = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
/** Milliseconds between two reads. */
const PAUSE = 100;
/** Milliseconds out of view after which the same code counts as a new scan. */
const AWAY = 2_500;
