import { account } from "./gateway-process.ts";

/** An agent at the quickstart's console, without a browser. */
export class Agent {
  readonly #api: string;
  readonly #cookie: string;

  private constructor(api: string, cookie: string) {
    this.#api = api;
    this.#cookie = cookie;
  }

  /** @param url of the gateway */
  static async signIn(url: string): Promise<Agent> {
    const api = `${url}/console/api`;
    const response = await fetch(`${api}/auth/sign-in/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(account),
    });
    if (!response.ok) throw new Error(`sign-in was answered ${response.status}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
    return new Agent(api, cookies.join("; "));
  }

  async reply(conversationId: string, text: string): Promise<void> {
    const response = await fetch(`${this.#api}/conversations/${conversationId}/messages`, {
      method: "POST",
      headers: { cookie: this.#cookie, "Content-Type": "application/json" },
      body: JSON.stringify({ type: "text", text }),
    });
    if (response.status !== 202) throw new Error(`the reply was answered ${response.status}`);
  }
}
