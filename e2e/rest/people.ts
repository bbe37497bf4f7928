/** People who come in through REST alone, as a program of somebody else's would bring them. */
import { expect, inject } from "vitest";
import { addressOf, inMail, latestCode } from "../mail";
import { photo } from "../pictures";
import type { Client } from "./client";

/** Whose a secret is that was mailed and that no answer may hold. */
export const NOBODY = "the mail alone";

export interface Somebody {
  name: string;
  email: string;
  password: string;
  handle: string;
  phone: string;
  token: string;
  id: string;
}

/** A profile as the documented client sends it, with the picture as a data URL. */
export async function profileOf({ name, handle, phone }: Somebody, gender: "male" | "female", picture = 1) {
  return {
    name,
    gender,
    age: 22,
    bio: "Front row, left of the sound desk.",
    instagramHandle: handle,
    phoneNumber: phone,
    drinking: "Socially",
    smoking: "Never",
    hobbies: ["Music 🎵", "Dancing 💃"],
    profilePicture: await dataUrl(picture),
    profileCompleted: true,
  };
}

/** One of the pictures, as a data URL. */
export async function dataUrl(picture: number): Promise<string> {
  return `data:image/jpeg;base64,${(await photo(picture)).toString("base64")}`;
}

/** A name that nobody had before, so that nothing of theirs can be mistaken for somebody else's. */
export function unique(name: string): string {
  const tail = Array.from({ length: 7 }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(Math.random() * 26)]).join("");
  return `${name} ${tail}`;
}

/** Somebody with an account and nothing else. */
export async function signUp(client: Client, first: string): Promise<Somebody> {
  const name = unique(first);
  const email = addressOf(first);
  const digits = String(Math.floor(Math.random() * 1e10)).padStart(10, "0");
  const handle = `${name.toLowerCase().replace(" ", ".")}.live`;
  const secrets = { email, phone: `+91${digits}`, handle, password: `Correct horse ${digits}` };
  for (const [what, value] of Object.entries(secrets)) client.keep(email, what, value);
  await must(client, "POST /auth/send-otp", { body: { email }, as: email });
  const otp = await latestCode(client.ready, email);
  client.keep(NOBODY, "code", otp);
  const { password } = secrets;
  const { token, user } = await must(client, "POST /auth/verify-otp", { body: { email, otp, password }, as: email });
  client.own(token as string, email);
  return { name, ...secrets, token: token as string, id: (user as { _id: string })._id };
}

/** Somebody whose profile waits for a moderator. */
export async function apply(client: Client, first: string, gender: "male" | "female", picture = 1): Promise<Somebody> {
  const somebody = await signUp(client, first);
  await must(client, "POST /users/profile", {
    token: somebody.token,
    body: await profileOf(somebody, gender, picture),
  });
  return somebody;
}

/** A person approved by a moderator. */
export async function join(
  client: Client,
  moderator: string,
  first: string,
  gender: "male" | "female",
  picture = 1,
): Promise<Somebody> {
  const somebody = await apply(client, first, gender, picture);
  const id = await waitingId(client, moderator, somebody.name);
  await must(client, `POST /moderator/process-profile/${id}`, { token: moderator, body: { approved: true } });
  return somebody;
}

/** The version of that person's profile that waits. */
export async function waitingId(client: Client, moderator: string, name: string): Promise<string> {
  const { list } = await client.ask("GET /moderator/pending-profiles", { token: moderator });
  return list.find((one) => one.name === name)?._id as string;
}

/** The session of the moderator that all files share. */
export function moderatorOf(client: Client): string {
  const token = inject("moderatorToken");
  client.own(token, "moderator");
  return token;
}

/** The session of the organiser that all files share. */
export function organiserOf(client: Client): string {
  const token = inject("organiserToken");
  client.own(token, "organiser");
  return token;
}

/** A new session of the moderator. */
export async function signInModerator(client: Client): Promise<string> {
  const { token } = await must(client, "POST /moderator/login", { body: client.ready.moderator, as: "moderator" });
  client.own(token as string, "moderator");
  return token as string;
}

/** What a pattern finds in the newest text mailed to somebody that has it; waits for that mail. */
export async function mailed(client: Client, email: string, pattern: RegExp): Promise<string> {
  return await inMail(client.ready, email, ({ text }) => pattern.exec(text)?.[1]);
}

/** Leaves no one behind for the files that come after. */
export async function leave(client: Client, people: Somebody[]) {
  const body = { verificationText: "delete my acc" };
  await Promise.all(people.map(({ token }) => client.ask("DELETE /users/delete-account", { token, body })));
}

async function must(client: Client, route: string, asking: Parameters<Client["ask"]>[1]) {
  const { status, body, text } = await client.ask(route, asking);
  expect(status, `${route}: ${text}`).toBe(200);
  return body;
}
