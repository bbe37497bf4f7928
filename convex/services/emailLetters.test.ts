import { beforeEach, describe, expect, test } from "vitest";
import { setupTest } from "../testing/product.testing";
import type { Letter } from "./emailLayout";
import {
  announcement,
  approval,
  contact,
  receipt,
  refund,
  rejection,
  reset,
  restoration,
  secondFactorOff,
  signUpCode,
} from "./emailLetters";
import { newLikes, notice } from "./emailNotices";

const nasty = `<img src=x onerror="alert(1)"> & 'so' on\r\nBcc: victim@people.test`;
const festival = { name: "Festival Match", supportEmail: "help@festival.test", timeZone: "Asia/Kolkata" };
const token = "f".repeat(64);
const paid = {
  amount: 9900,
  currency: "INR",
  orderId: "order_1766061000000_k3j9x2",
  paidAt: Date.UTC(2025, 11, 18, 18, 45),
};

const letters: [string, () => Letter, subject: string, says: (string | RegExp)[]][] = [
  [
    "a sign-up code",
    () => signUpCode(festival, "asha@people.test", "048291", token),
    "048291 is your Festival Match code",
    [
      "048291",
      "expires in 10 minutes",
      `https://app.test/auth#signUp=${token}`,
      "expires in 60 minutes",
      "Never share it",
      "If you didn't ask for this code",
    ],
  ],
  [
    "a reset link",
    () => reset(festival, token),
    "Reset your Festival Match password",
    [
      `https://app.test/reset-password/${token}`,
      "works once and expires in 30 minutes",
      "Your password stays the same",
    ],
  ],
  [
    "a receipt for Gold",
    () => receipt(festival, { feature: "unlimited_swipes", ...paid }),
    "Your receipt for Gold",
    [
      "Gold",
      "₹99.00",
      "19 December 2025, 00:15 (festival time)",
      paid.orderId,
      "does not renew",
      "/refund-cancellation",
    ],
  ],
  [
    "a receipt for VIP",
    () => receipt(festival, { feature: "vip_boost", ...paid, amount: 5000 }),
    "Your receipt for VIP",
    ["VIP", "₹50.00", paid.orderId, "does not renew", "one card in five is for VIPs"],
  ],
  [
    "a refund that ends Gold",
    () => refund(festival, { feature: "unlimited_swipes", ...paid, keeps: false }),
    "Your refund for Gold",
    ["₹99.00", paid.orderId, "7 to 10 business days", "The refund ends your Gold.", "help@festival.test"],
  ],
  [
    "a refund of a payment made twice, to the paisa",
    () => refund(festival, { feature: "vip_boost", ...paid, amount: 5001, keeps: true }),
    "Your refund for VIP",
    ["₹50.01", "You still have VIP."],
  ],
  [
    "a second factor that an organiser turned off",
    () => secondFactorOff(festival, "ines@festival.test"),
    "Your Festival Match second factor was turned off",
    ["ines@festival.test", "https://app.test/staff/security", "You didn't ask for it?"],
  ],
  ["an approval", () => approval(festival), "Your Festival Match profile is approved", ["https://app.test/swipe"]],
  [
    "a rejection with a reason",
    () => rejection(festival, { of: "profile", reason: "No face is seen.", signUpsLeft: 3 }),
    "Your Festival Match profile was not approved",
    ["No face is seen.", "3 more times", "https://app.test/auth", "photos have been deleted"],
  ],
  [
    "a rejection without a reason",
    () => rejection(festival, { of: "profile", signUpsLeft: 1 }),
    "Your Festival Match profile was not approved",
    ["once more"],
  ],
  [
    "the last rejection",
    () => rejection(festival, { of: "profile", signUpsLeft: 0 }),
    "Your Festival Match profile was not approved",
    ["cannot sign up again"],
  ],
  [
    "a rejected change",
    () => rejection(festival, { of: "change", reason: "No links.", signUpsLeft: 3 }),
    "Your change to your Festival Match profile was not approved",
    ["No links.", "see your profile without the change", "https://app.test/edit-profile"],
  ],
  ["the end of a suspension", () => restoration(festival), "Your Festival Match profile is back", ["app.test/swipe"]],
  [
    "the announcement of a closing",
    () => announcement(festival, { text: "The app closes on 25 December.", isClosing: true }),
    "Festival Match is closing: download your data",
    ["The app closes on 25 December.", "https://app.test/swipe"],
  ],
  [
    "new likes",
    () => newLikes(festival, token),
    "You have new likes",
    [
      "https://app.test/matches",
      "once a day at most",
      "https://app.test/profile",
      `https://app.test/mails-off#${token}`,
    ],
  ],
  [
    "a match",
    () => notice(festival, "match", token),
    "You have a new match",
    ["https://app.test/matches", "once a day at most", `https://app.test/mails-off#${token}`],
  ],
  [
    "unread messages",
    () => notice(festival, "message", token),
    "You have unread messages",
    ["https://app.test/matches", "once a day at most", `https://app.test/mails-off#${token}`],
  ],
  [
    "a message to the organisers",
    () =>
      contact(festival, {
        name: "Asha",
        email: "asha@people.test",
        subject: "Wristband",
        message: "Lost it.\nWhere to?",
      }),
    "[Contact] Wristband",
    ["From: Asha <asha@people.test>", /Lost it\.\nWhere to\?/],
  ],
];

