import { api } from "../../../../convex/_generated/api";
import { badgesOf, perField } from "../../../../convex/shared/prices";
import { deployment } from "../../../testing/page";
import { newId, photo, shownAt } from "../../../testing/people";
import type { Person, PersonRecord } from "./usePerson";
import type { ListedPerson } from "./PersonRow";

export function listed(name: string, more: Partial<ListedPerson> = {}): ListedPerson {
  return {
    _id: newId("users"),
    name,
    age: 21,
    address: `${name.slice(0, 2).toLowerCase()}…@college.edu`,
    photo: shownAt(photo)[0] ?? null,
    status: "approved",
    ...badgesOf(null),
    reported: false,
    known: false,
    waiting: false,
    photosWaiting: false,
    createdAt: Date.now() - 86_400_000,
    ...more,
  };
}

export function person(name: string, more: Partial<Person> = {}): Person {
  return {
    _id: newId("users"),
    email: `${name.toLowerCase()}@college.edu`,
    status: "approved",
    createdAt: Date.now() - 86_400_000,
    profile: {
      ...{ name, age: 21, gender: "female", bio: "Front row, left of the sound desk." },
      ...{ instagramHandle: `${name.toLowerCase()}.live`, photos: shownAt(photo), phoneNumber: "+919876543210" },
      ...{ drinking: "Socially", smoking: "Never", hobbies: ["Music 🎵"], interestedIn: "everyone" },
    },
    waiting: null,
    ticket: null,
    ...perField("key", () => null),
    suspension: null,
    rejectionReason: null,
    rejections: 0,
    knownBefore: [],
    ...more,
  };
}

const nothing: PersonRecord = {
  ...{ versions: [], orders: [], reportsAbout: [], reportsBy: [], sessions: [], mails: [], trail: [] },
};

export function showPerson(shown: Person, record: Partial<PersonRecord> = {}): void {
  deployment.answer(api.people.person, shown);
  deployment.answer(api.people.record, { ...nothing, ...record });
}
