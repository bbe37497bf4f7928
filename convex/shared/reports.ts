/** Why somebody is reported. */

/** The usual reasons, in the order in which they are offered. Any report may say more in words of its own; `other` has to. */
export const reportKinds = ["fake", "harassment", "photos", "scam", "underage", "other"] as const;

export type ReportKind = (typeof reportKinds)[number];

/** Reports of this kind are the first that moderators see. */
export const urgentKind: ReportKind = "underage";
