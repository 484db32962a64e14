import type {
  AcceptAnswer,
  AuthenticatedChannel,
  Gateway,
  Refusal,
  SendAnswer,
} from "@parley/core";
import { type Asker, askedBy, askerOf, outboxOf, ownersOf } from "./agents/asker.ts";
import { canary, textOf } from "./label.ts";
import type { Life } from "./life.ts";
import type { Input } from "../plan/plan.ts";
import type { SimNode } from "./sim-node.ts";
import type { RunContext } from "./run-context.ts";

type Of<Kind extends Input["kind"]> = Extract<Input, { kind: Kind }>;
type Answer = { readonly accepted: true } | { readonly accepted: false; readonly refusal: Refusal };

const knockAgainMs = 300;
const done: Answer = { accepted: true };
const unknown: Answer = refusal(404);
const gatewayItself: Asker = { by: null, fence: undefined, conversationId: undefined };
/** The answer of an ingress when a channel cannot be read. */
const unreadable: Answer = refusal(503);

/** All callers of the gateway: integrating systems, agents and operators. */
export class Client {
  readonly #world: RunContext;
  readonly #nodes: readonly SimNode[];
  readonly #open = new Map<number, Life>();
  #knocking = 0;

  constructor(world: RunContext, nodes: readonly SimNode[]) {
    this.#world = world;
    this.#nodes = nodes;
  }

  /** Whether no answer is pending. */
  isServed(): boolean {
    return this.#knocking === 0 && [...this.#open.values()].every(({ alive }) => !alive);
  }

