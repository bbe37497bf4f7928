import { randomUUID } from "node:crypto";
import { Idempotency } from "../idempotency";
import type { StandInResponse, StandInRequest } from "../server";
import { plainAddress, type Message, type Messages } from "./messages";

const maxRecipients = 50;
const maxBatch = 100;

/** Resend's sending API, with its validation and error messages. */
export function resendApi(messages: Messages) {
  const idempotency = new Idempotency();

  return (request: StandInRequest): StandInResponse => {
    const { method, url, headers, json } = request;
    const refused = unauthorised(headers.authorization);
    if (refused !== null) return refused;
    const id = /^\/emails\/([^/]+)$/.exec(url.pathname)?.[1];
    if (method === "GET" && id !== undefined) return retrieve(messages, decodeURIComponent(id));
    if (method !== "POST") return problem(405, "method_not_allowed", "Method is not allowed");
    const key = headers["idempotency-key"]?.toString();
    const isPermissive = headers["x-batch-validation"] === "permissive";
    const send = () =>
      url.pathname === "/emails/batch" ? sendBatch(messages, json(), isPermissive) : sendOne(messages, json());
    return key === undefined ? send() : idempotent(idempotency, key, request, send);
  };
}

/** Returns an error in Resend's format. */
export function problem(statusCode: number, name: string, message: string): StandInResponse {
  return { status: statusCode, body: { statusCode, name, message } };
}

function unauthorised(authorization: string | undefined): StandInResponse | null {
  const key = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  if (key === undefined) return problem(401, "missing_api_key", "Missing API Key");
  // The real service knows its keys. Here every key in the right format is accepted.
  return key.startsWith("re_") ? null : problem(403, "invalid_api_key", "API key is invalid");
}

function idempotent(
  idempotency: Idempotency,
  key: string,
  request: StandInRequest,
  send: () => StandInResponse,
): StandInResponse {
  if (key.length < 1 || key.length > 256) {
    return problem(400, "invalid_idempotency_key", "The idempotency key must be between 1-256 chars");
  }
  const outcome = idempotency.respond(key, request, send);
  if (outcome !== null) return outcome.response;
  return problem(409, "invalid_idempotent_request", "Same idempotency key used with a different request payload");
}

function sendOne(messages: Messages, body: unknown): StandInResponse {
  const mail = mailOf(body);
  if ("status" in mail) return mail;
  messages.add(mail);
  return { status: 200, body: { id: mail.id } };
}

/** Accepts all mails or none, like the real service. Permissive: accepts the valid ones and returns errors for the others. */
function sendBatch(messages: Messages, body: unknown, isPermissive: boolean): StandInResponse {
  if (!Array.isArray(body) || body.length < 1 || body.length > maxBatch) {
    return problem(422, "validation_error", `A batch takes 1 to ${maxBatch} emails`);
  }
  const mails: Message[] = [];
  const errors: { index: number; message: unknown }[] = [];
  for (const [index, item] of body.entries()) {
    const mail = mailOf(item);
    if (!("status" in mail)) mails.push(mail);
    else if (!isPermissive) return mail;
    else errors.push({ index, message: (mail.body as { message: string }).message });
  }
  for (const mail of mails) messages.add(mail);
  return { status: 200, body: { data: mails.map(({ id }) => ({ id })), ...(isPermissive && { errors }) } };
}

function retrieve(messages: Messages, id: string): StandInResponse {
  const mail = messages.get(id);
  if (mail === undefined) return problem(404, "not_found", "Email not found");
  const { replyTo, createdAt, headers: _, ...rest } = mail;
  return {
    status: 200,
    body: {
      object: "email",
      ...rest,
      cc: [],
      bcc: [],
      reply_to: replyTo,
      created_at: createdAt,
      last_event: "delivered",
    },
  };
}

function mailOf(body: unknown): Message | StandInResponse {
  if (typeof body !== "object" || body === null)
    return problem(422, "validation_error", "The body must be a JSON object");
  const { from, to, subject, text, html, reply_to, headers } = body as Record<string, unknown>;
  for (const [name, value] of Object.entries({ from, to, subject })) {
    if (value === undefined || value === "")
      return problem(422, "missing_required_field", `Missing \`${name}\` field.`);
  }
  if (typeof text !== "string" && typeof html !== "string") {
    return problem(422, "missing_required_field", "Missing `html` or `text` field.");
  }
  if (typeof from !== "string" || !isAddress(from)) return invalidAddress("from");
  if (typeof subject !== "string" || /[\r\n]/.test(subject)) {
    return problem(422, "validation_error", "Invalid `subject` field. It must be one line of text.");
  }
  const recipients = list(to);
  if (recipients === null || recipients.length > maxRecipients || !recipients.every(isAddress))
    return invalidAddress("to");
  if (recipients.some((address) => /@(example|test)\.com$/.test(plainAddress(address)))) {
    return problem(
      422,
      "validation_error",
      "Invalid `to` field. Please use our testing email address instead of domains like `example.com`.",
    );
  }
  const replies = reply_to === undefined ? [] : list(reply_to);
  if (replies === null || !replies.every(isAddress)) return invalidAddress("reply_to");
  return {
    id: randomUUID(),
    to: recipients,
    from,
    subject,
    text: typeof text === "string" ? text : "",
    html: typeof html === "string" ? html : "",
    replyTo: replies,
    headers: isTexts(headers) ? headers : {},
    createdAt: new Date().toISOString(),
  };
}

function invalidAddress(field: string) {
  return problem(
    422,
    "validation_error",
    `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`,
  );
}

function list(value: unknown): string[] | null {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.length > 0 && values.every((item) => typeof item === "string") ? values : null;
}

function isAddress(text: string) {
  return !/[\r\n]/.test(text) && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(plainAddress(text));
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every((item) => typeof item === "string");
}
