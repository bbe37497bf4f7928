import { listen, Listeners } from "../lib/events";
import { toast } from "../lib/toast";
import { newClient, type Client } from "./client";
import { saveSignOut } from "./signOuts";
import {
  deleteStoredSession,
  hasStoredSession,
  sessionIdOf,
  sessionStore,
  tokenKey,
  type SessionKind,
  type Store,
} from "./storedSession";

/** One session's resources in this page. All of them are replaced when the next person signs in. */
export type Connection = {
  /** Counts the connections of a kind. */
  id: number;
  client: Client;
  /** The browser's session store, while this connection is current. Later writes do nothing. */
  store: Store;
  /** The form that /auth opens with after a redirect. */
  authMode: AuthMode;
};

/** `signUp` after a rejection, because those people may sign up again. Everybody else already has an account. */
export type AuthMode = "signIn" | "signUp";

/** The connection of one kind of session. It is replaced when the session ends, so no two people share one. */
export class Connections {
  readonly kind: SessionKind;
  readonly #clearPersonalData: () => void;
  readonly #listeners = new Listeners();
  readonly #replaced: Connection[] = [];
  #opened = 0;
  #current: Connection;
  /** True if a session has ended on this page and nobody has signed in since. */
  #isOver = false;
  /** True while an act here ends the session. */
  #isEnding = false;

  /** `clearPersonalData` deletes the person's other data in this browser. */
  constructor(kind: SessionKind, clearPersonalData: () => void = () => undefined) {
    this.kind = kind;
    this.#clearPersonalData = clearPersonalData;
    this.#current = this.#open("signIn");
  }

  readonly current = (): Connection => this.#current;

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /** Ends the session in this browser at once, online or offline, and at the deployment as soon as it is reachable. */
  signOut(authMode?: AuthMode): void {
    const refreshToken = this.#leave(authMode);
    if (refreshToken !== null) void saveSignOut(refreshToken);
  }

  /** Forgets a session that has already ended. */
  forget(): void {
    this.#leave();
  }

  /**
   * Runs an act that ends the person's sessions. Another tab that notices the end before the act's answer arrives does not replace the
   * screen here, which waits for the answer.
   */
  async whileEnding<T>(act: () => Promise<T>): Promise<T> {
    const hadSession = hasStoredSession(this.kind);
    this.#isEnding = true;
    try {
      return await act();
    } finally {
      this.#isEnding = false;
      if (hadSession && !this.#isOver && !hasStoredSession(this.kind)) this.#leave();
    }
  }

  /** Closes replaced connections. Call it when nothing on the page uses them. */
  closeReplaced(): void {
    for (const { client } of this.#replaced.splice(0)) void client.close();
  }

  /** Follows other tabs. `onEnded` runs after a session that ended there is forgotten here. Returns how to stop. */
  followTabs(onEnded: () => void): () => void {
    const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== tokenKey(this.kind)) return;
      if (newValue === null) {
        // Both tabs noticed the same end. The person already knows.
        if (this.#isOver || this.#isEnding) return;
        this.#leave();
        onEnded();
      } else if (sessionIdOf(oldValue) !== sessionIdOf(newValue)) {
        this.#isOver = false;
        this.#replace("signIn");
      }
    };
    this.#isOver = false;
    return listen(window, "storage", onStorage);
  }

  /** Removes everything of the person: tokens, unsent text, cached answers and queued calls. */
  #leave(authMode: AuthMode = "signIn"): string | null {
    const refreshToken = deleteStoredSession(this.kind);
    this.#isOver = true;
    this.#clearPersonalData();
    toast.dismiss();
    this.#replace(authMode);
    return refreshToken;
  }

  #replace(authMode: AuthMode) {
    this.#replaced.push(this.#current);
    this.#current = this.#open(authMode);
    this.#listeners.call();
  }

  #open(authMode: AuthMode): Connection {
    const ifCurrent = (write: () => void) => void (connection === this.#current && write());
    const connection: Connection = {
      id: (this.#opened += 1),
      client: newClient(),
      authMode,
      store: {
        getItem: (key) => sessionStore.getItem(key),
        setItem: (key, value) =>
          ifCurrent(() => {
            if (key === tokenKey(this.kind)) this.#isOver = false;
            sessionStore.setItem(key, value);
          }),
        removeItem: (key) => ifCurrent(() => sessionStore.removeItem(key)),
      },
    };
    return connection;
  }
}
