import { expect, test } from "vitest";
import { guardDecision, type Area, type AuthState, type GuardDecision } from "./authState";

const areas: Area[] = ["auth", "createProfile", "moderation", "member"];
const decisions: [AuthState, GuardDecision, GuardDecision, GuardDecision, GuardDecision][] = [
  ["checking", "wait", "wait", "wait", "wait"],
  ["expired", "wait", "wait", "wait", "wait"],
  ["failed", "error", "error", "error", "error"],
  ["signedOut", "show", "/auth", "/auth", "/auth"],
  ["noProfile", "/create-profile", "show", "/create-profile", "/create-profile"],
  ["pending", "/moderation-pending", "/moderation-pending", "show", "/moderation-pending"],
  ["rejected", "/moderation-pending", "/moderation-pending", "show", "/moderation-pending"],
  ["suspended", "/moderation-pending", "/moderation-pending", "show", "/moderation-pending"],
  ["approved", "/swipe", "/profile", "/swipe", "show"],
];

test.each(decisions)(
  "the guard: %s at auth, createProfile, moderation, member: %s, %s, %s, %s",
  (authState, ...expected) => {
    expect(areas.map((area) => guardDecision(authState, area))).toEqual(expected);
  },
);
