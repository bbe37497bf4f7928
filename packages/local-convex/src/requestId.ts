import { randomUUID } from "node:crypto";

/** An id of one call, for logs and messages of failures: sixteen digits. Node draws random bytes for many of these at once. */
export function newRequestId(): string {
  const digits = randomUUID();
  return digits.slice(0, 8) + digits.slice(-8);
}