  /** Sends one input to its node, or to the next node that is up. Repeats while no node is up. */
  send(input: Input): void {
    const node = this.#nodeFor(input.node);
    const { life, gateway } = node ?? { life: null, gateway: null };
    if (life !== null && gateway !== null) {
      life.later(0, () => void this.#ask(life, gateway, input));
      return;
    }
    this.#knocking += 1;
    this.#world.later(knockAgainMs, () => {
      this.#knocking -= 1;
      this.send(input);
    });
  }

  #nodeFor(preferred: number): SimNode | null {
    const nodes = this.#nodes;
    const order = nodes.map((_, index) => nodes[(preferred + index) % nodes.length]);
    return order.find((node) => node?.up) ?? null;
  }

  async #ask(life: Life, gateway: Gateway, input: Input): Promise<void> {
    const call = this.#world.nextCall();
    const label = "label" in input ? input.label : null;
    const asker = this.#askerOf(input);
    const asked = { kind: "asked", call, inputKind: input.kind, label } as const;
    this.#world.see(asker === null ? asked : { ...asked, ...askedBy(asker) }, life);
    this.#open.set(call, life);
    let answer: Answer;
    try {
      answer = await this.#answer(gateway, input, asker ?? gatewayItself);
    } catch (error) {
      // An operator may see the store's own error; visitors and agents never do.
      const mayThrow = !["visitor", "agent", "status"].includes(input.kind);
      if (!mayThrow) this.#world.see({ kind: "escaped", what: `${input.kind}: ${String(error)}` });
      return;
    } finally {
      this.#open.delete(call);
    }
    if (!life.alive) return;
    const { accepted } = answer;
    const { httpStatus, code } = answer.accepted ? { httpStatus: 200, code: 0 } : answer.refusal;
    const fact = { kind: "answered", call, inputKind: input.kind, label, accepted } as const;
    this.#world.see({ ...fact, status: httpStatus, code }, life);
  }

  /** `null`: there is no router, or the input is no question of owners. */
  #askerOf(input: Input): Asker | null {
    if (this.#world.plan.router === undefined || !("visitor" in input)) return null;
    if (input.kind === "visitor" || input.kind === "visitor-typing") return null;
    return askerOf(input, this.#account(input));
  }

  #answer(gateway: Gateway, input: Input, asker: Asker): Promise<Answer> {
    switch (input.kind) {
      case "visitor":
        return this.#write(gateway, input);
      case "visitor-typing": {
        const message = { type: "typein" };
        return this.#post(gateway, input.channel, input.visitor, {}, message);
      }
      case "status":
        return this.#status(gateway, input.channel);
      case "agent":
        return this.#reply(gateway, input, asker);
      case "again":
        return this.#again(gateway, input, asker);
      case "agent-typing":
        return this.#type(gateway, input, asker);
      case "assign":
        return this.#assign(gateway, input, asker);
      case "redeliver":
        return redeliver(gateway);
      case "erase":
        return this.#erase(gateway, input);
      default:
        return this.#administer(gateway, input);
    }
  }

  #write(gateway: Gateway, input: Of<"visitor">): Promise<Answer> {
    const { channel, visitor, label, messageId, profile, long } = input;
    const id = messageId === null ? {} : { id: messageId };
    const message = { ...id, type: "text", text: textOf(label, long) };
    return this.#post(gateway, channel, visitor, profile, message);
  }

  async #post(
    { inbox }: Gateway,
    channel: string,
    visitor: string,
    profile: object,
    message: object,
  ): Promise<AcceptAnswer | Answer> {
    // As text, because an id may be an integer that no `number` can hold.
    const sender = `{"id":${visitor}${JSON.stringify(profile).replace("{", ",").replace(/^,}$/, "}")}`;
    const body = `{"sender":${sender},"message":${JSON.stringify(message)}}`;
    const pass = await this.#authenticate(inbox, channel);
    if (pass === null || pass === "unreadable") return pass === null ? unknown : unreadable;
    return inbox.accept(pass, new TextEncoder().encode(body));
  }

  async #authenticate(
    inbox: Gateway["inbox"],
    channel: string,
  ): Promise<AuthenticatedChannel | "unreadable" | null> {
    try {
      return await inbox.authenticate(channel, this.#world.secrets.get(channel) ?? "");
    } catch {
      return "unreadable";
    }
  }

  async #status({ inbox }: Gateway, channel: string): Promise<Answer> {
    const pass = await this.#authenticate(inbox, channel);
    if (pass !== null && pass !== "unreadable") await inbox.status(pass);
    return done;
  }

  #reply(gateway: Gateway, input: Of<"agent">, asker: Asker): Promise<SendAnswer | Answer> {
    const { label, long, idempotencyKey } = input;
    const conversationId = this.#conversation(input);
    if (conversationId === null) return Promise.resolve(unknown);
    const message = { type: "text", text: textOf(label, long) };
    const sender = { name: `${canary}agent-qz` };
    const request = { conversationId, idempotencyKey, sender, message };
    if (asker.by === null) return gateway.outbox.send(request);
    return outboxOf(gateway, asker).then((outbox) =>
      outbox.send({ ...request, fence: asker.fence }),
    );
  }

  async #again(gateway: Gateway, input: Of<"again">, asker: Asker): Promise<SendAnswer | Answer> {
    const conversationId = this.#conversation(input);
    const failed = [...(this.#account(input)?.newest.values() ?? [])].findLast(
      ({ kind, state }) => kind === "outbound" && state === "failed",
    );
    if (conversationId === null || failed === undefined) return unknown;
    if (asker.by === null) return gateway.outbox.sendAgain(conversationId, failed.messageSequence);
    const outbox = await outboxOf(gateway, asker);
    return outbox.sendAgain(conversationId, failed.messageSequence);
  }

  async #type(gateway: Gateway, input: Of<"agent-typing">, asker: Asker): Promise<Answer> {
    const conversationId = this.#conversation(input);
    if (conversationId === null) return done;
    if (asker.by === null) gateway.outbox.typing(conversationId, "typein");
    else (await outboxOf(gateway, asker)).typing(conversationId, "typein");
    return done;
  }

  async #assign(gateway: Gateway, input: Of<"assign">, asker: Asker): Promise<Answer> {
    const account = this.#account(input);
    if (account === undefined) return unknown;
    const { label, assignee } = input;
    const backend = input.to === "stay" ? account.owner.backend : input.to;
    const owners = await ownersOf(gateway, asker);
    const answer = await owners.transition({
      conversationId: account.id,
      fence: asker.fence ?? 0,
      to: { backend, assignee },
      name: "assigned",
      by: "operator",
      why: label,
    });
    return answer.done ? done : { accepted: false, refusal: answer.refusal };
  }

  async #erase({ conversations }: Gateway, input: Of<"erase">): Promise<Answer> {
    const conversationId = this.#conversation(input);
    if (conversationId !== null) await conversations.erase(conversationId);
    return done;
  }

  async #administer(
    { channelAdmin }: Gateway,
    input: Of<"remove-channel" | "add-channel" | "change-channel">,
  ): Promise<Answer> {
    const { channel } = input;
    if (input.kind === "remove-channel") await channelAdmin.remove(channel);
    else if (input.kind === "change-channel") await channelAdmin.change(channel, input.knobs);
    else {
      const chatApiUrl = `https://${channel}.example/chat`;
      const answer = await channelAdmin.add({ id: channel, chatApiUrl });
      if (answer.done) this.#world.secrets.set(channel, answer.value.randomString);
    }
    return done;
  }

  #account({ channel, visitor }: { readonly channel: string; readonly visitor: string }) {
    return this.#world.ledger.accounts.of(channel, visitor.replaceAll('"', ""));
  }

  #conversation(who: { readonly channel: string; readonly visitor: string }): string | null {
    return this.#account(who)?.id ?? null;
  }
}

async function redeliver({ deadLetters }: Gateway): Promise<Answer> {
  const { items } = await deadLetters.list({ before: null, limit: 3 });
  for (const { conversationId, sequence } of items)
    await deadLetters.redeliver(conversationId, sequence);
  return done;
}

function refusal(httpStatus: number): Answer {
  return { accepted: false, refusal: { httpStatus, code: 0, message: "" } };
}
