/** Creates people for the REST tests, and registers their secrets with the client. */
import { expect } from "vitest";
import { findInMail } from "../mail";
import {
  handleOf,
  makeAccount,
  makeApplicant,
  makeMember,
  moderatorOf,
  organiserOf,
  phoneOf,
  type Account,
  type Member,
} from "../people";
import { photo } from "../pictures";
import type { Client } from "./client";

/** The owner of mailed secrets that no response may hold. */
const NOBODY = "the mail alone";

type Gender = "male" | "female";
export type Person = Member & { handle: string; phone: string };

/** Returns a new name, so that one person's data is never mistaken for another's. */
export function unique(name: string): string {
  const tail = Array.from({ length: 7 }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(Math.random() * 26)]).join("");
  return `${name} ${tail}`;
}

/** Creates a person with an account and no profile. */
export async function signUp(client: Client, firstName: string): Promise<Omit<Person, "id">> {
  return register(client, await makeAccount(client.ready, unique(firstName)));
}

/** Creates a woman whose profile waits for a moderator. */
export async function apply(client: Client, firstName: string, picture = 1): Promise<Person> {
  return register(client, await makeApplicant(client.ready, { name: unique(firstName), gender: "female", picture }));
}

/** Creates a person approved by a moderator. */
export async function join(client: Client, firstName: string, gender: Gender, picture = 1): Promise<Person> {
  return register(client, await makeMember(client.ready, { name: unique(firstName), gender, picture }));
}

/** Creates two people who like each other. Returns the match's id too. */
export async function makeMatch(client: Client): Promise<[Person, Person, string]> {
  const [uma, raj] = [await join(client, "Uma", "female"), await join(client, "Raj", "male", 2)];
  await like(client, uma, raj);
  client.match(uma.email, raj.email);
  const { body } = await like(client, raj, uma);
  return [uma, raj, body.matchId as string];
}

export async function like(client: Client, { token }: Pick<Person, "token">, { id }: Pick<Person, "id">) {
  return await client.send("POST /users/swipe", { token, body: { profileId: id, liked: true } });
}

/** Returns a woman's profile as the documented client sends it, with the picture as a data URL. */
export async function profileOf({ name, handle, phone }: Omit<Person, "id">) {
  return {
    name,
    gender: "female",
    age: 22,
    bio: "Front row, left of the sound desk.",
    instagramHandle: handle,
    phoneNumber: phone,
    drinking: "Socially",
    smoking: "Never",
    hobbies: ["Music 🎵", "Dancing 💃"],
    profilePicture: `data:image/jpeg;base64,${(await photo(1)).toString("base64")}`,
    profileCompleted: true,
  };
}

/** Has a moderator decide on a person's waiting version. */
export async function decide(client: Client, person: Pick<Account, "name">, decision: object) {
  const request = { token: (await staffOf(client)).moderator, body: decision };
  return await client.send(`POST /moderator/process-profile/${await waitingId(client, person)}`, request);
}

async function waitingId(client: Client, { name }: Pick<Account, "name">): Promise<string> {
  const { moderator } = await staffOf(client);
  const { list } = await client.send("GET /moderator/pending-profiles", { token: moderator });
  return list.find((profile) => profile.name === name)?._id as string;
}

export async function staffOf(client: Client) {
  const [{ token: moderator }, { token: organiser }] = await Promise.all([
    moderatorOf(client.ready),
    organiserOf(client.ready),
  ]);
  for (const [kind, token] of Object.entries({ moderator, organiser })) client.addToken(token, kind);
  return { moderator, organiser };
}

/** Waits for a mail that matches a pattern. Returns the match in the newest. */
export async function matchInMail(client: Client, email: string, pattern: RegExp): Promise<string> {
  return await findInMail(client.ready, email, ({ text }) => pattern.exec(text)?.[1]);
}

export async function resetToken(client: Client, { email }: Pick<Account, "email">): Promise<string> {
  expect((await client.send("POST /auth/reset-password", { body: { email } })).status).toBe(200);
  const token = await matchInMail(client, email, /\/reset-password\/([0-9a-f]{64})/);
  client.addSecret(NOBODY, "link", token);
  return token;
}

function register<T extends Account>(client: Client, person: T): T & { handle: string; phone: string } {
  const { name, email, password, token } = person;
  const secrets = { email, password, handle: handleOf(name), phone: phoneOf(name) };
  for (const [what, value] of Object.entries(secrets)) client.addSecret(email, what, value);
  client.addToken(token, email);
  return { ...person, handle: secrets.handle, phone: secrets.phone };
}
