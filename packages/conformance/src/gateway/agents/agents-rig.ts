import type { Owner, SendAnswer, TransitionAnswer, TransitionRequest } from "@parley/core";
import type { ContainerModule } from "inversify";
import {
  type RouterOptions,
  ScriptedAgent,
  scriptedRouter,
} from "../../scripted/scripted-agents.ts";
import { wantDone } from "../../want-done.ts";
import { wantSome } from "../../want.ts";
import { type FreshStores, GatewayRig } from "../gateway-rig.ts";

/** What an agent sends, besides its name. */
interface SendOptions {
  readonly text?: string;
  readonly key?: string;
  readonly fence?: number;
}

type AssignOptions = Partial<Omit<TransitionRequest, "conversationId" | "to">> & {
  readonly assignee?: string;
};

/** A gateway with several agent apps. A visitor's name says which one gets the conversation. */
export class AgentsRig {
  readonly rig: GatewayRig;
  readonly #agents = new Map<string, ScriptedAgent>();
  readonly #modules = new Map<string, () => ContainerModule>();
  /** For the next start. */
  options: RouterOptions;

  private constructor(rig: GatewayRig, options: RouterOptions) {
    this.rig = rig;
    this.options = options;
  }

  /** A running gateway with the channel `shop` and the agent apps `sales` and `support`. */
  static async start(fresh: FreshStores, options: RouterOptions = {}): Promise<AgentsRig> {
    const agents = AgentsRig.over(new GatewayRig(fresh()), options);
    await agents.rig.startFirst();
    return agents;
  }

  /** Puts a router in front of the data of a gateway, from its next start on. */
  static over(rig: GatewayRig, options: RouterOptions = {}): AgentsRig {
    const agents = new AgentsRig(rig, options);
    agents.add("sales");
    agents.add("support");
    rig.withRouter(() => agents.router());
    return agents;
  }

  /** From the next start on, there is one more agent app, or another one of that name. */
  add(name: string, agent = new ScriptedAgent(this.rig.time)): void {
    this.#agents.set(name, agent);
  }

  /** The same for an agent app that is not a scripted one. */
  addModule(name: string, adapter: () => ContainerModule): void {
    this.#modules.set(name, adapter);
  }

  /** From the next start on, an agent app is missing. */
  remove(name: string): void {
    this.#agents.delete(name);
  }

  of(name: string): ScriptedAgent {
    return wantSome(`there is an agent app ${name}`, this.#agents.get(name));
  }

  router(): ContainerModule {
    const choose: RouterOptions["choose"] = ({ profile }) => profile.name ?? "sales";
    const others = [...this.#modules].map(([name, adapter]) => [name, { adapter }] as const);
    const all = Object.fromEntries([...this.#agents, ...others]);
    return scriptedRouter(all, { choose, ...this.options });
  }

  /** Visitor `id` says something; the conversation is for the agent app `name` if it is new. Returns its id. */
  async say(name: string, id: string, text = "hello"): Promise<string> {
    const { rig } = this;
    await rig.visitorSends({ sender: { id, name }, message: { type: "text", text } });
    const found = await rig.gateway.conversations.findVisitor("shop", id);
    return wantSome("the conversation is there", found).id;
  }

  /** As the agent app `name`. */
  async send(
    name: string,
    conversationId: string,
    { text = "good day", key, fence }: SendOptions = {},
  ): Promise<SendAnswer> {
    const answer = await this.of(name).services.outbox.send({
      conversationId,
      idempotencyKey: key ?? null,
      sender: { name: "Ann" },
      message: { type: "text", text },
      fence,
    });
    await this.rig.time.settle();
    return answer;
  }

  async owner(conversationId: string): Promise<Owner> {
    return wantSome("it is there", await this.rig.gateway.owners.find(conversationId));
  }

  /** The operator changes the owner. */
  async assign(
    conversationId: string,
    backend: string | null,
    { assignee, ...options }: AssignOptions = {},
  ): Promise<TransitionAnswer> {
    const { fence } = await this.owner(conversationId);
    const answer = await this.rig.gateway.owners.transition({
      conversationId,
      fence,
      to: { backend, assignee: assignee ?? null },
      name: "assigned",
      by: "operator",
      why: null,
      ...options,
    });
    // A store that nodes share is asked for what is due now and then.
    await this.rig.time.advance(2 * this.rig.lateMs);
    return answer;
  }

  /** A change of owner that must be done. */
  async assignDone(...change: Parameters<AgentsRig["assign"]>): Promise<void> {
    wantDone("the change", await this.assign(...change));
  }
}

/** What an agent app took, in order. */
export function taken({ backend }: ScriptedAgent): readonly unknown[] {
  return backend.taken.map(({ message }) => ("text" in message ? message.text : null));
}

/** The code of a refused send; `null`: it was accepted. */
export function refusalOf(answer: SendAnswer | TransitionAnswer): number | null {
  return "refusal" in answer ? answer.refusal.code : null;
}
