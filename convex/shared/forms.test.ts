import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { email, firstSentence, profileEditForm, profileForm, sentences, signUpForm } from "./forms";
import { limits } from "./limits";
import { genders, habits, hobbies, interests } from "./options";
import { strengthOf } from "./password";
import { cleanLine, cleanText, countCharacters, hasContactDetails, normaliseEmail } from "./text";

const profile = {
  name: "Asha",
  age: 21,
  gender: "female",
  bio: "Late concerts.",
  instagramHandle: "asha.k",
  phoneNumber: "+919876543210",
  drinking: "Never",
  smoking: "Never",
  hobbies: ["Music 🎵"],
  photoIds: ["photo"],
};

test("megabytes of text are cut before cleaning, and still refused as too long", () => {
  for (const flood of ["1 ".repeat(4e6), "\u0301".repeat(4e6), "x".repeat(9e6)]) {
    expect(cleanLine(flood).length).toBeLessThanOrEqual(20_000);
    expect(cleanText(flood).length).toBeLessThanOrEqual(20_000);
    expect(profileForm.safeParse({ ...profile, bio: flood }).success).toBe(false);
    expect(email.safeParse(flood).success).toBe(false);
  }
});

describe("a profile", () => {
  test("that is accepted satisfies every rule, whatever the input was", () => {
    const someAge = fc.oneof(fc.integer({ min: 17, max: 31 }), fc.integer({ min: 18, max: 30 }), fc.double());
    const anything = fc.record(
      {
        name: fc.oneof(fc.string({ unit: "binary" }), fc.string({ minLength: 1 }), fc.anything()),
        age: fc.oneof(fc.double(), fc.integer({ min: 10, max: 40 }), fc.anything()),
        gender: fc.oneof(fc.constantFrom(...genders), fc.string()),
        bio: fc.oneof(fc.string({ unit: "grapheme", maxLength: 200 }), fc.string({ minLength: 1, maxLength: 160 })),
        instagramHandle: fc.oneof(fc.stringMatching(/^@?[a-z.]{1,32}$/), fc.string()),
        phoneNumber: fc.oneof(fc.stringMatching(/^\+?\d{8,17}$/), fc.string()),
        drinking: fc.constantFrom(...habits, ""),
        smoking: fc.constantFrom(...habits),
        hobbies: fc.array(fc.constantFrom(...hobbies, "Stealing"), { maxLength: 7 }),
        interestedIn: fc.option(fc.constantFrom(...interests), { nil: undefined }),
        ageRange: fc.option(fc.record({ min: someAge, max: someAge }), { nil: undefined }),
        festivalDays: fc.option(
          fc.array(fc.oneof(fc.constantFrom("2030-01-30", "2030-01-31", "2030-02-01"), fc.string())),
          { nil: undefined },
        ),
        course: fc.option(fc.string(), { nil: undefined }),
        photoIds: fc.array(fc.string(), { maxLength: 4 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anything, (input) => {
        const { success, data } = profileForm.safeParse({ ...profile, ...input });
        if (!success) return;
        expect(Number.isInteger(data.age) && data.age >= 18 && data.age <= 30).toBe(true);
        expect(data.hobbies.length).toBeGreaterThanOrEqual(1);
        expect(data.hobbies.length).toBeLessThanOrEqual(5);
        expect(new Set(data.hobbies).size).toBe(data.hobbies.length);
        expect(data.phoneNumber).toMatch(/^\+?\d{10,15}$/);
        expect(data.instagramHandle).toMatch(/^[A-Za-z0-9._]{1,30}$/);
        expect(countCharacters(data.bio)).toBeLessThanOrEqual(150);
        for (const text of [data.name, data.bio]) {
          expect(text).toBe(text.trim());
          expect(text).not.toMatch(/^[\s\p{Cf}\p{Cc}]*$/u);
          expect(hasContactDetails(text)).toBe(false);
        }
        const { min = 18, max = 30 } = data.ageRange ?? {};
        expect([min, max].every(Number.isInteger) && 18 <= min && min <= max && max <= 30).toBe(true);
        expect(data.festivalDays ?? []).toEqual([...new Set(data.festivalDays)].toSorted());
        expect(data.festivalDays?.every((date) => /^\d{4}-\d\d-\d\d$/.test(date)) ?? true).toBe(true);
        expect(data.photoIds).not.toContain("");
        expect([1, 2, 3]).toContain(data.photoIds.length);
        expect(new Set(data.photoIds).size).toBe(data.photoIds.length);
      }),
      { numRuns: 1_000 },
    );
  });

  const [wrongAge, tooMany] = ["Age must be between 18 and 30", "Maximum 5 hobbies allowed"];
  const contact = "Please keep contact details out of your profile";
  test.each<[string, object, string]>([
    ["no name", { name: "" }, sentences.fillAllOnCreate],
    ["an invisible name", { name: "\u200b \u3164\u200d" }, sentences.fillAllOnCreate],
    ["no bio", { bio: " \n " }, sentences.fillAllOnCreate],
    ["no gender", { gender: "" }, sentences.fillAllOnCreate],
    ["no phone", { phoneNumber: "" }, sentences.fillAllOnCreate],
    ["no handle", { instagramHandle: "@" }, sentences.fillAllOnCreate],
    ["no drinking", { drinking: "" }, sentences.fillAllOnCreate],
    ["no smoking", { smoking: "Sometimes" }, sentences.fillAllOnCreate],
    ["no hobby", { hobbies: [] }, sentences.fillAllOnCreate],
    ["no picture", { photoIds: [] }, sentences.fillAllOnCreate],
    ["a missing name and a wrong age", { name: "", age: 17 }, sentences.fillAllOnCreate],
    ["age 17", { age: 17 }, wrongAge],
    ["age 31", { age: 31 }, wrongAge],
    ["age 18.5", { age: 18.5 }, wrongAge],
    ["age NaN", { age: NaN }, wrongAge],
    ["age 1e999", { age: Infinity }, wrongAge],
    ["age -0", { age: -0 }, wrongAge],
    ["six hobbies", { hobbies: ["Music 🎵", "Chess ♟️", "Yoga 🧘", "Gaming 🎮", "Movies 🎬", "Reading 📚"] }, tooMany],
    ["one hobby six times", { hobbies: Array(6).fill("Music 🎵") }, tooMany],
    ["a hobby that is not listed", { hobbies: ["Stealing"] }, "Please choose hobbies from the list"],
    ["a long bio", { bio: "x".repeat(151) }, "Bio must be at most 150 characters"],
    ["a long name", { name: "x".repeat(61) }, "Name must be at most 60 characters"],
    ["a handle with a blank", { instagramHandle: "two words" }, "Please enter a valid Instagram handle"],
    ["a link in the bio", { bio: "see www.example.com" }, contact],
    ["a handle in the bio", { bio: "find me @asha.k" }, contact],
    ["a phone in the bio", { bio: "call ९८७६५ ४३२१०" }, contact],
    ["a phone in the name", { name: "Asha 98765-43210" }, contact],
  ])("with %s is refused with its sentence", (_, fields, sentence) => {
    expect(sentenceOf(profileForm.safeParse({ ...profile, ...fields }))).toBe(sentence);
  });

  test("is refused with a sentence, never with an exception", () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        for (const form of [profileForm, profileEditForm, signUpForm]) {
          const { success, error } = form.safeParse(input);
          if (!success) expect(firstSentence(error)).not.toBe("");
        }
      }),
    );
  });

  test("on edit may keep its picture, and has its own sentence for missing fields", () => {
    const { photoIds: _, ...rest } = profile;

    expect(profileEditForm.safeParse(rest).success).toBe(true);
    expect(sentenceOf(profileEditForm.safeParse({ ...rest, bio: "" }))).toBe("Please fill all required fields");
    expect(sentenceOf(profileForm.safeParse(rest))).toBe("Please fill all fields and upload a profile picture");
  });

  test.each(["+91 98765 43210", "+91-98765-43210", "(+91) 98765.43210", "\u202a+91\u00a098765\u201343210\u202c"])(
    "may have its phone number written %j",
    (phoneNumber) => {
      expect(profileForm.parse({ ...profile, phoneNumber }).phoneNumber).toBe("+919876543210");
    },
  );

  test.each(["+91 98765/43210", "98765 4321", "98765+43210", "98765 43210 x", "९८७६५४३२१०"])(
    "cannot have the phone number %j",
    (phoneNumber) => {
      expect(sentenceOf(profileForm.safeParse({ ...profile, phoneNumber }))).toBe(sentences.phone);
    },
  );

  test.each([
    "asha.k",
    "@asha.k",
    " @asha.k ",
    "https://www.instagram.com/asha.k?igsh=MWQ1ZGUxMzBkMA==&utm_source=qr",
    "http://instagram.com/asha.k/",
    "instagram.com/@asha.k#x",
    "HTTPS://M.Instagram.com/asha.k/reels/",
  ])("with the handle %j gets the handle asha.k", (instagramHandle) => {
    expect(profileForm.parse({ ...profile, instagramHandle }).instagramHandle).toBe("asha.k");
  });

  test.each([
    "https://www.instagram.com/",
    "https://www.instagram.com/p/C1x/",
    "https://instagram.com.evil.example/asha.k",
    "https://evil.example/instagram.com/asha.k",
    ".",
    "@..",
  ])("cannot have the handle %j", (instagramHandle) => {
    expect(sentenceOf(profileForm.safeParse({ ...profile, instagramHandle }))).toBe(sentences.handle);
  });

  test.each(["18", "", null, undefined, [], true])("cannot have the age %j", (age) => {
    const expected = age === undefined || age === null ? sentences.fillAllOnCreate : wrongAge;
    expect(sentenceOf(profileForm.safeParse({ ...profile, age }))).toBe(expected);
  });
});