beforeEach(() => {
  setupTest();
});

describe.each(letters)("%s", (_, write, subject, says) => {
  test("says the same as text and as HTML", () => {
    const { text, html, ...rest } = write();
    expect(rest.subject).toBe(subject);
    for (const part of says) {
      expect(text).toMatch(part instanceof RegExp ? part : new RegExp(escapeForm(part)));
      expect(readable(html)).toMatch(part instanceof RegExp ? part : new RegExp(escapeForm(part)));
    }
  });

  test("loads nothing, has no script, and declares the width for phones and both colour schemes", () => {
    const { html } = write();
    expect(html).not.toMatch(/<(img|script|link|iframe|form|input|svg|video)\b|url\(|@import|javascript:|\son\w+=/i);
    expect([...html.matchAll(/href="([^"]*)"/g)].every(([, href]) => href?.startsWith("https://app.test/"))).toBe(true);
    expect(html).toContain('name="viewport" content="width=device-width,initial-scale=1"');
    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).not.toMatch(/undefined|null|NaN|\[object/);
  });

  test("is short enough that no mail program truncates it", () => {
    expect(new TextEncoder().encode(write().html).length).toBeLessThan(20_000);
  });
});

test("a link and a code each have a line to themselves, so people can copy them", () => {
  expect(signUpCode(festival, "asha@people.test", "048291", token).text.split("\n")).toContain("048291");
  expect(reset(festival, token).text.split("\n")).toContain(`https://app.test/reset-password/${token}`);
});

describe("text written by a stranger", () => {
  const written = () => [
    rejection(festival, { of: "profile", reason: nasty, signUpsLeft: 1 }),
    contact(festival, { name: nasty, email: "asha@people.test", subject: nasty, message: nasty }),
    receipt(festival, { feature: "vip_boost", ...paid, orderId: nasty, currency: nasty }),
  ];

  test("never becomes markup", () => {
    for (const { html } of written()) {
      expect(html).not.toMatch(/<img|"alert|onerror="/);
      expect(html).toContain("&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; &#39;so&#39; on");
    }
  });

  test("never becomes a header: a subject is one line, and Reply-To is a checked address", () => {
    for (const letter of written()) {
      expect(letter.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(Object.keys(letter).every((key) => ["subject", "text", "html", "from", "replyTo"].includes(key))).toBe(
        true,
      );
      expect([undefined, "asha@people.test"]).toContain(letter.replyTo);
    }
  });
});

/** The text that a reader of the HTML sees, and where its links lead. */
function readable(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/href="([^"]*)"/g, ">$1<")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, sign: string) => String.fromCharCode(Number(sign)));
}

function escapeForm(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

test("every letter comes from the sender's address under the festival's name, and no name can add a second address", () => {
  expect(approval(festival).from).toBe("Festival Match <hello@festival.test>");
  expect(approval({ ...festival, name: "Moonlight, by <x@y.test>\r\nBcc: z" }).from).toBe(
    "Moonlight by x y.test Bcc z <hello@festival.test>",
  );
});
