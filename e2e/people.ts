/** Creates people over HTTP. Independent of the test runner. */
import { pbkdf2Sync, randomBytes } from "node:crypto";
import { addressOf, latestCode } from "./mail";
import { photo } from "./pictures";
import type { Ready } from "./product";

export interface Tokens {
  token: string;
  refreshToken: string;
}

/** A person with an account and a session. */
export interface Account extends Tokens {
  name: string;
  email: string;
  password: string;
}

/** A person with a profile. */
export interface Member extends Account {
  id: string;
}

export interface NewPerson {
  name: string;
  gender: "male" | "female";
  picture?: number;
  /** Default: a new one. */
  email?: string;
  /** Fields that differ from the default profile. */
  fields?: { age?: number; bio?: string; interestedIn?: "male" | "female" | "everyone"; hobbies?: string[] };
}

/** Calls a function, signed in if there is a `token`. Returns the response, even a refusal. */
export async function call(ready: Ready, kind: Kind, path: string, args: object, token?: string): Promise<CallResult> {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const body = JSON.stringify({ path, format: "convex_encoded_json", args: [args] });
  const response = await fetch(`${ready.convexUrl}/api/${kind}`, { method: "POST", headers, body });
  return (await response.json()) as CallResult;
}

type Kind = "query" | "mutation" | "action";
type CallResult =
  | { status: "success"; value: unknown }
  | { status: "error"; errorData?: { code: string; message: string } };

/** Calls a function and returns its value. Throws the message of a refusal. */
export async function run(ready: Ready, kind: Kind, path: string, args: object, token?: string): Promise<unknown> {
  const result = await call(ready, kind, path, args, token);
  if (result.status === "error") throw new Error(`${path}: ${JSON.stringify(result)}`);
  return result.value;
}

/** Creates a person with an approved profile. */
export async function makeMember(ready: Ready, details: NewPerson): Promise<Member> {
  const member = await makeApplicant(ready, details);
  await decide(ready, details.name, true);
  return member;
}

/** Creates a person whose profile waits for a moderator. */
export async function makeApplicant(ready: Ready, details: NewPerson): Promise<Member> {
  return await applyWith(ready, await makeAccount(ready, details.name, details.email), details);
}

/** Submits the first profile of an account, as the form does. */
export async function applyWith(ready: Ready, account: Account, details: NewPerson): Promise<Member> {
  const { token } = account;
  const profile = { ...profileOf(details), photoId: await upload(ready, account, details.picture ?? 1) };
  await run(ready, "mutation", "profiles:create", { profile }, token);
  const me = (await run(ready, "query", "profiles:me", {}, token)) as { _id: string };
  return { ...account, id: me._id };
}

/** Uploads a picture. Returns its id. */
export async function upload(ready: Ready, { token }: Account, picture: number): Promise<string> {
  const image = { $bytes: (await photo(picture)).toString("base64") };
  const uploaded = await run(ready, "action", "profiles:uploadPhoto", { image, contentType: "image/jpeg" }, token);
  return (uploaded as { photoId: string }).photoId;
}

/** Creates an account and signs it in, without a mail and with a quick hash. */
export async function makeAccount(
  ready: Ready,
  name: string,
  email = addressOf(name.split(" ")[0] ?? name),
): Promise<Account> {
  const password = `Correct horse ${String(randomBytes(4).readUInt32BE())}`;
  const secret = secretOf(password);
  await runInternal(ready, "mutation", "demo:makeAccount", { email, secret });
  const session = await runInternal(ready, "mutation", "auth:open", { provider: "password", email, secret });
  return { name, email, password, ...(session as { tokens: Tokens }).tokens };
}

/** Creates an account with a mailed code and signs it in. */
export async function signUpByMail(ready: Ready, name: string, email: string): Promise<Account> {
  const password = "correct horse 42";
  await run(ready, "action", "auth:sendOtp", { email });
  await run(ready, "action", "auth:verifyOtp", { email, otp: await latestCode(ready, email), password });
  return { name, email, password, ...(await signInAs(ready, "password", email, password)) };
}

/** Returns a stored password with a single round. The stored value names its rounds. */
function secretOf(password: string): string {
  const salt = randomBytes(16);
  return `pbkdf2$1$${salt.toString("hex")}$${pbkdf2Sync(password, salt, 1, 32, "sha256").toString("hex")}`;
}

export function handleOf(name: string) {
  return `${name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
    .slice(0, 20)}.live`;
}

