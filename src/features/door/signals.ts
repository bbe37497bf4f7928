import type { Verdict } from "./doorChecks";

/** Tones in Hz with lengths in ms, and vibration in ms on and off. */
type Signal = { tones: readonly (readonly [frequency: number, length: number])[]; vibration: number[] };

/** Distinguishable without looking: one high tone, two equal ones, one low and long, one short. */
const signals: Record<Exclude<Verdict["kind"], "checking">, Signal> = {
  welcome: { tones: [[880, 160]], vibration: [80] },
  already: {
    tones: [
      [520, 140],
      [520, 140],
    ],
    vibration: [120, 90, 120],
  },
  released: { tones: [[180, 550]], vibration: [500] },
  unknown: { tones: [[180, 550]], vibration: [500] },
  failed: { tones: [[180, 550]], vibration: [500] },
  noted: { tones: [[660, 120]], vibration: [80] },
};

/** Plays sounds and vibrations. Browsers allow both only after a first tap on the page. */
export class Signals {
  #audio: AudioContext | null = null;

  /** Call this in the handler of a tap. */
  unlock(): void {
    this.#audio ??= new AudioContext();
    void this.#audio.resume();
  }

  play(kind: Verdict["kind"], hasSound: boolean): void {
    if (kind === "checking") return;
    const { tones, vibration } = signals[kind];
    // iPhones have no `vibrate`, whatever the types say.
    (navigator.vibrate as typeof navigator.vibrate | undefined)?.call(navigator, vibration);
    if (hasSound && this.#audio !== null) playTones(this.#audio, tones);
  }
}

function playTones(audio: AudioContext, tones: Signal["tones"]) {
  let at = audio.currentTime;
  for (const [frequency, length] of tones) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const end = at + length / 1000;
    tone.type = "square";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.setTargetAtTime(0, end - 0.03, 0.01);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(end);
    at = end + 0.07;
  }
}
