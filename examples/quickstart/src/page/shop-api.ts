import type { Entry, ShopEvents, Trouble, WireMessage } from "../shop/entry.ts";
import { ShopStream } from "./shop-stream.ts";

/** Time limit of a call. */
const limitMs = 15_000;
const names = ["history", "entry", "typing", "availability", "trouble"] as const;

/** Called for each event of the shop's server. */
export type Listeners = {
  readonly [Name in keyof ShopEvents]: (data: ShopEvents[Name]) => void;
} & { readonly connected: (connected: boolean) => void };

/** Client of the shop's server, for one visitor. */
export class ShopApi {
  readonly #visitor = `/api/visitors/${visitorId()}`;

  /** Reconnects by itself. Each connection starts with the whole history. */
  listen(listeners: Listeners): void {
    const open = (onLife: () => void, onTrouble: () => void): (() => void) => {
      const source = new EventSource(`${this.#visitor}/events`);
      const on = <Name extends keyof ShopEvents>(name: Name): void => {
        source.addEventListener(name, (event: MessageEvent<string>) => {
          onLife();
          listeners[name](JSON.parse(event.data) as never);
        });
      };
      for (const name of names) on(name);
      source.addEventListener("beat", onLife);
      source.addEventListener("error", onTrouble);
      return () => source.close();
    };
    const after = (delayMs: number, callback: () => void): (() => void) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    };
    const stream = new ShopStream({ open, after }, listeners.connected);
    const show = (): void => (document.hidden ? stream.hide() : stream.show());
    document.addEventListener("visibilitychange", show);
    window.addEventListener("online", show);
    show();
  }

  /** Sends a message and returns its result. @throws Error with a message for the visitor. */
  async send(sender: Readonly<Record<string, string>>, message: WireMessage): Promise<Entry> {
    const response = await this.#ask("POST", `${this.#visitor}/messages`, { sender, message });
    if (!response.ok) throw new Error("The shop's server did not accept it.");
    return ((await response.json()) as { readonly entry: Entry }).entry;
  }

  async typing(typing: boolean): Promise<void> {
    // `typeout` is sent even when the page closes.
    await this.#ask("POST", `${this.#visitor}/typing`, { typing }, !typing);
  }

  async setTrouble(trouble: Trouble): Promise<void> {
    await this.#ask("PUT", "/api/trouble", trouble);
  }

  async #ask(method: string, path: string, body: object, keepalive = false): Promise<Response> {
    const headers = { "Content-Type": "application/json" };
    const signal = AbortSignal.timeout(limitMs);
    return fetch(path, { method, headers, body: JSON.stringify(body), keepalive, signal }).catch(
      () => {
        throw new Error(
          signal.aborted
            ? `The shop's server did not answer within ${limitMs / 1_000} seconds.`
            : "The shop's server could not be reached.",
        );
      },
    );
  }
}

/** Works on plain http too, unlike `crypto.randomUUID`. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One visitor per tab. */
function visitorId(): string {
  const id = sessionStorage.getItem("visitor") ?? randomId();
  sessionStorage.setItem("visitor", id);
  return id;
}
