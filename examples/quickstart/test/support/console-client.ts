import { account } from "./quickstart-process.ts";

/** A message as the console's API shows it. */
export interface ConsoleMessage {
  readonly id: string;
  readonly direction: "inbound" | "outbound";
  readonly type: string;
  readonly text?: string;
  readonly state: "waiting" | "delivered" | "failed";
  readonly failure?: { readonly reason: string; readonly description?: string };
}

/** A conversation as the console's API shows it. */
export interface ConsoleConversation {
  readonly id: string;
  readonly channelId: string;
  readonly visitor: Readonly<Record<string, string>>;
}

/** An agent without a browser. */
export class ConsoleClient {
  readonly #api: string;
  readonly #cookie: string;

  private constructor(api: string, cookie: string) {
    this.#api = api;
    this.#cookie = cookie;
  }

  static async signIn(url: string, credentials: object = account): Promise<ConsoleClient> {
    const api = `${url}/console/api`;
    const response = await fetch(`${api}/auth/sign-in/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(credentials),
    });
    if (!response.ok) throw new Error(`sign-in was answered ${response.status}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
    return new ConsoleClient(api, cookies.join("; "));
  }

  async ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.#api}/${path}`, {
      method,
      headers: { cookie: this.#cookie, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async conversations(): Promise<readonly ConsoleConversation[]> {
    const page = await this.#read<{ conversations: readonly ConsoleConversation[] }>(
      "conversations",
    );
    return page.conversations;
  }

  async messages(conversationId: string): Promise<readonly ConsoleMessage[]> {
    const path = `conversations/${conversationId}/messages`;
    return (await this.#read<{ messages: readonly ConsoleMessage[] }>(path)).messages;
  }

  /** Returns the message's id. */
  async reply(conversationId: string, text: string): Promise<string> {
    const path = `conversations/${conversationId}/messages`;
    const response = await this.ask("POST", path, { type: "text", text });
    if (response.status !== 202) throw new Error(`the reply was answered ${response.status}`);
    return ((await response.json()) as { id: string }).id;
  }

  async #read<Body>(path: string): Promise<Body> {
    const response = await this.ask("GET", path);
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    return (await response.json()) as Body;
  }
}