/** Deletes a person's account, even if they have signed out. */
export async function leave(ready: Ready, { token, email, password }: Pick<Account, "token" | "email" | "password">) {
  const remove = (sessionToken: string) =>
    call(ready, "mutation", "auth:deleteAccount", { verificationText: "delete my acc" }, sessionToken);
  if ((await remove(token)).status === "success") return;
  const params = { email, password };
  const result = await call(ready, "action", "auth:signIn", { provider: "password", params });
  // The sign-in fails if the account is already gone.
  if (result.status === "success") await remove((result.value as { tokens: Tokens }).tokens.token);
}

/** Approves or rejects the waiting profile of a name. */
export async function decide(ready: Ready, name: string, approved: boolean, reason?: string) {
  await decideOn(ready, await versionOf(ready, name), approved, reason);
}

/** Returns the id of the waiting version of a name's profile. */
export async function versionOf(ready: Ready, name: string): Promise<string | undefined> {
  const { token } = await moderatorOf(ready);
  const queue = (await run(ready, "query", "moderator:queue", {}, token)) as { _id: string; name: string }[];
  return queue.find((profile) => profile.name === name)?._id;
}

/** Approves or rejects a waiting version. */
export async function decideOn(ready: Ready, id: string | undefined, approved: boolean, reason?: string) {
  const { token } = await moderatorOf(ready);
  await run(ready, "mutation", "moderator:decide", { id, approved, ...(reason && { reason }) }, token);
}

/** The moderator's session that all tests of a product share. No test signs out of it. */
export async function moderatorOf(ready: Ready): Promise<Tokens> {
  return await staffSession(ready, ready.moderator);
}

/** The organiser's session that all tests of a product share. No test signs out of it. */
export async function organiserOf(ready: Ready): Promise<Tokens> {
  return await staffSession(ready, ready.organiser);
}

function staffSession(ready: Ready, { email, password }: Ready["moderator"]): Promise<Tokens> {
  const key = `${ready.convexUrl} ${email}`;
  const session = staffSessions.get(key) ?? signInAs(ready, "moderator", email, password);
  staffSessions.set(key, session);
  return session;
}

const staffSessions = new Map<string, Promise<Tokens>>();

/** Forgets the shared sessions, for a product that has ended them. */
export function forgetStaff() {
  staffSessions.clear();
}

/** Makes another moderator, as the command line does. */
export async function makeColleague(ready: Ready, email: string, password: string) {
  await runInternal(ready, "action", "moderator:create", { email, password });
}

/** Calls any function as the command line does, internal ones too. Returns its result. */
export async function runInternal(ready: Ready, kind: Kind, path: string, args: object): Promise<unknown> {
  const headers = { "content-type": "application/json", authorization: `Convex ${ready.adminKey}` };
  const body = JSON.stringify({ path, format: "json", args: [args] });
  const response = await fetch(`${ready.convexUrl}/api/${kind}`, { method: "POST", headers, body });
  const result = (await response.json()) as CallResult;
  if (result.status !== "success") throw new Error(`${path}: ${JSON.stringify(result)}`);
  return result.value;
}

export async function signInAs(
  ready: Ready,
  provider: "password" | "moderator",
  email: string,
  password: string,
): Promise<Tokens> {
  const result = await run(ready, "action", "auth:signIn", { provider, params: { email, password } });
  return (result as { tokens: Tokens }).tokens;
}

/** A woman who wants to meet women. No other test uses this audience, so its decks hold only this test's people. */
export function woman(name: string, fields: NewPerson["fields"] = {}): NewPerson {
  return { name, gender: "female", fields: { ...fields, interestedIn: "female" } };
}

/** A name of sixty letters. */
export const longName = "Wilhelmina-Konstantina Ramanathapuram Venkatasubramanian";

/** Returns a phone number for each name, because a second account with the same number is treated differently. */
export function phoneOf(name: string): string {
  const digits = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e8, 7);
  return `+9198${String(digits).padStart(8, "0")}`;
}

function profileOf({ name, gender, fields }: NewPerson) {
  return {
    name,
    gender,
    age: 21,
    bio: "Front row, left of the sound desk.",
    instagramHandle: handleOf(name),
    phoneNumber: phoneOf(name),
    drinking: "Socially",
    smoking: "Never",
    hobbies: ["Music 🎵", "Dancing 💃"],
    ...fields,
  };
}
