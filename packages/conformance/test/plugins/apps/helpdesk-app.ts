import type { VisitorEvent } from "@parley/core";
import type { SeenMessage } from "../../../src/index.ts";
import { helpdeskPlugin } from "../fixtures/helpdesk-plugin.ts";
import { type AppAnswer, type AppCall, AppServer, type ShownReport } from "./app-server.ts";
import { postWebhook } from "./webhooks.ts";

const secret = "secret of the helpdesk";
const patienceMs = 3_000;

interface Message {
  readonly id: number;
  readonly content: string;
  readonly message_type: "incoming" | "outgoing";
  readonly private: boolean;
  readonly sender: string;
  readonly echo_id?: string;
  readonly content_attributes?: unknown;
}

interface Thread {
  readonly contact: number;
  readonly messages: Message[];
}

/**
 * An app with contacts, conversations and messages, like Chatwoot. It finds a contact again by its identifier; every
 * other call makes something new. It posts a webhook for each message, two times, and waits three seconds.
 */
export class HelpdeskApp extends AppServer {
  readonly name = "helpdesk";
  /** While `true` its webhooks are lost. */
  losesWebhooks = false;
  /** Answers to its webhooks; 0: none within three seconds. */
  readonly webhookAnswers: number[] = [];
  /** Ids by identifier. */
  readonly #contacts = new Map<string, number>();
  readonly #threads = new Map<number, Thread>();
  #lastId = 0;

  plugin(token: string) {
    return helpdeskPlugin({ name: this.name, url: this.url, token, secret });
  }

  messages(id: string): readonly SeenMessage[] {
    return this.#of(id)
      .filter(({ message_type }) => message_type === "incoming")
      .map(({ content_attributes }) => {
        const { message, visitor } = content_attributes as VisitorEvent;
        return { message: { ...message }, visitor: { ...visitor } };
      });
  }

  reports(id: string): readonly ShownReport[] {
    const notes = this.#of(id).filter((message) => message.private);
    return notes.map(({ content_attributes }) => content_attributes as ShownReport);
  }

  write(conversationId: string, content: string, isPrivate = false): number {
    const contact = this.#contacts.get(conversationId);
    const [id = 0] = [...this.#threads].find(([, thread]) => thread.contact === contact) ?? [];
    return this.#add(id, { content, sender: "Ann", private: isPrivate });
  }

  keyOf(id: number): string {
    return String(id);
  }

  get conversationCount(): number {
    return this.#threads.size;
  }

  protected answer({ target, query, body }: AppCall): AppAnswer {
    const [method = "", path = ""] = target.split(" ");
    const [, kind, id = "", below] = path.split("/");
    const route = `${method} ${kind}${below === undefined ? "" : ` ${below}`}`;
    if (route === "GET agents") return { body: [{ status: this.available ? "online" : "busy" }] };
    if (route === "PUT contacts") return { body: { id: this.#contactOf(id) } };
    if (route === "DELETE contacts") return this.#deleteContact(Number(id));
    if (route === "GET contacts conversations") return { body: this.#threadsOf(Number(id)) };
    if (route === "POST contacts conversations") return this.#openThread(Number(id));
    const thread = this.#threads.get(Number(id));
    if (thread === undefined) return { status: 404 };
    if (route === "POST conversations messages")
      return { body: { id: this.#add(Number(id), body as Partial<Message>) } };
    const after = Number(query.get("after"));
    return { body: thread.messages.filter((message) => message.id > after) };
  }

  #contactOf(identifier: string): number {
    const id = this.#contacts.get(identifier) ?? ++this.#lastId;
    this.#contacts.set(identifier, id);
    return id;
  }

  #deleteContact(id: number): AppAnswer {
    const [identifier] = [...this.#contacts].find(([, contact]) => contact === id) ?? [];
    if (identifier === undefined) return { status: 404 };
    this.#contacts.delete(identifier);
    for (const thread of this.#threadsOf(id)) this.#threads.delete(thread.id);
    return {};
  }

  #openThread(contact: number): AppAnswer {
    if (![...this.#contacts.values()].includes(contact)) return { status: 404 };
    this.#threads.set(++this.#lastId, { contact, messages: [] });
    return { body: { id: this.#lastId } };
  }

  #threadsOf(contact: number): readonly { readonly id: number }[] {
    const threads = [...this.#threads].filter(([, thread]) => thread.contact === contact);
    return threads.map(([id]) => ({ id }));
  }

  #add(threadId: number, fields: Partial<Message>): number {
    const thread = this.#threads.get(threadId);
    if (thread === undefined) throw new Error("there is no such thread");
    const id = ++this.#lastId;
    const kept = { content: "", message_type: "outgoing", private: false, sender: "the plugin" };
    thread.messages.push({ ...kept, ...fields, id } as Message);
    const [identifier] =
      [...this.#contacts].find(([, contact]) => contact === thread.contact) ?? [];
    void this.#hint({
      event: "message_created",
      contact: { identifier },
      conversation: { id: threadId },
    });
    return id;
  }

  async #hint(webhook: object): Promise<void> {
    if (this.webhookUrl === null || this.losesWebhooks) return;
    const url = this.webhookUrl;
    for (let time = 0; time < 2; time += 1)
      this.webhookAnswers.push(await postWebhook(url, secret, webhook, patienceMs));
  }

  #of(conversationId: string): readonly Message[] {
    const contact = this.#contacts.get(conversationId);
    return [...this.#threads.values()].flatMap((thread) =>
      thread.contact === contact ? thread.messages : [],
    );
  }
}
