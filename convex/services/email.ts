/** Mail, through Resend or whatever RESEND_BASE_URL speaks its language. Called from actions only. */
import { Resend } from "resend";
import { env } from "../_generated/server";
import { festival } from "../shared/festival";
import { limits } from "../shared/limits";

/** What somebody wrote to the organisers. */
export type Message = { name: string; email: string; subject: string; message: string };

/** Mails a sign-up code. False when it could not be handed over within a few tries. */
export async function mailCode(to: string, code: string): Promise<boolean> {
  const minutes = limits.codeLifetime / 60_000;
  const lines = [
    `Use this code to sign up for ${festival.name}. It expires in ${minutes} minutes.`,
    "Never share it. We will not ask you for it.",
    "If you did not ask for it, ignore this mail.",
  ];
  return await send({
    to,
    subject: `${code} is your ${festival.name} code`,
    text: [code, ...lines].join("\n\n"),
    html: codeHtml(code, lines),
  });
}

/** Mails a link that sets a new password. False when it could not be handed over within a few tries. */
export async function mailReset(to: string, token: string): Promise<boolean> {
  const link = `${env.SITE_URL.replace(/\/+$/, "")}/reset-password/${token}`;
  const minutes = limits.resetLifetime / 60_000;
  const lines = [
    `Open this link to choose a new password for ${festival.name}. It works once and expires in ${minutes} minutes.`,
    "If you did not ask for it, ignore this mail: your password stays as it is.",
  ];
  return await send({
    to,
    subject: `Reset your ${festival.name} password`,
    text: [lines[0], link, lines[1]].join("\n\n"),
    html: page(`${paragraph(lines[0])}${button(link, "Choose a new password")}${paragraph(lines[1])}`),
  });
}

/** Mails a message from the contact form to the organisers. Repeated with the same `id` it arrives once. */
export async function mailMessage(id: string, { name, email, subject, message }: Message): Promise<boolean> {
  const from = `From: ${name} <${email}>`;
  const body = `<div style="white-space:pre-wrap">${escaped(message)}</div>`;
  return await send(
    {
      to: env.CONTACT_TO,
      replyTo: email,
      subject: `[Contact] ${subject}`,
      text: [from, `Subject: ${subject}`, message].join("\n\n"),
      html: page(`${paragraph(escaped(from))}${paragraph(escaped(subject))}${body}`),
    },
    `message-${id}`,
  );
}

type Mail = { to: string; replyTo?: string; subject: string; text: string; html: string };

const TRIES = 3;
const PATIENCE = 5_000;

// One key for all tries: a try that did arrive although its answer got lost is not mailed twice.
async function send(mail: Mail, idempotencyKey: string = crypto.randomUUID()): Promise<boolean> {
  const resend = new Resend(env.RESEND_API_KEY);
  for (let left = TRIES; left > 0; left--) {
    const answer = await orLate(resend.emails.send({ from: env.MAIL_FROM, ...mail }, { idempotencyKey }));
    if (answer === null) return false;
    if (answer.error === null) return true;
    const status = answer.error.statusCode ?? 500;
    // The address itself must not be in a log; what went wrong must.
    console.warn(`Mail not accepted: ${status} ${answer.error.name}`);
    if (status < 500 && status !== 429 && status !== 409) return false;
    if (left > 1) await pause(300 * (TRIES - left + 1));
  }
  return false;
}

/** Null after a while: a provider that does not answer is one that failed. */
async function orLate<T>(answer: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), PATIENCE)));
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function codeHtml(code: string, lines: string[]): string {
  const digits = `<p style="font:700 40px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em;margin:24px 0">${code}</p>`;
  return page(digits + lines.map(paragraph).join(""));
}

function page(body: string): string {
  return `<div style="font:16px/1.5 system-ui,sans-serif;color:#1a1626;max-width:420px;margin:0 auto;padding:24px">${body}</div>`;
}

function paragraph(html = ""): string {
  return `<p style="margin:0 0 12px">${html}</p>`;
}

function button(link: string, label: string): string {
  const style = "display:inline-block;padding:12px 20px;border-radius:12px;background:#1a1626;color:#fff";
  return `<p style="margin:24px 0"><a href="${link}" style="${style}">${label}</a></p>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
