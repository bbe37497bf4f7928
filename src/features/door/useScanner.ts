import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useIsVisible } from "../../lib/visibility";

/** `refused`: by the person or the browser's settings. `missing`: no camera, or an unencrypted page. `busy`: the camera does not start. */
export type CameraState = "off" | "starting" | "on" | "refused" | "missing" | "busy";

/**
 * Reads QR codes from the camera while it is on and the page is visible. Reports a code once while it stays in view, and again after `REPEAT_AFTER`
 * ms out of view.
 */
export function useScanner(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOn, setOn] = useState(false);
  const [isReady, setReady] = useState(false);
  const [problem, setProblem] = useState<CameraState>("off");
  const isVisible = useIsVisible();
  const reportCode = useEffectEvent(onCode);

  useEffect(() => {
    if (!isOn || !isVisible) return;
    const controller = new AbortController();
    const ready = () => setReady(true);
    readCodes(video, controller.signal, ready, (text) => reportCode(text)).catch((error: unknown) => {
      if (controller.signal.aborted) return;
      setProblem(problemOf(error));
      setOn(false);
    });
    return () => {
      controller.abort();
      setReady(false);
    };
  }, [isOn, isVisible]);

  const state: CameraState = isOn ? (isReady ? "on" : "starting") : problem;
  return { video, state, start: () => setOn(true) };
}

async function readCodes(
  video: { readonly current: HTMLVideoElement | null },
  signal: AbortSignal,
  onReady: () => void,
  onCode: (text: string) => void,
): Promise<void> {
  // Unencrypted pages have no `mediaDevices`, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) throw new DOMException("No cameras here", "NotFoundError");
  const read = await newQrReader();
  const stream = await devices.getUserMedia({ video: constraints, audio: false });
  const awake = await keepAwake();
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    void awake?.release();
  };
  const element = video.current;
  if (signal.aborted || element === null) return stop();
  signal.addEventListener("abort", stop);
  element.srcObject = stream;
  await element.play();
  onReady();
  const lastRead = { text: "", at: -Infinity };
  while (!signal.aborted) {
    // As after a call, or in another app's hands. The video would show its last picture for ever.
    if (!stream.active) throw new DOMException("The camera was taken away", "NotReadableError");
    const text = element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await read(element) : null;
    if (signal.aborted) return;
    if (text !== null) {
      const isRepeat = text === lastRead.text && performance.now() < lastRead.at + REPEAT_AFTER;
      Object.assign(lastRead, { text, at: performance.now() });
      if (!isRepeat) onCode(text);
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

const constraints = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
/** Milliseconds between two reads. */
const PAUSE = 100;
/** Milliseconds out of view after which the same code counts as a new scan. */
const REPEAT_AFTER = 2_500;

/** Returns the text of a QR code in a video frame. Null: none found. */
type QrReader = (frame: HTMLVideoElement) => Promise<string | null>;

/** The browser's own detector. On phones, only Android has it. */
interface NativeDetector {
  detect: (frame: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface NativeDetectors {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats: () => Promise<string[]>;
}

/** Returns the browser's own QR reader, or loads one written in JavaScript. */
async function newQrReader(): Promise<QrReader> {
  return (await nativeReader()) ?? (await scriptedReader());
}

async function nativeReader(): Promise<QrReader | null> {
  const { BarcodeDetector } = window as { BarcodeDetector?: NativeDetectors };
  // Some phones lack the service behind it. Then it lists no formats, or throws.
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (BarcodeDetector === undefined || !formats?.includes("qr_code")) return null;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (frame) => {
    const codes = await detector.detect(frame).catch(() => []);
    return codes[0]?.rawValue ?? null;
  };
}

async function scriptedReader(): Promise<QrReader> {
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (frame) => {
    const { videoWidth, videoHeight } = frame;
    if (context === null || videoWidth === 0) return null;
    const scale = Math.min(1, MAX_SIDE / Math.max(videoWidth, videoHeight));
    [canvas.width, canvas.height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    context.drawImage(frame, 0, 0, canvas.width, canvas.height);
    const image = context.getImageData(0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(image, { timeLimit: TIME_LIMIT });
    } catch {
      // No code in this frame.
      return null;
    }
  };
}

/** Pixels. Larger frames take longer to read, and ticket codes have few squares. */
const MAX_SIDE = 1_280;
/** Milliseconds per frame, so the picture stays smooth on a slow phone. */
const TIME_LIMIT = 50;
