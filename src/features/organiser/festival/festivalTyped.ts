import type { Festival } from "../../../../convex/shared/festival";

/** The settings as the fields of the form hold them. */
export type Typed = ReturnType<typeof typedOf>;

export function typedOf({
  version: _,
  announcement: __,
  firstDay,
  lastDay,
  signUpsFrom,
  signUpsUntil,
  ...rest
}: Festival) {
  return {
    ...rest,
    firstDay: firstDay ?? "",
    lastDay: lastDay ?? "",
    signUpsFrom: signUpsFrom ?? "",
    signUpsUntil: signUpsUntil ?? "",
  };
}
