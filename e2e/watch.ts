/** What a page may neither do nor receive, noticed in every page of a test. */
import type { Page, Response } from "@playwright/test";
import { canaryOf } from "./canaries";
import type { Account } from "./people";

interface Secret {
  owner: string;
  what: "address" | "password" | "token";
  canary: RegExp;
}

export class Watch {
  /** Errors, breaches of the page's own policy, and secrets of somebody else's among what a page received. */
  readonly mistakes: string[] = [];
  readonly #secrets: Secret[] = [];

  /** From now on only this person's own pages may receive their address and their tokens, and no page their password. */
  keep({ email: owner, password, token, refreshToken }: Account): void {
    const keep = (what: Secret["what"], value: string) => this.#secrets.push({ owner, what, canary: canaryOf(value) });
    keep("address", owner);
    keep("password", password);
    for (const one of [token, refreshToken]) keep("token", one);
  }

  /** `owner`: whose page it is; absent where somebody signs in by the form, to whom their own may come. */
  page(page: Page, owner?: string): void {
    page.on("pageerror", (error) => this.mistakes.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && /Content Security Policy|Minified React error|hydrat/i.test(message.text())) {
        this.mistakes.push(`${page.url()}: ${message.text()}`);
      }
    });
    page.on("response", (response) => void this.#read(response, owner));
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => this.#look(socket.url(), payload.toString(), owner)),
    );
  }

  async #read(response: Response, owner: string | undefined): Promise<void> {
    if (!response.headers()["content-type"]?.startsWith("application/json")) return;
    // The page may be gone before all of it came.
    const text = await response.text().catch(() => "");
    this.#look(response.url(), text, owner);
  }

  #look(where: string, text: string, who: string | undefined): void {
    for (const { owner, what, canary } of this.#secrets) {
      const mayCome = what !== "password" && (who === undefined || who === owner);
      if (!mayCome && canary.test(text)) {
        this.mistakes.push(`a page of ${who ?? "somebody"} received the ${what} of ${owner} from ${where}`);
      }
    }
  }
}
