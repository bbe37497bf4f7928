/** Returns the text of a QR code in a video frame. Null: none found. */
export type QrReader = (frame: HTMLVideoElement) => Promise<string | null>;

/** The browser's own detector. On phones, only Android has it. */
interface NativeDetector {
  detect: (frame: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface NativeDetectors {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats: () => Promise<string[]>;
}

/** Returns the browser's own QR reader, or loads one written in JavaScript. */
export async function newQrReader(): Promise<QrReader> {
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
