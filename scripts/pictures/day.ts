import { ConsoleClient } from "../../examples/quickstart/test/support/console-client.ts";
import { eventually } from "../../examples/quickstart/test/support/eventually.ts";
import type { QuickstartProcess } from "../../examples/quickstart/test/support/quickstart-process.ts";
import { type ChannelName, type Line, type Visitor, visitors } from "./visitors.ts";

const colleague = {
  email: "bruno@parley.example",
  name: "Bruno Silva",
  password: "twelve o'clock",
};
const invited = "chidi@parley.example";

interface CreatedChannel {
  readonly ingressUrl: string;
}

/** A gateway with its agent, before and after a day of chats. */
export class Day {
  readonly gateway: QuickstartProcess;
  readonly #agent: ConsoleClient;
  readonly #ingressUrls: Readonly<Record<ChannelName, string>>;

  private constructor(
    gateway: QuickstartProcess,
    agent: ConsoleClient,
    ingressUrls: Readonly<Record<ChannelName, string>>,
  ) {
    this.gateway = gateway;
    this.#agent = agent;
    this.#ingressUrls = ingressUrls;
  }

  /** The day before its first chat: two channels and one agent. */
  static async begin(gateway: QuickstartProcess, outletUrl: string): Promise<Day> {
    const agent = await ConsoleClient.signIn(gateway.url);
    await agent.ask("PATCH", "me", { name: "Ada Brown" });
    const outlet = await read<CreatedChannel>(
      agent.ask("POST", "channels", { id: "outlet", chatApiUrl: outletUrl }),
    );
    const shop = gateway.firstChannel.ingressUrl;
    return new Day(gateway, agent, { shop, outlet: outlet.ingressUrl });
  }

  /** A second agent joins, a third is invited, and visitors write and are answered. */
  async pass(): Promise<void> {
    await this.#agent.ask("PUT", "presence", { available: true });
    await this.#invite();
    for (const visitor of visitors)
      for (const line of visitor.lines) await this.carry(visitor, line);
    await this.untilFailed(1);
  }

  /** Waits until so many agents' messages failed. The last attempt ends 9 s after the first. */
  async untilFailed(count: number): Promise<void> {
    await eventually(async () => (await this.#failures()).length >= count, 20_000);
  }

  /** Id of a visitor's conversation. */
  async conversationOf(visitorId: string): Promise<string> {
    return eventually(async () => {
      const conversations = await this.#agent.conversations();
      return conversations.find(({ visitor }) => visitor["id"] === visitorId)?.id;
    });
  }

  async reply(visitorId: string, text: string): Promise<void> {
    await this.#agent.reply(await this.conversationOf(visitorId), text);
  }

  /** A canned reply that all agents have. */
  async addReply(shortcut: string, text: string): Promise<void> {
    await read(this.#agent.ask("POST", "replies", { shortcut, text, shared: true }));
  }

  /** Address of the page on which a new person joins. */
  async invitation(email: string): Promise<string> {
    const { link } = await read<{ link: string }>(
      this.#agent.ask("POST", "invitations", { email, role: "agent" }),
    );
    return link;
  }

  /** Address of the page on which the colleague chooses a new password. */
  async passwordLink(): Promise<string> {
    const { people } = await read<{ people: readonly { id: string; email: string }[] }>(
      this.#agent.ask("GET", "people"),
    );
    const id = people.find(({ email }) => email === colleague.email)?.id ?? "";
    const { link } = await read<{ link: string }>(
      this.#agent.ask("POST", `people/${encodeURIComponent(id)}/password-link`),
    );
    return link;
  }

  /** Id of the delivery that failed. */
  async failedDelivery(): Promise<string> {
    return eventually(async () => (await this.#failures())[0]?.id);
  }

  /** A visitor writes, or an agent answers. */
  async carry(visitor: Visitor, line: Line): Promise<void> {
    if ("reply" in line) return this.reply(visitor.id, line.reply);
    const sender = { id: visitor.id, ...visitor.profile };
    const message = "says" in line ? { type: "text", text: line.says } : line.sends;
    const body = JSON.stringify({ sender, message });
    const answer = await fetch(this.#ingressUrls[visitor.channel], { method: "POST", body });
    if (!answer.ok) throw new Error(`${visitor.id}'s message was answered ${answer.status}`);
  }

  async #invite(): Promise<void> {
    const { email, name, password } = colleague;
    const link = await this.invitation(email);
    const token = decodeURIComponent(link.split("/").at(-1) ?? "");
    await this.invitation(invited);
    const answer = await fetch(`${this.gateway.url}/console/api/links/invitation/accept`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token, name, password }),
    });
    if (!answer.ok) throw new Error(`the invitation was answered ${answer.status}`);
  }

  async #failures(): Promise<readonly { readonly id: string }[]> {
    const page = await read<{ deliveries: readonly { readonly id: string }[] }>(
      this.#agent.ask("GET", "deliveries?state=failed"),
    );
    return page.deliveries;
  }
}

async function read<Body>(asked: Promise<Response>): Promise<Body> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}`);
  return (await answer.json()) as Body;
}
