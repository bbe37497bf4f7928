import type { JWTPayload } from "jose";

/** OpenID Connect's standard claims, and their names in `ctx.auth.getUserIdentity()`. */
const STANDARD = new Map(
  Object.entries({
    name: "name",
    given_name: "givenName",
    family_name: "familyName",
    nickname: "nickname",
    preferred_username: "preferredUsername",
    profile: "profileUrl",
    picture: "pictureUrl",
    email: "email",
    email_verified: "emailVerified",
    gender: "gender",
    birthdate: "birthday",
    zoneinfo: "timezone",
    locale: "language",
    phone_number: "phoneNumber",
    phone_number_verified: "phoneNumberVerified",
  }),
);

const REGISTERED = new Set(["iss", "sub", "aud", "exp", "iat", "nbf", "jti", "address", "updated_at"]);

const RESERVED = new Set([
  ...STANDARD.values(),
  "tokenIdentifier",
  "issuer",
  "subject",
  "address",
  "updatedAt",
  "__proto__",
]);

/**
 * Returns a verified token's identity. Custom claims keep their names. `flat`: nested ones of custom JWTs get dotted names, such as
 * `properties.id`.
 */
export function identityOf(claims: JWTPayload, flat: boolean): Record<string, unknown> {
  const identity: Record<string, unknown> = {
    tokenIdentifier: `${String(claims.iss)}|${String(claims.sub)}`,
    issuer: claims.iss,
    subject: claims.sub,
  };
  for (const [claim, value] of Object.entries(claims)) {
    const standard = STANDARD.get(claim);
    if (standard !== undefined) identity[standard] = value;
    else if (!REGISTERED.has(claim)) addCustom(identity, claim, value, flat);
  }
  const address = claims.address;
  if (isObject(address) && typeof address.formatted === "string") identity.address = address.formatted;
  if (typeof claims.updated_at === "number") identity.updatedAt = new Date(claims.updated_at * 1000).toISOString();
  if (typeof claims.updated_at === "string") identity.updatedAt = claims.updated_at;
  return identity;
}

function addCustom(identity: Record<string, unknown>, name: string, value: unknown, flat: boolean) {
  if (!flat || !isObject(value)) {
    // A custom claim must not replace a standard field.
    if (!RESERVED.has(name)) identity[name] = value;
    return;
  }
  for (const [key, member] of Object.entries(value)) addCustom(identity, `${name}.${key}`, member, flat);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
