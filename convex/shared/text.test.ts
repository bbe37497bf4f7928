import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanLine, cleanText, countCharacters, hasContactDetails } from "./text";

/** Blanks, line breaks, invisible and joining characters, marks, and ordinary letters. */
const tricky = fc.constantFrom(
  ..."ae \t\n\r\0\x85\xa0\u200b\u200d\u2028\ufeff\ufe0f\u0301\u0327\u0345\u093f\u0e47\u1100\u1161\u115f\ude00\ud83d豈👩\u{1d159}",
);
const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: tricky, maxLength: 40 }));

describe("text", () => {
  test("does not change when cleaned again, and is visible or empty", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const clean of [cleanLine, cleanText]) {
          const once = clean(text);
          expect(clean(once)).toBe(once);
          expect(once).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/);
          expect(once === "" || once.replace(/[\s\p{Cf}]/gu, "") !== "").toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test.each(["\u{1d159}", "\u{1d159}\u{1d159} \u{1d159}", "\u{13441}", "\ufffc", "\u3164\u2800", "\u115f\u{1d159}"])(
    "%j is invisible, so it becomes empty",
    (text) => {
      expect([cleanLine(text), cleanText(text)]).toEqual(["", ""]);
    },
  );

  test("of any script stays whole, and so does an emoji of several parts", () => {
    for (const text of ["नमस्ते, मैं आशा हूँ", "தமிழ்", "ക്‌ഷ", "👩‍🚀 👨‍👩‍👧", "❤️"]) expect(cleanLine(text)).toBe(text);
  });

  test("keeps the marks that its script needs, but no piles of marks", () => {
    for (const text of ["ကျွန်ုပ်", "มื้อ", "Việt Nam", "हिंदी", "קָמָץ", "e\u0323\u0302".normalize("NFC")]) {
      expect(cleanLine(text)).toBe(text.normalize("NFC"));
    }
    expect(countCharacters(cleanLine(`Z${"\u0334\u0321\u0300\u0351".repeat(14)}oe`))).toBeLessThanOrEqual(6);
    expect(countCharacters(cleanLine(`ส${"\u0e47".repeat(59)}`))).toBeLessThanOrEqual(9);
    expect(cleanLine("a\u200b\u0301")).toBe("á");
  });

  test.each([
    "https://x.y",
    "HTTP://example",
    "www.me.example",
    "my site: asha.com",
    "bit.ly/abc",
    "wa.me/919876543210",
    "insta @asha",
    "＠asha_k",
    "asha@people.test",
    "9876543210",
    "98765 43210",
    "98-76-54-32-10",
    "(+91) 98.76.54.32.10",
    "9\u200b8\u200b7\u200b6\u200b5\u200b4\u200b3\u200b2\u200b1\u200b0",
    "९८७६५४३२१०",
    "９８７６５４３２１０",
    "9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0️⃣",
    "①②③④⑤⑥⑦⑧⑨⓪",
    "insta: foo",
    "Instagram:foo.bar",
    "IG = asha",
    "ig - asha",
    "ig -> asha",
    "my insta id asha",
    "Snap handle is asha",
    "find me on insta asha_k",
    "ｉｎｓｔａ： asha",
    "in\u00adsta: asha",
    "telegram ~ asha",
    "asha。com",
    "asha．com",
    "instagr.am/asha",
    "instagr.am",
    "asha[at]gmail[dot]com",
    "asha (at) gmail.com",
    "asha at gmail dot com",
    "my page: asha (dot) com",
    "9:8:7:6:5:4:3:2:1:0",
    "9•8•7•6•5•4•3•2•1•0",
    "98:76:54:32:10",
    "98·76·54·32·10",
    "9 🔥 8 🔥 7 🔥 6 🔥 5 🔥 4 🔥 3 🔥 2 🔥 1",
    "іnsta: asha",
    "ιηѕτα: asha",
    "ɪɴꜱᴛᴀ: asha",
    "🅘🅝🅢🅣🅐: asha",
    "🅸🅽🆂🆃🅰 id asha",
    "ínstá: asha",
    "insta꞉ asha",
    "аshа.соm",
    "asha•com",
    "ѡѡѡ.asha",
    "asha [аt] gmail [dоt] com",
    "98765O4321",
    "98765 432lO",
    "98765 43210".replace(/0/g, "О"),
  ])("%j has contact details", (text) => {
    expect(hasContactDetails(text)).toBe(true);
  });

  test.each([
    "B.Tech. in 2025, Ph.D. some day",
    "Meet me @ the main stage",
    "Born 14.02.2004. I love chai.",
    "Music.In that order. You and me.To the moon",
    "Batch of 2021-2025",
    "5'11, 24/7 hungry, 100% vegetarian",
    "I rate this 10/10",
    "I love Instagram and hate Telegram.",
    "Snap-happy, big: yes. Instagram is boring",
    "On insta all day, off it all night",
    "Fig: my favourite fruit",
    "Find me (at) the main stage. Always",
    "A polka dot dress and a dot of kajal",
    "10/10 cook • 24/7 awake • batch of 2025",
    "Up 10:30, asleep 02:15",
    "我喜欢音乐。Comedy too",
    "Люблю музыку, чай и долгие концерты. Сам из Москвы.",
    "Αγαπώ τη μουσική. Και τον καφέ.",
    "मुझे संगीत पसंद है। चाय भी",
    "Crêpes, café • naïve, señorita · Ølberg",
    "Level 100 foodie, Olly in 2026, lol 10/10",
  ])("%j has no contact details", (text) => {
    expect(hasContactDetails(text)).toBe(false);
  });
});
