import type { ConsoleClient } from "./console-client.ts";
import { eventually } from "./eventually.ts";
import type { Acknowledged } from "./visitor-load.ts";

/**
 * Agents who answer without pause, one in each conversation. Each sends the next answer once the last one was accepted.
 */
export class AgentLoad {
  /** `visitor` is the conversation's id. */
  readonly acknowledged: Acknowledged[] = [];
  readonly #agents: readonly Promise<void>[];
  #ending = false;

  private constructor(client: ConsoleClient, conversationIds: readonly string[]) {
    this.#agents = conversationIds.map((id) => this.#answer(client, id));
  }

  /** Waits for a number of conversations, and answers in all of them. */
  static async start(client: ConsoleClient, conversations: number): Promise<AgentLoad> {
    const found = await eventually(async () => {
      const all = await client.conversations();
      return all.length >= conversations && all;
    });
    return new AgentLoad(
      client,
      found.slice(0, conversations).map(({ id }) => id),
    );
  }

  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.#agents);
  }

  async #answer(client: ConsoleClient, conversationId: string): Promise<void> {
    for (let count = 0; !this.#ending; count += 1) {
      const text = `answer ${count} in ${conversationId}`;
      const path = `conversations/${conversationId}/messages`;
      const response = await client.ask("POST", path, { type: "text", text });
      const at = Date.now();
      await response.text();
      if (response.status === 202) this.acknowledged.push({ visitor: conversationId, text, at });
    }
  }
}
