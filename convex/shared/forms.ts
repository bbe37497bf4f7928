/**
 * The forms, as zod schemas. The forms in the browser and the server use the same ones. Zod is imported as a namespace, so that bundlers
 * drop its translations, four fifths of its size.
 */
import * as z from "zod";
import { fail } from "./errors";
import { limits } from "./limits";
import { optionalFields, optionalNames } from "./optionalFields";
import { genders, habits, hobbies, interests, type Gender, type Interest } from "./options";
import { strengthOf } from "./password";
import {
  bareHandle,
  bareNumber,
  cleanLine,
  cleanText,
  countCharacters,
  hasContactDetails,
  normaliseEmail,
} from "./text";
import { recordOf } from "./records";

// Otherwise zod tests whether it may run code from strings, and the page's security policy reports that as a violation.
z.config({ jitless: true });

export const sentences = {
  fillAllOnCreate: "Please fill all fields and upload a profile picture",
  fillAllOnEdit: "Please fill all required fields",
  age: `Age must be between ${limits.ageMin} and ${limits.ageMax}`,
  ageRange: `Choose ages from ${limits.ageMin} to ${limits.ageMax}, the younger one first`,
  phone: "Please enter a valid phone number",
  hobbiesMax: `Maximum ${limits.hobbiesMax} hobbies allowed`,
  festivalDays: "Please choose days of the festival",
  hobbyUnknown: "Please choose hobbies from the list",
  contactDetails: "Please keep contact details out of your profile",
  handle: "Please enter a valid Instagram handle",
  photosMax: `You can have up to ${limits.photosMax} photos`,
  photosTwice: "Please choose each photo once",
  emailMissing: "Please enter your email",
  email: "Please enter a valid email address",
  passwordMissing: "Please enter your password",
  passwordShort: `Password must be at least ${limits.passwordMin} characters`,
  passwordLong: `Password must be at most ${limits.passwordMax} characters`,
  passwordsDiffer: "Passwords do not match!",
  code: "Failed to verify OTP",
  ticket: "Please enter the code of your ticket",
  passwordWeak: "Please choose a stronger password",
  resetsDiffer: "Passwords do not match",
} as const;

export const email = z
  .string({ error: sentences.emailMissing })
  .transform(normaliseEmail)
  .pipe(
    z
      .string()
      .min(1, sentences.emailMissing)
      .refine((address) => address === "" || isAddress(address), sentences.email),
  );

/** A new password. Any characters, not trimmed. */
export const newPassword = z
  .string({ error: sentences.passwordShort })
  .min(limits.passwordMin, sentences.passwordShort)
  .max(limits.passwordMax, sentences.passwordLong);

export const emailForm = z.object({ email });
export const invitationForm = z.object({ email, kind: z.enum(["moderator", "organiser"]) });
export const signInForm = z.object({
  email,
  password: z
    .string({ error: sentences.passwordMissing })
    .min(1, sentences.passwordMissing)
    .max(limits.passwordMax, sentences.passwordLong),
});
export const verifyForm = z.object({
  email,
  /** The digits of a mailed code, or the token of the link in the same mail. */
  otp: z
    .string({ error: sentences.code })
    .trim()
    .regex(/^(\d{6}|[0-9a-f]{64})$/, sentences.code),
  password: newPassword,
  /** A ticket code, where sign-ups ask for one. */
  ticket: z.string().max(200, sentences.ticket).optional(),
});
/** Step two of signing up, with the password typed twice. */
export const signUpForm = verifyForm
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ["confirmPassword"],
    error: sentences.passwordsDiffer,
  });

/** A password for a reset: it must also meet three of the strength meter's five criteria. */
export const strongPassword = z
  .string({ error: sentences.passwordWeak })
  .refine((password) => strengthOf(password).score >= limits.resetScore, sentences.passwordWeak)
  .pipe(newPassword);
export const resetForm = z
  .object({ password: strongPassword, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ["confirmPassword"],
    error: sentences.resetsDiffer,
  });

/** A message to the organisers. Name and subject become mail headers, so they have no line breaks. */
export const contactForm = z.object({
  name: contactText(limits.nameMax, "Name", cleanLine),
  email,
  subject: contactText(limits.contactSubjectMax, "Subject", cleanLine),
  message: contactText(limits.contactMessageMax, "Message", cleanText),
});

/** A new profile with its pictures. Lists show the first one. */
export const profileForm = profileFields(sentences.fillAllOnCreate).extend({
  photoIds: photoIds(sentences.fillAllOnCreate),
});
/** An edited profile. Without pictures the old ones stay. */
export const profileEditForm = profileFields(sentences.fillAllOnEdit).extend({
  photoIds: photoIds(sentences.fillAllOnEdit).optional(),
});

export type ProfileForm = z.output<typeof profileForm>;

export function defaultInterest(gender: Gender): Interest {
  return gender === "male" ? "female" : "male";
}

