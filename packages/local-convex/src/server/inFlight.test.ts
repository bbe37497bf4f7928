import { createServer, request as httpRequest, type ClientRequest } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { sendError, sendText, withBody } from "./httpMessages";
import { InFlight, LIMITS, type Flow } from "./inFlight";

const KiB = 1024;
const limits = {
  ...LIMITS,
  largeBytes: 360 * KiB,
  totalSmallBytes: 80 * KiB,
  smallBytes: 4 * KiB,
  perConnection: 160 * KiB,
};
const LARGEST = 200 * KiB;
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A client that sends messages while it is read from, a kibibyte at a time. */
class Sender {
  isRead = true;
  ended = false;
  readonly flow: Flow;
  #remaining: number[];

  constructor(inFlight: InFlight, messages: number[]) {
    this.#remaining = [...messages];
    this.flow = inFlight.open({
      pause: () => (this.isRead = false),
      resume: () => (this.isRead = true),
      end: () => (this.ended = true),
    });
  }

  get isDone(): boolean {
    return this.#remaining.length === 0;
  }

  /** Sends the next kibibyte. Returns the size of the message that it completes, or 0. */
  send(): number {
    const [size] = this.#remaining;
    if (size === undefined || !this.isRead) return 0;
    const arrived = Math.min(size, this.flow.arrivedBytes + KiB);
    this.flow.arrivedBytes = arrived === size ? 0 : arrived;
    if (arrived < size) return 0;
    this.#remaining.shift();
    this.flow.hold(size);
    return size;
  }
}

test("memory stays within its limit for any number of senders and messages, and every message arrives", () => {
  const messages = fc.array(fc.integer({ min: 1, max: LARGEST }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(messages, { minLength: 1, maxLength: 30 }),
      fc.infiniteStream(fc.nat(1_000)),
      (all, chance) => {
        const inFlight = new InFlight(limits);
        stops.push(() => inFlight.stop());
        const senders = all.map((sizes) => new Sender(inFlight, sizes));
        const answers: (() => void)[] = [];
        const next = () => chance.next().value;
        for (let round = 0; senders.some(({ isDone }) => !isDone) || answers.length > 0; round++) {
          expect(round).toBeLessThan(20_000);
          for (const sender of senders) {
            if (next() % 4 === 0) continue;
            const size = sender.send();
            if (size > 0) answers.push(() => sender.flow.release(size));
            expect(sender.flow.heldBytes).toBeLessThanOrEqual(LARGEST + limits.perConnection);
          }
          const limit = limits.largeBytes + limits.totalSmallBytes + LARGEST + senders.length * KiB;
          expect(inFlight.heldBytes).toBeLessThanOrEqual(limit);
          // Running calls get their response eventually.
          if (answers.length > 0 && next() % 3 === 0) answers.splice(next() % answers.length, 1)[0]?.();
        }
        expect(inFlight.heldBytes).toBe(0);
      },
    ),
    { numRuns: 12 },
  );
});

test("small messages arrive while stalled large ones fill their whole limit", () => {
  const inFlight = new InFlight(limits);
  stops.push(() => inFlight.stop());
  const large = Array.from({ length: 40 }, () => new Sender(inFlight, [LARGEST]));
  for (let i = 0; i < 190; i++) for (const sender of large) sender.send();
  expect(large.filter(({ isRead }) => isRead)).toHaveLength(1);

  const small = new Sender(inFlight, [3 * KiB]);
  const sizes = [small.send(), small.send(), small.send()];
  expect(sizes).toEqual([0, 0, 3 * KiB]);
});

test("one connection cannot hold more than its share of pending responses", () => {
  const inFlight = new InFlight(limits);
  stops.push(() => inFlight.stop());
  const greedy = new Sender(
    inFlight,
    Array.from({ length: 20 }, () => 20 * KiB),
  );
  for (let i = 0; i < 1_000; i++) greedy.send();
  expect(greedy.flow.heldBytes).toBeLessThanOrEqual(limits.perConnection + KiB);
  expect(greedy.isRead).toBe(false);

  greedy.flow.release(20 * KiB);
  expect(greedy.isRead).toBe(true);
});

test("a message that takes over half a minute ends its connection; one that the server paused has longer", () => {
  const inFlight = new InFlight(limits);
  stops.push(() => inFlight.stop());
  const idle = new Sender(inFlight, []);
  const slow = new Sender(inFlight, [LARGEST]);
  const waiting = new Sender(inFlight, [LARGEST]);
  for (let i = 0; i < 50; i++) slow.send();
  for (let i = 0; i < 50; i++) waiting.send();
  // Other connections fill the rest with calls that get no response.
  const others = inFlight.open({ pause: () => undefined, resume: () => undefined, end: () => undefined });
  others.hold(limits.largeBytes);
  slow.send();
  waiting.send();
  expect([slow.isRead, waiting.isRead]).toEqual([true, false]);

  for (let second = 0; second < 31; second++) inFlight.tick();
  expect([idle.ended, slow.ended, waiting.ended]).toEqual([false, true, false]);
  for (let second = 31; second < 121; second++) inFlight.tick();
  expect(waiting.ended).toBe(true);
});

test("an HTTP body waits for its slot, a slow one is refused, and an aborted one holds no memory", async () => {
  const inFlight = new InFlight(limits);
  stops.push(() => inFlight.stop());
  const answering: (() => void)[] = [];
  const server = createServer((request, response) => {
    withBody(request, inFlight, async (body) => {
      await new Promise<void>((resolve) => answering.push(resolve));
      sendText(response, 200, String(body.length));
    }).catch((error: unknown) => sendError(request, response, error, () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const begin = () => {
    const sent: ClientRequest = httpRequest({ port, method: "POST", agent: false });
    const status = new Promise<number | undefined>((resolve) => {
      sent
        .once("response", (response) => resolve(response.resume().statusCode))
        .once("error", () => resolve(undefined));
    });
    return { sent, status };
  };

  const [first, second, slow, broken] = [begin(), begin(), begin(), begin()];
  first.sent.end(Buffer.alloc(300 * KiB));
  await expect.poll(() => answering.length).toBe(1);
  second.sent.end(Buffer.alloc(100 * KiB));
  slow.sent.write("x");
  broken.sent.write(Buffer.alloc(2 * KiB));
  await expect.poll(() => inFlight.heldBytes).toBeGreaterThan(302 * KiB);
  broken.sent.destroy();
  answering.shift()?.();
  expect(await first.status).toBe(200);
  await expect.poll(() => answering.length).toBe(1);
  answering.shift()?.();
  expect(await second.status).toBe(200);

  for (let second = 0; second < 31; second++) inFlight.tick();
  expect(await slow.status).toBe(408);
  expect(await broken.status).toBeUndefined();
  await expect.poll(() => inFlight.heldBytes).toBe(0);
});
