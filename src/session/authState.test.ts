import { describe, expect, test } from "vitest";
import { authStateOf, guardDecision, type Area, type AuthState, type GuardDecision } from "./authState";

const signedIn = { isLoading: false, isAuthenticated: true };
const approved = { status: "success", profileCompleted: true, moderationStatus: "approved" } as const;

describe("the auth state", () => {
  test("is unknown until the session is read and the deployment has answered", () => {
    expect(authStateOf({ ...signedIn, isLoading: true, isAuthenticated: false }, { status: "pending" })).toBe(
      "checking",
    );
    expect(authStateOf(signedIn, { status: "pending" })).toBe("checking");
  });

  test("is signed out without a session, whatever was answered before", () => {
    expect(authStateOf({ ...signedIn, isAuthenticated: false }, approved)).toBe("signedOut");
  });

  test("distinguishes an expired session from a failed query", () => {
    expect(authStateOf(signedIn, { status: "error", isExpired: true })).toBe("expired");
    expect(authStateOf(signedIn, { status: "error", isExpired: false })).toBe("failed");
  });

  test("is noProfile for a pending person without a profile, and pending with one", () => {
    const pending = { ...approved, moderationStatus: "pending" } as const;
    expect(authStateOf(signedIn, { ...pending, profileCompleted: false })).toBe("noProfile");
    expect(authStateOf(signedIn, pending)).toBe("pending");
  });

  test("is rejected for a rejected person, although the profile is gone", () => {
    expect(authStateOf(signedIn, { ...approved, profileCompleted: false, moderationStatus: "rejected" })).toBe(
      "rejected",
    );
  });
});

describe("the route guard", () => {
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

  test.each(decisions)("%s at auth, createProfile, moderation, member: %s, %s, %s, %s", (authState, ...expected) => {
    expect(areas.map((area) => guardDecision(authState, area))).toEqual(expected);
  });
});
