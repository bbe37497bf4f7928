import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SendResult } from "../../lib/outbox";
import { memoryStorage, settled } from "../../lib/outbox.testing";
import { type Answer, type Check, DoorChecks, type LateFindings } from "./doorChecks";

const NOON = 1_700_000_000_000;
const [welcome, unknown] = [{ kind: "welcome" }, { kind: "unknown" }] as const;

describe("with a network", () => {
  test("a scan shows that it is checking, then the verdict; only a ticket that was let in is refused at its next scan, however it is written", async () => {
    const phone = newPhone();
    phone.scan("AB12 34");
    expect(phone.verdict()).toEqual({ kind: "checking" });
    await phone.answer("AB1234", welcome);
    expect(phone.verdict()).toEqual(welcome);
    phone.later(60_000);
    phone.scan("ab12-34");
    expect(phone.verdict()).toEqual({ kind: "already", at: NOON });

    phone.scan("NO00");
    await phone.answer("NO00", unknown);
    expect(phone.verdict()).toEqual(unknown);
    phone.scan("NO00");
    await phone.answer("NO00", { refused: "failed" });
    expect(phone.verdict()).toEqual({ kind: "failed" });
    phone.scan("NO00");
    expect(phone.sent).toEqual(["AB1234", "NO00", "NO00", "NO00"]);
    expect(phone.late()).toEqual([]);
  });

  test("a check without a result in time is stored; a late bad result is shown and stays listed until dismissed", async () => {
    const phone = newPhone();
    phone.scan("AB1234");
    await phone.timeOut();
    expect(phone.verdict()).toEqual({ kind: "noted" });
    await phone.answer("AB1234", { kind: "already", at: NOON - 60_000 });
    expect(phone.verdict()).toEqual({ kind: "already", at: NOON - 60_000 });
    expect(phone.late()).toEqual([{ key: "key 1", at: NOON, ending: "1234", why: { first: NOON - 60_000 } }]);
    phone.reload();
    expect(phone.late()).toHaveLength(1);
    phone.dismiss("key 1");
    phone.reload();
    expect(phone.late()).toEqual([]);
  });

  test("the next scan does not wait for the previous one, whose late answer does not replace the verdict", async () => {
    const phone = newPhone();
    phone.scan("AB1234");
    phone.scan("CD5678");
    await phone.answer("AB1234", unknown);
    expect(phone.verdict()).toEqual({ kind: "checking" });
    expect(phone.late()).toMatchObject([{ ending: "1234", why: "unknown" }]);
    await phone.answer("CD5678", welcome);
    expect(phone.verdict()).toEqual(welcome);
  });
});

test("a bad result of a check that another tab of the phone sends is listed, too, beside that tab's own", async () => {
  const phone = newPhone();
  phone.cut();
  phone.scan("AB1234");
  const other = phone.openTab();
  phone.scan("CD5678");
  other.outbox.start();
  await phone.answer("AB1234", unknown);
  await phone.answer("CD5678", unknown);
  phone.reload();
  expect(phone.late()).toMatchObject([{ ending: "5678" }, { ending: "1234" }]);
});

test("a bad result of a check that two tabs of the phone send is listed once", async () => {
  const phone = newPhone();
  phone.cut();
  phone.scan("AB1234");
  phone.openTab().outbox.start();
  phone.connect();
  expect(phone.sent).toEqual(["AB1234", "AB1234"]);
  await phone.answer("AB1234", unknown);
  phone.reload();
  expect(phone.late()).toMatchObject([{ ending: "1234", why: "unknown" }]);
});

test("a ticket released after its holder was let in is listed, and can be scanned again", async () => {
  const phone = newPhone();
  phone.cut();
  phone.scan("AB1234");
  phone.connect();
  await phone.answer("AB1234", { kind: "released", at: NOON });
  expect(phone.late()).toMatchObject([{ ending: "1234", why: { released: NOON } }]);
  phone.scan("AB1234");
  expect(phone.open()).toEqual(["AB1234"]);
});