describe("signing up", () => {
  const form = { email: "asha@people.test", otp: "123456", password: "12345678", confirmPassword: "12345678" };

  test("needs the password twice, and accepts a weak one", () => {
    expect(signUpForm.safeParse(form).success).toBe(true);
    expect(sentenceOf(signUpForm.safeParse({ ...form, confirmPassword: "x" }))).toBe("Passwords do not match!");
  });

  test.each(["12345", "1234567", "12 345", "abcdef", "１２３４５６", ""])("refuses %j as a code", (otp) => {
    expect(signUpForm.safeParse({ ...form, otp }).success).toBe(false);
  });
});

describe("an address", () => {
  test("does not change when normalised again", () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "binary" })), (text) => {
        const once = normaliseEmail(text);
        expect(normaliseEmail(once)).toBe(once);
      }),
    );
  });

  test("that is accepted is one mailbox: it can add neither a header nor a second recipient", () => {
    const hostile = fc.string({
      unit: fc.constantFrom("a", "@", ".", ",", ";", "<", ">", '"', "\n", "\r", " ", "\u2028", "％", "b"),
    });
    fc.assert(
      fc.property(fc.oneof(hostile, fc.emailAddress(), fc.string({ unit: "binary" })), (text) => {
        const { success, data } = email.safeParse(text);
        if (success) expect(data).toMatch(/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the strength of a password", () => {
  test.each([
    ["", 0, "red"],
    ["abc", 1, "red"],
    ["abcdefgh", 2, "orange"],
    ["Abcdefgh", 3, "yellow"],
    ["Abcdefg1", 4, "green"],
    ["Abcdef1!", 5, "green"],
  ])("is, for %j, %i and shows %s", (password, score, colour) => {
    expect(strengthOf(password)).toMatchObject({ score, colour });
  });

  test("says what is missing", () => {
    expect(strengthOf("abcdefgh").feedback).toBe("One uppercase letter • One number • One special character");
  });
});

test("there are seventeen hobbies, each with its emoji, and up to five can be chosen", () => {
  expect(hobbies).toHaveLength(17);
  expect(hobbies.every((hobby) => /^[A-Z][a-z]+ \P{ASCII}+$/u.test(hobby))).toBe(true);
  expect([limits.hobbiesMin, limits.hobbiesMax]).toEqual([1, 5]);
});

function sentenceOf({ error }: { error?: Parameters<typeof firstSentence>[0] }): string {
  return error === undefined ? "" : firstSentence(error);
}

test("a form's check runs no code from strings, which the page's security policy would report", async () => {
  const made = vi.fn();
  vi.stubGlobal("Function", function (this: unknown, ...code: string[]) {
    made(...code);
  });
  vi.resetModules();
  const { signUpForm: form } = await import("./forms");
  expect(form.safeParse({ email: 7 }).success).toBe(false);
  vi.unstubAllGlobals();
  expect(made).not.toHaveBeenCalled();
});
