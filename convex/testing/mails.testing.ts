/** The mail provider for tests: the mails it accepted, and the faults it was given. */
import { vi } from "vitest";

export type Mail = { from: string; to: string; reply_to?: string; subject: string; text: string; html: string };

/** The settings that connect the product to this provider. */
export const mailSettings = { RESEND_API_KEY: "re_test", RESEND_BASE_URL: "https://mail.test" };

/** The end of addresses that the provider refuses. */
export const undeliverable = "@nowhere.test";

type RecordedRequest = { at: number; to: string[]; subjects: string[] };

let mails: Mail[] = [];
let secrets: string[] = [];
/** The status of the refusal that every mail gets. Null: mails are accepted. */
let mailFault: number | null = null;
/** The number of next requests that are accepted but lose their response. */
let answersLost = 0;
/** The address and the idempotency key of every mail, once per try. */
let tries: { to: string; key: string }[] = [];
/** The time (ms) of each request, with the recipients and subjects of its mails. */
let requests: RecordedRequest[] = [];
/** The number of requests accepted in a second. */
let perSecond = Infinity;
/** Every mail waits for this promise before the provider accepts it. */
let mailHold: Promise<unknown> = Promise.resolve();

/** Replaces `fetch` with an empty provider. */
export function startMail(): void {
  mails = [];
  secrets = [];
  mailFault = null;
  answersLost = 0;
  tries = [];
  requests = [];
  perSecond = Infinity;
  mailHold = Promise.resolve();
  vi.stubGlobal("fetch", takeMail);
}

/** Makes the provider refuse with this status. Null: it works again. */
export function failMail(status: number | null): void {
  mailFault = status;
}

/** Limits the provider to this many requests in any second, like the real one. */
export function limitMail(limit: number): void {
  perSecond = limit;
}

/** Returns every request to the provider, even refused ones. */
export function mailRequests(): RecordedRequest[] {
  return requests;
}

/** Makes the provider accept the next `count` requests and lose its responses. */
export function loseMailAnswers(count: number): void {
  answersLost = count;
}

/** Makes mails wait until this promise resolves. */
export function holdMail(until: Promise<unknown>): void {
  mailHold = until;
}

/** Returns the idempotency keys of every try at mailing an address. */
export function mailKeys(email: string): string[] {
  return tries.filter(({ to }) => to === email).map(({ key }) => key);
}

/** Returns the mails to an address, newest first. */
export function mailsTo(email: string): Mail[] {
  return mails.filter((mail) => mail.to === email).reverse();
}

/** Returns the subjects of the mails to a person, except sign-up codes, oldest first. */
export function subjects({ email }: { email: string }): string[] {
  return mailsTo(email)
    .map(({ subject }) => subject)
    .filter((subject) => !/^\d{6} is/.test(subject))
    .reverse();
}

/** Returns the digits of the newest code mailed to an address. */
export function codeFor(email: string): string {
  return inMail(email, /\b(\d{6})\b/, ({ subject }) => subject) ?? "no code was mailed";
}

/** Returns the token of the newest reset link mailed to an address. */
export function tokenFor(email: string): string {
  return inMail(email, /https:\/\/app\.test\/reset-password\/(\S+)/, ({ text }) => text) ?? "no link was mailed";
}

/** Returns the token of the newest sign-up link mailed to an address. */
export function signUpTokenFor(email: string): string {
  const link = inMail(email, /(https:\/\/app\.test\/auth#\S+)/, ({ text }) => text);
  const params = new URLSearchParams(new URL(link ?? "https://app.test").hash.slice(1));
  return params.get("email") === email ? (params.get("signUp") ?? "") : "no link was mailed";
}

/** Returns the token of the newest link mailed to a staff address. */
export function invitationTokenFor(email: string): string {
  return inMail(email, /https:\/\/app\.test\/staff#(\S+)/, ({ text }) => text) ?? "no link was mailed";
}

/** Returns the pattern's match in the newest mail that matches it. */
function inMail(email: string, pattern: RegExp, part: (mail: Mail) => string): string | undefined {
  return mailsTo(email)
    .map((mail) => pattern.exec(part(mail))?.[1])
    .find((found) => found !== undefined);
}

/** Returns every code and link token that was mailed. */
export function mailedSecrets(): string[] {
  return secrets;
}

async function takeMail(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { url, headers, body } = await read(new Request(input, init));
  await mailHold;
  const isBatch = url === `${mailSettings.RESEND_BASE_URL}/emails/batch`;
  if (!isBatch && url !== `${mailSettings.RESEND_BASE_URL}/emails`) throw new Error(`A test may not call ${url}`);
  if (headers.get("authorization") !== `Bearer ${mailSettings.RESEND_API_KEY}`)
    return Response.json({}, { status: 401 });
  const batch = isBatch ? (body as Mail[]) : [body as Mail];
  requests.push({ at: Date.now(), to: batch.map(({ to }) => to), subjects: batch.map(({ subject }) => subject) });
  const isTooMany = requests.filter(({ at }) => at > Date.now() - 1_000).length > perSecond;
  if (mailFault !== null || isTooMany) return refusal(mailFault ?? 429, "application_error", "fault");
  if (!isBatch && body.to.endsWith(undeliverable)) return refusal(422, "validation_error", badAddress);
  const key = headers.get("idempotency-key") ?? "";
  // Ids of one test occur again in the next, so a job from an earlier test must not mail them.
  const isKnown = tries.some((taken) => taken.key === key && taken.to === batch[0]?.to);
  const errors = batch.flatMap(({ to }, index) => (to.endsWith(undeliverable) ? [{ index, message: badAddress }] : []));
  for (const [index, mail] of batch.entries()) {
    if (!errors.some((one) => one.index === index)) take(mail, key, isKnown);
  }
  if (answersLost-- > 0) throw new TypeError("The line went dead.");
  return Response.json(isBatch ? { data: [], errors } : { id: crypto.randomUUID() });
}

const badAddress = "Invalid `to` field. The email address needs to follow the `email@example.com` format.";

function refusal(statusCode: number, name: string, message: string): Response {
  return Response.json({ statusCode, name, message }, { status: statusCode });
}

function take(mail: Mail, key: string, isKnown: boolean): void {
  if (!isKnown) mails.push(mail);
  secrets.push(
    ...(mail.subject.match(/\b\d{6}\b/) ?? []),
    ...(mail.text.match(/(?<=\/reset-password\/|\/(?:staff|mails-off)#)\S+/) ?? []),
  );
  tries.push({ to: mail.to, key });
}

async function read(request: Request) {
  return { url: request.url, headers: request.headers, body: (await request.json()) as Mail & Mail[] };
}