test("despite lost connections, reloads and slow answers, each ticket is checked under one key and no bad answer is lost", async () => {
  const event = fc.oneof(
    { weight: 5, arbitrary: fc.record({ act: fc.constant("scan" as const), ticket: fc.nat(9) }) },
    { weight: 5, arbitrary: fc.record({ act: fc.constantFrom("answer" as const, "timeout" as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constantFrom("cut" as const, "connect" as const, "reload" as const) }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
      const phone = newPhone();
      const answerOf = (code: string): Answer => (code.endsWith("3") ? { kind: "already", at: NOON } : welcome);
      const scanned = new Set<string>();
      const answerNext = async () => {
        const next = phone.open()[0];
        if (next !== undefined) await phone.answer(next, answerOf(next));
      };
      for (const step of events) {
        if (step.act === "scan") {
          phone.scan(`TICKET${step.ticket}`);
          scanned.add(`TICKET${step.ticket}`);
        } else if (step.act === "answer") await answerNext();
        else if (step.act === "timeout") await phone.timeOut();
        else phone[step.act]();
      }
      phone.reload();
      phone.connect();
      await settled();
      while (phone.open().length > 0) await answerNext();

      expect(new Set(phone.checks().map(({ code }) => code))).toEqual(scanned);
      expect(new Set(phone.checks().map(({ key }) => key)).size).toBe(scanned.size);
      expect(phone.waiting()).toBe(0);
      // Shown at the door or listed. A result shown only before a reload is listed too, which does no harm.
      const listed = new Set(phone.late().map(({ ending }) => ending));
      const verdicts = phone.verdicts();
      for (const code of scanned) {
        if (code.endsWith("3")) expect(listed.has("KET3") || verdicts.has("already")).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

function newPhone() {
  const storage = memoryStorage<Check, "failed">();
  const memory = new Map<string, number>();
  const [sent, pending]: [Check[], Map<string, (result: { answer: Answer } | SendResult<"failed">) => void>] = [
    [],
    new Map(),
  ];
  const verdicts = new Set<string>();
  let findings: LateFindings = { late: [], seen: [] };
  let [now, keys] = [NOON, 0];
  const pauses: (() => void)[] = [];
  let [isCut, stop]: [boolean, () => void] = [false, () => undefined];

  const open = () =>
    new DoorChecks({
      storage,
      memory: {
        find: (code) => memory.get(code) ?? null,
        remember: (code, at) => memory.set(code, at),
        forget: (code) => memory.delete(code),
      },
      lateStore: { read: () => findings, write: (next) => (findings = next) },
      sendCheck: (check) => {
        sent.push(check);
        const earlier = pending.get(check.code);
        return new Promise((resolve) =>
          pending.set(check.code, (result) => {
            earlier?.(result);
            resolve(result);
          }),
        );
      },
      withLock: (work) => work(),
      pause: () => new Promise((end) => pauses.push(end)),
      newKey: () => `key ${(keys += 1)}`,
      now: () => now,
    });
  let door = open();
  const recordVerdicts = () => door.onChange(() => verdicts.add(door.state().verdict?.kind ?? ""));
  const connect = () => {
    isCut = false;
    stop();
    stop = door.outbox.start();
  };
  const cut = () => {
    isCut = true;
    stop();
  };
  recordVerdicts();
  connect();

  return {
    get sent() {
      return sent.map(({ code }) => code);
    },
    checks: () => sent,
    open: () => [...pending.keys()],
    verdicts: () => verdicts,
    waiting: () => door.outbox.queued().length,
    verdict: () => door.state().verdict,
    late: () => door.state().late,
    scan: (text: string) => door.scan(text, isCut),
    dismiss: (key: string) => door.dismiss(key),
    later: (ms: number) => (now += ms),
    connect,
    cut,
    openTab: open,
    reload: () => {
      stop();
      pending.clear();
      door = open();
      recordVerdicts();
      if (!isCut) connect();
    },
    answer: async (code: string, answer: Answer | { refused: "failed" }) => {
      pending.get(code)?.("refused" in answer ? answer : { answer });
      pending.delete(code);
      await settled();
    },
    timeOut: async () => {
      for (const end of pauses.splice(0)) end();
      await settled();
    },
  };
}
