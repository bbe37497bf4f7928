/** The usual reasons, in display order. Any report may add text. `other` needs it. */
export const reportKinds = ["fake", "harassment", "photos", "scam", "underage", "other"] as const;

export type ReportKind = (typeof reportKinds)[number];

/** Moderators see reports of this kind first. */
export const urgentKind: ReportKind = "underage";
