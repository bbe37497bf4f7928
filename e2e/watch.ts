/** Watches every page of a test for errors and leaked secrets. */
import type { Page, Response } from "@playwright/test";
import { canaryOf } from "./canaries";
import type { Account } from "./people";

interface Secret {
  owner: string;
  what: "address" | "password" | "token";
  canary: RegExp;
}

export class Watch {
  /** Errors, violations of the content policy, and other people's secrets that a page received. */
  readonly problems: string[] = [];
  readonly #secrets: Secret[] = [];

  /** From now on only this person's pages may receive their address and tokens, and no page their password. */
  addSecrets({ email: owner, password, token, refreshToken }: Account): void {
    const add = (what: Secret["what"], value: string) => this.#secrets.push({ owner, what, canary: canaryOf(value) });
    add("address", owner);
    add("password", password);
    for (const value of [token, refreshToken]) add("token", value);
  }

  /** Watches a page. `owner`: its user's address. Without one, the user signs in by the form. */
  page(page: Page, owner?: string): void {
    page.on("pageerror", (error) => this.problems.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && /Content Security Policy|Minified React error|hydrat/i.test(message.text())) {
        this.problems.push(`${page.url()}: ${message.text()}`);
      }
    });
    page.on("response", (response) => void this.#read(response, owner));
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => this.#checkSecrets(socket.url(), payload.toString(), owner)),
    );
  }

  async #read(response: Response, owner: string | undefined): Promise<void> {
    if (!response.headers()["content-type"]?.startsWith("application/json")) return;
    // The page may close before the whole response has arrived.
    const text = await response.text().catch(() => "");
    this.#checkSecrets(response.url(), text, owner);
  }

  #checkSecrets(source: string, text: string, who: string | undefined): void {
    for (const { owner, what, canary } of this.#secrets) {
      const isAllowed = what !== "password" && (who === undefined || who === owner);
      if (!isAllowed && canary.test(text)) {
        this.problems.push(`a page of ${who ?? "somebody"} received the ${what} of ${owner} from ${source}`);
      }
    }
  }
}
