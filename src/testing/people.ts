import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { optionalNames } from "../../convex/shared/optionalFields";
import { badgesOf, perField } from "../../convex/shared/prices";
import { recordOf } from "../../convex/shared/records";

export type Me = FunctionReturnType<typeof api.profiles.me>;
type OwnStaff = FunctionReturnType<typeof api.staff.me>;
export type Card = FunctionReturnType<typeof api.swipes.deck>["profiles"][number];
export type Match = FunctionReturnType<typeof api.matches.list>[number];
export type News = FunctionReturnType<typeof api.matches.news>;
export type ShownPhoto = Card["photos"][number];

let lastNumber = 0;

export function newId<
  Table extends "users" | "matches" | "reports" | "submissions" | "photos" | "rulings" | "invitations",
>(table: Table): Id<Table> {
  lastNumber += 1;
  return `${table}${lastNumber}` as Id<Table>;
}

export function member(overrides: Partial<Me> = {}): Me {
  return {
    _id: newId("users"),
    email: "asha@college.edu",
    name: "Asha",
    phoneNumber: "+919876543210",
    age: 21,
    gender: "female",
    interestedIn: "everyone",
    ageRange: { min: 18, max: 30 },
    festivalDays: [],
    bio: "Front row, left of the sound desk.",
    photoURL: photo,
    photos: shownAt(overrides.photoURL).map((shown) => ({ ...shown, photoId: newId("photos") })),
    instagramHandle: "asha.live",
    drinking: "Socially",
    smoking: "Never",
    hobbies: ["Music 🎵", "Dancing 💃"],
    ...recordOf(optionalNames, () => ""),
    ...badgesOf(null),
    ...perField("since", () => null),
    swipesRemaining: 5,
    swipesResetAt: Date.now() + 3_600_000,
    undosRemaining: 3,
    undoable: false,
    profileCompleted: true,
    moderationStatus: "approved",
    rejectionReason: null,
    suspension: null,
    maySignUpAgain: false,
    changeWaiting: false,
    changeRefused: false,
    mailNewLikes: false,
    mailNotices: true,
    atFestival: false,
    atFestivalFirst: null,
    createdAt: Date.now() - 86_400_000,
    ...overrides,
  };
}

/** A person with a waiting profile. */
export function applicant(overrides: Partial<Me> = {}): Me {
  return member({ moderationStatus: "pending", ...overrides });
}

/** A person with an account and no profile. */
export function newcomer(overrides: Partial<Me> = {}): Me {
  const emptyTexts = { name: "", phoneNumber: "", bio: "", photoURL: null, instagramHandle: "" };
  const unansweredFields = { age: null, gender: null, interestedIn: null, drinking: null, smoking: null, hobbies: [] };
  return applicant({ ...emptyTexts, ...unansweredFields, profileCompleted: false, ...overrides });
}

export function ownStaff(kind: OwnStaff["kind"], overrides: Partial<OwnStaff> = {}): OwnStaff {
  return {
    _id: newId("users"),
    email: `mira.${kind}@festival.test`,
    kind,
    secondFactor: false,
    recoveryCodes: 0,
    mustSetUp: false,
    ...overrides,
  };
}

export function card(name: string, overrides: Partial<Card> = {}): Card {
  return {
    _id: newId("users"),
    name,
    age: 22,
    gender: "male",
    bio: `${name} dances.`,
    hobbies: ["Music 🎵"],
    drinking: "Socially",
    smoking: "Never",
    photoURL: photo,
    photos: shownAt(overrides.photoURL),
    ...badgesOf(null),
    instagramHandle: "",
    ...overrides,
  };
}

export function deck(...profiles: Card[]): FunctionReturnType<typeof api.swipes.deck> {
  return { profiles, truncated: false };
}

/** A page of a list that has no more. */
export function lastPage<Row>(page: Row[]) {
  return { page, isDone: true, continueCursor: "end" };
}

/** A match, made a second after the one before. */
export function match(name: string, overrides: Partial<Match["user"]> = {}): Match {
  return {
    matchId: newId("matches"),
    createdAt: 1_700_000_000_000 + lastNumber * 1000,
    user: {
      _id: newId("users"),
      name,
      age: 22,
      bio: `${name} dances.`,
      photoURL: photo,
      photos: shownAt(overrides.photoURL),
      instagramHandle: `${name.toLowerCase()}.live`,
      ...badgesOf(null),
      ...overrides,
    },
  };
}

/** A member's news. Default counts: zero. */
export function news(counts: Partial<News["counts"]> = {}, overrides: Partial<News> = {}): News {
  return { counts: { matches: 0, likes: 0, unread: 0, ...counts }, matches: [], likes: [], unlisted: [], ...overrides };
}

/** News of matches whose popup was not seen, oldest first. */
export function unseen(...matches: Match[]): News {
  return news({}, { matches: matches.map((newMatch) => ({ ...newMatch, isUnseen: true })).reverse() });
}

/** A picture that needs no network. */
export const photo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="40"><rect width="30" height="40" fill="teal"/></svg>')}`;

/** A person's only picture, the same in every width. Null: none. */
export function shownAt(url: string | null = photo): ShownPhoto[] {
  return url === null ? [] : [{ url, middle: url, small: url }];
}

export function uploaded(photoId = newId("photos")) {
  return { url: photo, middle: photo, small: photo, photoId, photoURL: photo };
}

/** A picture file, a different one for each hue. */
export async function pictureFile(hue = 0, name = "me.jpg", [width, height] = [90, 120]): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("Nothing to draw on");
  context.fillStyle = `hsl(${hue} 60% 30%)`;
  context.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type: "image/jpeg" })], name, { type: "image/jpeg" });
}

export const brokenPhoto = "data:image/png,torn";
