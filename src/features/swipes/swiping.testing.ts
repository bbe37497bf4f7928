import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, showTo } from "../../testing/page";
import { deck, member, type Card, type Me } from "../../testing/people";

/** Shows a member these cards. The deployment accepts their swipes and undos, and counts both. */
export function showCards(cards: Card[], more: Partial<Me> = {}): void {
  let me = member(more);
  const change = (next: Partial<Me>) => {
    me = { ...me, ...next };
    deployment.answer(api.profiles.me, me);
  };
  deployment.answer(api.swipes.deck, deck(...cards));
  deployment.answer(api.swipes.swipe, () => {
    change({ swipesRemaining: me.swipesRemaining - 1, undoable: true });
    return { match: false } as const;
  });
  deployment.answer(api.swipes.undo, () => {
    const undosRemaining = me.undosRemaining === null ? null : me.undosRemaining - 1;
    change({ swipesRemaining: me.swipesRemaining + 1, undosRemaining, undoable: false });
    return null;
  });
  showTo(me, "/swipe");
}

export const like = () => page.getByRole("button", { name: "Like", exact: true });
export const dislike = () => page.getByRole("button", { name: "Dislike" });

/** The top card: the only one a screen reader announces. */
export function card(name: string) {
  return page.getByRole("heading", { name: new RegExp(`^${name}`) });
}

/** The swipes left today, shown between the buttons. */
export function left(swipes: number) {
  return page.getByText(`${swipes} ${swipes === 1 ? "swipe" : "swipes"} left`, { exact: true });
}
