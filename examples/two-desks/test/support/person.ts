/** A person at the console, without a browser. */
export class Person {
  readonly #api: string;
  readonly #cookie: string;

  private constructor(api: string, cookie: string) {
    this.#api = api;
    this.#cookie = cookie;
  }

  /** `account`: the line with which the host tells of its first account */
  static async signIn(url: string, account: string): Promise<Person> {
    const api = `${url}/console/api`;
    const headers = { "Content-Type": "application/json" };
    const path = `${api}/auth/sign-in/email`;
    const answer = await fetch(path, { method: "POST", headers, body: account });
    if (!answer.ok) throw new Error(`the sign-in was answered ${answer.status}`);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
    return new Person(api, cookies.join("; "));
  }

  async conversations(): Promise<readonly { readonly id: string; readonly channelId: string }[]> {
    const answer = await this.#ask("GET", "conversations");
    return ((await answer.json()) as { conversations: [] }).conversations;
  }

  reply(conversationId: string, text: string): Promise<Response> {
    return this.#ask("POST", `conversations/${conversationId}/messages`, { type: "text", text });
  }

  #ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.#api}/${path}`, {
      method,
      headers: { cookie: this.#cookie, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}
