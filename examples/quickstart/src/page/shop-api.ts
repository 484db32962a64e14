import type { ShopEvents, Trouble, WireMessage } from "../shop/entry.ts";

/** Called for each event of the shop's server. */
export type Listeners = {
  readonly [Name in keyof ShopEvents]: (data: ShopEvents[Name]) => void;
} & { readonly connected: (connected: boolean) => void };

/** The shop's server, as one visitor sees it. */
export class ShopApi {
  readonly #visitor = `/api/visitors/${visitorId()}`;

  /** Comes back by itself after a break, with the whole history. */
  listen(listeners: Listeners): void {
    const source = new EventSource(`${this.#visitor}/events`);
    const on = <Name extends keyof ShopEvents>(name: Name): void => {
      source.addEventListener(name, (event: MessageEvent<string>) =>
        listeners[name](JSON.parse(event.data) as never),
      );
    };
    for (const name of ["history", "entry", "typing", "availability", "trouble"] as const) on(name);
    source.addEventListener("open", () => listeners.connected(true));
    source.addEventListener("error", () => listeners.connected(false));
  }

  async send(sender: Readonly<Record<string, string>>, message: WireMessage): Promise<void> {
    const response = await this.#ask("POST", `${this.#visitor}/messages`, { sender, message });
    if (!response.ok) throw new Error("the shop's server did not take it");
  }

  async typing(typing: boolean): Promise<void> {
    // The end is told although the page goes away.
    await this.#ask("POST", `${this.#visitor}/typing`, { typing }, !typing);
  }

  async setTrouble(trouble: Trouble): Promise<void> {
    await this.#ask("PUT", "/api/trouble", trouble);
  }

  #ask(method: string, path: string, body: object, keepalive = false): Promise<Response> {
    const headers = { "Content-Type": "application/json" };
    return fetch(path, { method, headers, body: JSON.stringify(body), keepalive });
  }
}

/** Unlike `crypto.randomUUID` this also works where the page is not served securely. */
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
