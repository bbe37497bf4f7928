import type { StandInRequest, StandInResponse } from "./server";

/** The successful responses to requests with an idempotency key. */
export class Idempotency {
  readonly #earlier = new Map<string, { text: string; response: StandInResponse }>();

  /** Returns the response recorded for the key, or the new one of `send`. Null if the key was used for another body. */
  respond(key: string, { url, text }: StandInRequest, send: () => StandInResponse) {
    const slot = `${url.pathname} ${key}`;
    const earlier = this.#earlier.get(slot);
    if (earlier !== undefined) return earlier.text === text ? { response: earlier.response, isRepeated: true } : null;
    const response = send();
    if (response.status === 200) this.#earlier.set(slot, { text, response });
    return { response, isRepeated: false };
  }
}