/** Returns the one sentence to show for a form with errors. Missing fields come before wrong ones. */
export function firstSentence(error: z.ZodError): string {
  const all = error.issues.map((issue) => issue.message);
  const missing = all.find((text) => text === sentences.fillAllOnCreate || text === sentences.fillAllOnEdit);
  return missing ?? all[0] ?? sentences.fillAllOnEdit;
}

/** Returns the checked and cleaned input. Throws with the first sentence about an error. */
export function checked<T>(form: z.ZodType<T>, input: unknown): T {
  const parsed = form.safeParse(input);
  if (!parsed.success) fail("BAD_INPUT", firstSentence(parsed.error));
  return parsed.data;
}

function photoIds(fillAll: string) {
  return z
    .array(z.string({ error: fillAll }).min(1, fillAll), { error: fillAll })
    .min(1, fillAll)
    .max(limits.photosMax, sentences.photosMax)
    .refine((ids) => new Set(ids).size === ids.length, sentences.photosTwice);
}

function contactText(max: number, label: string, clean: (text: string) => string) {
  return z
    .string({ error: sentences.fillAllOnEdit })
    .transform(clean)
    .pipe(
      z
        .string()
        .min(1, sentences.fillAllOnEdit)
        .refine((text) => countCharacters(text) <= max, `${label} must be at most ${max} characters`),
    );
}

function ageRange() {
  const age = z
    .number({ error: sentences.ageRange })
    .refine((age) => Number.isInteger(age) && age >= limits.ageMin && age <= limits.ageMax, sentences.ageRange);
  // The error of a wrong order belongs to a field, so that a form can focus it.
  return z
    .object({ min: age, max: age }, { error: sentences.ageRange })
    .refine(({ min, max }) => min <= max, { error: sentences.ageRange, path: ["min"] });
}

/** Dates in order. Readers drop dates that are not days of the festival, because its days can change. */
function festivalDays() {
  return z
    .array(z.string({ error: sentences.festivalDays }), { error: sentences.festivalDays })
    .transform((dates) => [...new Set(dates.filter((date) => /^\d{4}-\d\d-\d\d$/.test(date)))].toSorted())
    .transform((dates) => dates.slice(0, limits.festivalDaysMax));
}

function profileFields(fillAll: string) {
  const required = z.string({ error: fillAll });
  return z.object({
    name: publicLine(required, limits.nameMax, "Name", cleanLine, fillAll),
    bio: publicLine(required, limits.bioMax, "Bio", cleanText, fillAll),
    age: z
      .number({ error: ({ input }) => (input === undefined || input === null ? fillAll : sentences.age) })
      .refine((age) => Number.isInteger(age) && age >= limits.ageMin && age <= limits.ageMax, sentences.age),
    gender: z.enum(genders, { error: fillAll }),
    interestedIn: z.enum(interests, { error: fillAll }).optional(),
    phoneNumber: required.transform(bareNumber).pipe(
      z
        .string()
        .min(1, fillAll)
        .regex(/^(?:\+?\d{10,15})?$/, sentences.phone),
    ),
    instagramHandle: required
      .transform((handle) => bareHandle(cleanLine(handle)))
      .pipe(
        z
          .string()
          .min(1, fillAll)
          // The link of a handle made only of dots would lead elsewhere.
          .regex(/^(?:(?=\.*[A-Za-z0-9_])[A-Za-z0-9._]{1,30})?$/, sentences.handle),
      ),
    drinking: z.enum(habits, { error: fillAll }),
    smoking: z.enum(habits, { error: fillAll }),
    hobbies: z
      .array(z.enum(hobbies, { error: sentences.hobbyUnknown }), { error: fillAll })
      .min(limits.hobbiesMin, fillAll)
      .max(limits.hobbiesMax, sentences.hobbiesMax)
      .transform((chosen) => [...new Set(chosen)]),
    ageRange: ageRange().optional(),
    festivalDays: festivalDays().optional(),
    ...recordOf(optionalNames, (name) => optionalLine(optionalFields[name])),
  });
}

/** Text that other people see: not empty, not too long, and without contact details, which only a match reveals. */
function publicLine(
  required: z.ZodString,
  max: number,
  label: string,
  clean: (text: string) => string,
  fillAll: string,
) {
  return required.transform(clean).pipe(
    z
      .string()
      .min(1, fillAll)
      .refine((text) => countCharacters(text) <= max, `${label} must be at most ${max} characters`)
      .refine((text) => !hasContactDetails(text), sentences.contactDetails),
  );
}

/** A line that may be absent (unchanged) or empty (removed). */
function optionalLine({ max, label }: { max: number; label: string }) {
  return z
    .string()
    .transform(cleanLine)
    .refine((text) => countCharacters(text) <= max, `${label} must be at most ${max} characters`)
    .optional();
}

/** True for a single plain address: no second recipient, no header, no display name. */
function isAddress(address: string): boolean {
  return address.length <= limits.emailMax && z.email().safeParse(address).success;
}
