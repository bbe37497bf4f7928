/** Makes people over HTTP, with the public functions that the page calls. Independent of the test runner. */
import { addressOf, latestCode } from "./mail";
import { photo } from "./pictures";
import type { Ready } from "./product";

/** What a sign-in gives: the token of a session, and what renews it. */
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

export interface Wish {
  name: string;
  gender: "male" | "female";
  picture?: number;
  /** The address; without it, a new one. */
  email?: string;
  /** Fields that differ from the default profile. */
  more?: { age?: number; bio?: string; interestedIn?: "male" | "female" | "everyone"; hobbies?: string[] };
}

/** Calls one function, signed in with `token` or not. Returns the deployment's answer, also a refusal. */
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

/** Makes a member: a person whose profile a moderator approved. */
export async function makeMember(ready: Ready, wish: Wish): Promise<Member> {
  const member = await makeApplicant(ready, wish);
  await decide(ready, wish.name, true);
  return member;
}

/** Makes a person whose profile waits for a moderator. */
export async function makeApplicant(ready: Ready, wish: Wish): Promise<Member> {
  const account = await makeAccount(ready, wish.name, wish.email);
  const { token } = account;
  const image = { $bytes: (await photo(wish.picture ?? 1)).toString("base64") };
  const uploaded = await must(ready, "action", "profiles:uploadPhoto", { image, contentType: "image/jpeg" }, token);
  const profile = { ...profileOf(wish), photoId: (uploaded as { photoId: string }).photoId };
  await must(ready, "mutation", "profiles:create", { profile }, token);
  const me = (await must(ready, "query", "profiles:me", {}, token)) as { _id: string };
  return { ...account, id: me._id };
}

/** Makes a person with an account only. */
export async function makeAccount(
  ready: Ready,
  name: string,
  email = addressOf(name.split(" ")[0] ?? name),
): Promise<Account> {
  const password = "correct horse 42";
  await must(ready, "action", "auth:sendOtp", { email });
  await must(ready, "action", "auth:verifyOtp", { email, otp: await latestCode(ready, email), password });
  return { name, email, password, ...(await signInAs(ready, "password", email, password)) };
}

/** The handle that a match with somebody of that name reveals. */
export function handleOf(name: string) {
  return `${name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
    .slice(0, 20)}.live`;
}

/** Deletes a person's account, even if they have signed out, so that the next spec does not meet them. */
export async function leave(ready: Ready, { token, email, password }: Pick<Account, "token" | "email" | "password">) {
  const remove = (by: string) =>
    call(ready, "mutation", "auth:deleteAccount", { verificationText: "delete my acc" }, by);
  if ((await remove(token)).status === "success") return;
  const params = { email, password };
  const answer = await call(ready, "action", "auth:signIn", { provider: "password", params });
  // An account that is gone already lets nobody in.
  if (answer.status === "success") await remove((answer.value as { tokens: Tokens }).tokens.token);
}

/** Approves or rejects the waiting profile of that name. */
export async function decide(ready: Ready, name: string, approved: boolean, reason?: string) {
  const { token } = await moderatorOf(ready);
  const queue = (await must(ready, "query", "moderator:queue", {}, token)) as { _id: string; name: string }[];
  const id = queue.find((profile) => profile.name === name)?._id;
  await must(ready, "mutation", "moderator:decide", { id, approved, ...(reason && { reason }) }, token);
}

/** The moderator's session that all tests of a product share. No test signs out of it. */
export function moderatorOf(ready: Ready): Promise<Tokens> {
  const { email, password } = ready.moderator;
  const known = moderators.get(ready.convexUrl) ?? signInAs(ready, "moderator", email, password);
  moderators.set(ready.convexUrl, known);
  return known;
}

const moderators = new Map<string, Promise<Tokens>>();

/** The organiser's session that all tests of a product share. No test signs out of it. */
export function organiserOf(ready: Ready): Promise<Tokens> {
  const { email, password } = ready.organiser;
  const known = organisers.get(ready.convexUrl) ?? signInAs(ready, "moderator", email, password);
  organisers.set(ready.convexUrl, known);
  return known;
}

const organisers = new Map<string, Promise<Tokens>>();

/** Makes another moderator, as the command line makes one. */
export async function makeColleague(ready: Ready, email: string, password: string) {
  await runInternal(ready, "action", "moderator:create", { email, password });
}

/** Calls a function as the command line does, an internal one too. */
export async function runInternal(ready: Ready, kind: Kind, path: string, args: object) {
  const headers = { "content-type": "application/json", authorization: `Convex ${ready.adminKey}` };
  const body = JSON.stringify({ path, format: "json", args: [args] });
  const response = await fetch(`${ready.convexUrl}/api/${kind}`, { method: "POST", headers, body });
  const { status } = (await response.json()) as CallResult;
  if (status !== "success") throw new Error(`${path} failed`);
}

/** A new session. */
export async function signInAs(
  ready: Ready,
  provider: "password" | "moderator",
  email: string,
  password: string,
): Promise<Tokens> {
  const answer = await must(ready, "action", "auth:signIn", { provider, params: { email, password } });
  return (answer as { tokens: Tokens }).tokens;
}

/** One person swipes on another. */
export async function swipe(ready: Ready, from: Account, to: Pick<Member, "id">, liked = true) {
  await must(ready, "mutation", "swipes:swipe", { profileId: to.id, liked }, from.token);
}

/** Both like each other. */
export async function match(ready: Ready, one: Member, other: Member) {
  await swipe(ready, one, other);
  await swipe(ready, other, one);
}

/** Somebody has seen the moments of their matches, and the list: their next screen opens without a popup. */
export async function seeMatches(ready: Ready, { token }: Account) {
  const news = (await must(ready, "query", "matches:news", {}, token)) as { matches: { matchId: string }[] };
  const matchIds = news.matches.map(({ matchId }) => matchId);
  for (const place of ["markSeen", "markListed"])
    await must(ready, "mutation", `matches:${place}`, { matchIds }, token);
}

/**
 * The audience of women who want to meet women: other tests' people are not in it, so its decks hold exactly who a test put
 * there.
 */
export function woman(name: string, more: Wish["more"] = {}): Wish {
  return { name, gender: "female", more: { ...more, interestedIn: "female" } };
}

/** Somebody's number, which nobody of another name has: one person's second account is treated differently. */
export function phoneOf(name: string): string {
  const digits = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e8, 7);
  return `+9198${String(digits).padStart(8, "0")}`;
}

async function must(ready: Ready, kind: Kind, path: string, args: object, token?: string): Promise<unknown> {
  const answer = await call(ready, kind, path, args, token);
  if (answer.status === "error") throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.value;
}

function profileOf({ name, gender, more }: Wish) {
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
    ...more,
  };
}
