import { describe, expect, test } from "vitest";
import { standingOf, verdict, type Room, type Standing, type Verdict } from "./standing";

const here = { isLoading: false, isAuthenticated: true, isLeaving: false };
const approved = { status: "success", profileCompleted: true, moderationStatus: "approved" } as const;

describe("where somebody stands", () => {
  test("is unknown until the session is read and the deployment has answered", () => {
    expect(standingOf({ ...here, isLoading: true, isAuthenticated: false }, { status: "pending" })).toBe("checking");
    expect(standingOf(here, { status: "pending" })).toBe("checking");
  });

  test("is signed out without a session, whatever was answered before", () => {
    expect(standingOf({ ...here, isAuthenticated: false }, approved)).toBe("signedOut");
  });

  test("tells a session that ended from an answer that failed", () => {
    expect(standingOf(here, { status: "error", isEnded: true })).toBe("ended");
    expect(standingOf(here, { status: "error", isEnded: false })).toBe("unknown");
  });

  test("somebody on the way out is neither a member nor thrown out", () => {
    expect(standingOf({ ...here, isLeaving: true }, { status: "error", isEnded: true })).toBe("leaving");
  });

  test("pending without a profile is somebody who has yet to make one", () => {
    expect(standingOf(here, { ...approved, profileCompleted: false, moderationStatus: "pending" })).toBe("noProfile");
    expect(standingOf(here, { ...approved, moderationStatus: "pending" })).toBe("pending");
  });

  test("a rejected person is rejected although the profile is gone", () => {
    expect(standingOf(here, { ...approved, profileCompleted: false, moderationStatus: "rejected" })).toBe("rejected");
  });
});

describe("the doors", () => {
  const rooms: Room[] = ["auth", "create", "waiting", "member"];
  const doors: [Standing, Verdict, Verdict, Verdict, Verdict][] = [
    ["checking", "wait", "wait", "wait", "wait"],
    ["leaving", "wait", "wait", "wait", "wait"],
    ["ended", "wait", "wait", "wait", "wait"],
    ["unknown", "trouble", "trouble", "trouble", "trouble"],
    ["signedOut", "enter", "/auth", "/auth", "/auth"],
    ["noProfile", "/create-profile", "enter", "/create-profile", "/create-profile"],
    ["pending", "/moderation-pending", "/moderation-pending", "enter", "/moderation-pending"],
    ["rejected", "/moderation-pending", "/moderation-pending", "enter", "/moderation-pending"],
    ["suspended", "/moderation-pending", "/moderation-pending", "enter", "/moderation-pending"],
    ["approved", "/swipe", "/profile", "/swipe", "enter"],
  ];

  test.each(doors)("%s at auth, create, waiting, member: %s, %s, %s, %s", (standing, ...verdicts) => {
    expect(rooms.map((room) => verdict(standing, room))).toEqual(verdicts);
  });
});
