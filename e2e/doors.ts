/** People made over HTTP alone, for specs that need many: the same public functions the page calls, no browser. */
import { addressOf, latestCode } from "./mail";
import { photo } from "./pictures";
import type { Ready } from "./product";

export interface Member {
  name: string;
  email: string;
  password: string;
  id: string;
  token: string;
}

export interface Wish {
  name: string;
  gender: "male" | "female";
  picture?: number;
  /** One that was used before; a new one otherwise. */
  email?: string;
  /** Whatever else the profile says otherwise than everybody's here. */
  more?: { age?: number; bio?: string; interestedIn?: "male" | "female" | "everyone"; hobbies?: string[] };
}

/** Calls one function as somebody or nobody. Answers what the deployment answered, refusals too. */
export async function call(ready: Ready, kind: Kind, path: string, args: object, token?: string): Promise<Answer> {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const body = JSON.stringify({ path, format: "convex_encoded_json", args: [args] });
  const response = await fetch(`${ready.convexUrl}/api/${kind}`, { method: "POST", headers, body });
  return (await response.json()) as Answer;
}

type Kind = "query" | "mutation" | "action";
type Answer =
  { status: "success"; value: unknown } | { status: "error"; errorData?: { code: string; message: string } };

/** From nothing to a member whom a moderator approved. */
export async function makeMember(ready: Ready, wish: Wish): Promise<Member> {
  const member = await makeApplicant(ready, wish);
  await decide(ready, wish.name, true);
  return member;
}

/** From nothing to a profile that waits for a moderator. */
export async function makeApplicant(ready: Ready, wish: Wish): Promise<Member> {
  const { email, password, token } = await makeAccount(ready, wish.name, wish.email);
  const image = { $bytes: (await photo(wish.picture ?? 1)).toString("base64") };
  const uploaded = await must(ready, "action", "profiles:uploadPhoto", { image, contentType: "image/jpeg" }, token);
  const profile = { ...profileOf(wish), photoId: (uploaded as { photoId: string }).photoId };
  await must(ready, "mutation", "profiles:create", { profile }, token);
  const me = (await must(ready, "query", "profiles:me", {}, token)) as { _id: string };
  return { name: wish.name, email, password, id: me._id, token };
}

/** Somebody with an account and nothing else. */
export async function makeAccount(
  ready: Ready,
  name: string,
  email = addressOf(name.split(" ")[0] ?? name),
): Promise<Omit<Member, "id">> {
  const password = "correct horse 42";
  await must(ready, "action", "auth:sendOtp", { email });
  await must(ready, "action", "auth:verifyOtp", { email, otp: await latestCode(ready, email), password });
  return { name, email, password, token: await tokenOf(ready, "password", email, password) };
}

/** The handle that a match with somebody of that name reveals. */
export function handleOf(name: string) {
  return `${name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
    .slice(0, 20)}.live`;
}

/** Ends somebody's account, so that the next spec does not meet them. */
export async function leave(ready: Ready, { token }: Pick<Member, "token">) {
  await call(ready, "mutation", "auth:deleteAccount", { verificationText: "delete my acc" }, token);
}

/** Approves or rejects whoever of that name waits. */
export async function decide(ready: Ready, name: string, approved: boolean, reason?: string) {
  const moderator = await tokenOf(ready, "moderator", ready.moderator.email, ready.moderator.password);
  const queue = (await must(ready, "query", "moderator:queue", {}, moderator)) as { _id: string; name: string }[];
  const id = queue.find((profile) => profile.name === name)?._id;
  await must(ready, "mutation", "moderator:decide", { id, approved, ...(reason && { reason }) }, moderator);
}

export async function tokenOf(ready: Ready, provider: string, email: string, password: string): Promise<string> {
  const answer = await must(ready, "action", "auth:signIn", { provider, params: { email, password } });
  return (answer as { tokens: { token: string } }).tokens.token;
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
    phoneNumber: "+919876543210",
    drinking: "Socially",
    smoking: "Never",
    hobbies: ["Music 🎵", "Dancing 💃"],
    ...more,
  };
}
