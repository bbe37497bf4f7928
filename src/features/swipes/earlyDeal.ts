import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { preload } from "../../components/photoSources";
import { draftNames } from "../../lib/draft";
import { currentFestival } from "../../lib/festival";
import { attendeeConnections } from "../../session/attendeeConnections";
import type { Client } from "../../session/client";
import { sessionStore, storedSessionId, tokenKey } from "../../session/storedSession";
import type { Card } from "./deckState";

type Deal = FunctionReturnType<typeof api.swipes.deck>;

/** How long (ms) the answers stay live until the app subscribes to them. */
const UNTIL_SUBSCRIBED = 30_000;

/** The first deal of this page, until it is taken. `arrived`: with when it arrived (ms since 1970). */
type Early = {
  client: Client;
  deal: Promise<Deal | null>;
  arrived?: { cards: readonly Card[]; at: number };
  /** The first card's photo, on its way. */
  photo?: HTMLImageElement;
};

let early: Early | null = null;

/**
 * Asks for the member, the settings and the first cards with the connection's first message, before the app has loaded. The deployment
 * refuses the cards to everybody but members.
 */
export function askForFirstDeal(): void {
  const { client } = attendeeConnections.current();
  const token = sessionStore.getItem(tokenKey("attendee"));
  if (token === null || currentFestival().appState !== "open") return;
  client.authenticateEarly(token);
  for (const query of [api.profiles.me, api.festival.settings])
    client.prewarmQuery({ query, args: {}, extendSubscriptionFor: UNTIL_SUBSCRIBED });
  const queued = draftNames("swipes:").length;
  const asked: Early = { client, deal: client.query(api.swipes.deck, { queued }).catch(() => null) };
  void asked.deal.then((deal) => {
    if (deal === null) return;
    asked.arrived = { cards: deal.profiles, at: Date.now() };
    const photo = deal.profiles[0]?.photos[0];
    // With an unsent swipe, the first card may be one that is not shown.
    if (photo !== undefined && queued === 0) asked.photo = preload(photo, "card", "high");
  });
  early = asked;
}

/** Returns the cards of the first deal if they have arrived, for this connection and session, and when that was. */
export function arrivedDeal(client: ConvexReactClient): { cards: readonly Card[]; at: number } | null {
  return earlyFor(client)?.arrived ?? null;
}

/** Returns the first deal once. Null if it was refused, or not asked for, for this connection and session. */
export async function takeFirstDeal(client: ConvexReactClient): Promise<Deal | null> {
  const deal = earlyFor(client)?.deal ?? null;
  early = null;
  return await deal;
}

function earlyFor(client: ConvexReactClient): Early | null {
  return early?.client === client && early.client.isEarlyFor(storedSessionId("attendee")) ? early : null;
}
