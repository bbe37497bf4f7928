import type { FunctionReturnType } from "convex/server";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { refusal } from "../../testing/fakeDeployment";
import { deployment, showTo } from "../../testing/page";
import { match, member, type Match, type Me } from "../../testing/people";

type Message = FunctionReturnType<typeof api.chat.messages>["messages"][number];
type Line = Pick<Message, "mine" | "text" | "at" | "held"> & { key?: string };

/** The default time of a thread's first message. */
const START = Date.parse("2025-12-18T13:00:00Z");

/** A fake thread. It stores the member's messages once per key, and acts for the other person. */
export function newThread(other: Match = match("Ravi")) {
  const lines: Line[] = [];
  const state = { readByMe: 0, readByThem: 0, isOver: false };
  const { matchId } = other;

  const page = (before = Infinity, limit: number = limits.messagesPage) => {
    const from = Math.min(before - 1, lines.length);
    const first = Math.max(0, from - limit);
    const messages = lines.slice(first, from).map((line, at) => ({
      position: first + at + 1,
      ...line,
      text: line.held ? "" : line.text,
    }));
    const isHeld = lines.some(({ held }) => held);
    return { messages, more: first > 0, hold: isHeld };
  };
  const unread = () => lines.filter(({ mine }, at) => !mine && at >= state.readByMe).length;
  const entry = () => {
    const { text = "", mine = false, at = 0, held = false } = lines.at(-1) ?? {};
    return { matchId, last: { text: held ? "" : text, mine, at, held, position: lines.length }, unread: unread() };
  };
  const publish = () => {
    deployment.answer(api.chat.messages, (args) => {
      if (state.isOver || args.matchId !== matchId) throw refusal("NOT_FOUND", "This match has ended.");
      return page(args.before, args.limit);
    });
    deployment.answer(api.chat.seen, state.readByThem);
    deployment.answer(api.chat.threads, state.isOver || lines.length === 0 ? [] : [entry()]);
    deployment.answer(api.matches.list, state.isOver ? [] : [other]);
  };
  const put = (line: Partial<Line> & { text: string }) => {
    lines.push({ mine: false, held: false, at: START + lines.length * 1000, ...line });
    publish();
  };

  deployment.answer(api.chat.send, ({ key, text }) => {
    if (state.isOver) throw refusal("NOT_FOUND", "This match has ended.");
    if (!lines.some((line) => line.key === key)) put({ mine: true, text, key, at: Date.now() });
    return { position: lines.findIndex((line) => line.key === key) + 1, at: Date.now() };
  });
  deployment.answer(api.chat.markRead, ({ upTo }) => {
    state.readByMe = upTo;
    publish();
    return null;
  });
  deployment.answer(api.chat.reveal, () => {
    for (const line of lines) line.held = false;
    publish();
    return null;
  });
  deployment.answer(api.chat.isTyping, 0);
  deployment.answer(api.chat.look, null);
  deployment.answer(api.chat.typing, null);
  deployment.answer(api.chat.openers, ["Which stage first?", "Jazz or rock on Friday?", "Chai after the show?"]);
  publish();

  return {
    match: other,
    path: `/matches/${matchId}`,
    texts: () => lines.map(({ text }) => text),
    /** A message from the other person. `more`: other fields, such as `held`. */
    write: (text: string, more: Partial<Line> = {}) => put({ text, ...more }),
    /** Adds earlier messages, oldest first. */
    past: (all: (Partial<Line> & { text: string })[]) => {
      for (const line of all) put(line);
    },
    see: () => {
      state.readByThem = lines.length;
      publish();
    },
    readByMe: () => state.readByMe,
    end: () => {
      state.isOver = true;
      publish();
    },
  };
}

export function showThread(thread = newThread(), me: Me = member()) {
  showTo(me, thread.path);
  return thread;
}

export const log = page.getByRole("log");
export const box = page.getByRole("textbox", { name: "Message to Ravi" });
export const send = page.getByRole("button", { name: "Send", exact: true });
